import PushHub
import PushHubBackend
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The scripts of the registration and of the receipts, with servers that answer as recorded.
@MainActor
struct DeviceScriptTests {
  private func replay(_ records: String) async throws -> Replay {
    let scripts: [any FeatureScript] = [
      ReadyMadeScripts.registration(.init(environment: .production, settling: .zero)),
      ReadyMadeScripts.receipts,
    ]
    return try await playedReplay(of: records, with: scripts)
  }

  @Test func `an answer is for the request under way, a standing one for all`()
    async throws
  {
    let replay = try await replay(
      """
      {"t":1,"account":"ann"}
      {"t":2,"token":"a1b2"}
      {"t":5,"registration":{"account":"ann","failure":{"error":"503"}}}
      {"t":60,"registrationServer":{"latency":1}}
      {"t":100,"registration":{"action":{"setTopic":{"isWanted":true,"topic":"news"}}}}
      {"t":110,"registrationServer":{"failure":{"error":"422","advice":"rejected"}}}
      {"t":120,"registration":{"action":{"setPermission":{"level":"denied"}}}}
      {"t":130,"end":{}}
      """
    )
    #expect(
      replay.events(of: RegistrationEvent.self).map(\.name) == [
        "request", "failed", "request", "failed", "request", "acknowledged", "request",
        "acknowledged", "request", "failed",
      ]
    )
  }

  @Test func `a request without an answer has failed after a minute`() async throws {
    let replay = try await replay(
      """
      {"t":0,"registration":{"action":{"setTopic":{"isWanted":true,"topic":"news"}}}}
      {"t":1,"account":"ann"}
      {"t":2,"token":"a1b2"}
      {"t":62,"end":{}}
      """
    )
    let message = replay.events(of: RegistrationEvent.self).map(\.message)
    #expect(message.last?.contains("no answer within 60.0 seconds") == true, "\(message)")
  }

  @Test func `receipts are sent in halves, and the one at fault is given up`() async throws {
    let replay = try await replay(
      """
      {"t":0,"account":"ann"}
      {"t":1,"push":{"aps":{"alert":"a"},"gcm.message_id":"m1"}}
      {"t":2,"push":{"aps":{"alert":"b"},"gcm.message_id":"m2"}}
      {"t":70,"receipts":{"answer":{"rejection":{"error":"400"}}}}
      {"t":71,"receipts":{"answer":{"rejection":{"error":"400"}}}}
      {"t":71.001,"receiptsServer":{"latency":0.2}}
      {"t":400,"end":{}}
      """
    )
    #expect(
      replay.events(of: ReceiptsEvent.self) == [
        .batch(count: 2), .halved(count: 2), .batch(count: 1), .rejected(error: "400"),
        .batch(count: 1), .sent(count: 1),
      ]
    )
  }

  @Test func `the facts have what the server has acknowledged`() async throws {
    let replay = try await replay(
      """
      {"t":0,"registrationServer":{"failure":{"error":"offline"}}}
      {"t":1,"account":"ann"}
      {"t":2,"token":"a1b2"}
      {"t":3,"end":{}}
      """
    )
    #expect(replay.facts.contains("device: not acknowledged"))
    #expect(replay.facts.contains("accounts to sign off: 0"))
  }
}
