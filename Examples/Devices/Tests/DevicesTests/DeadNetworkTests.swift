import Foundation
import PushHub
import PushHubBackend
import PushHubReplay
import PushHubScripts
import Testing

/// The hour in `Transcripts/dead-network.jsonl`, which the article describes.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeadNetworkTests {
  private func play() async throws -> Replay {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Transcripts/dead-network.jsonl")
    let configuration = DeviceRegistration.Configuration(environment: .production, settling: .zero)
    let scripts = ReadyMadeScripts(registration: configuration).ifRecorded
    let replay = try Replay(contentsOf: file, with: scripts)
    await replay.run()
    return replay
  }

  @Test
  func `an account that signed out in that hour is signed off, and the next one is registered`()
    async throws
  {
    let events = try await play().events(of: RegistrationEvent.self)
    let acknowledged = events.compactMap { event in
      if case .acknowledged(let purpose) = event { purpose } else { nil }
    }
    #expect(acknowledged.prefix(2) == [.signOn, .signOn])
    #expect(acknowledged.count == 4)
    #expect(Set(acknowledged.suffix(2)) == [.signOff, .signOn])
    #expect(events.contains { if case .failed(_, _?) = $0 { true } else { false } })
  }

  @Test
  func `receipts of an account that has signed out are not sent, and those of the next arrive`()
    async throws
  {
    let events = try await play().events(of: ReceiptsEvent.self)
    let sent = events.compactMap { if case .sent(let count) = $0 { count } else { nil } }
    #expect(sent == [2, 1])
    #expect(events.last == .sent(count: 1))
  }
}
