import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// Which features take part in the play of a transcript.
@MainActor
struct TakingPartTests {
  private static let always = ["unread", "countdown", "badge", "screenshot"]

  private func play(_ records: String) throws -> Replay {
    try Replay(of: transcript("{\"transcript\":1}\n\(records)\n"), with: ReadyMadeScripts().all)
  }

  @Test(
    arguments: [
      (#"{"t":1,"registration":{"answer":{}}}"#, "registration"),
      (#"{"t":1,"registrationServer":{}}"#, "registration"),
      (#"{"t":1,"receipts":{"answer":{}}}"#, "receipts"),
      (#"{"t":1,"quiet":{"action":{"settings":{}}}}"#, "quiet"),
      (#"{"t":1,"permission":{"action":{"opportunity":{}}}}"#, "permission"),
      (#"{"t":1,"notificationCenter":{"answer":[]}}"#, "delivered"),
      (#"{"t":1,"local":{"answer":null}}"#, "local"),
      (#"{"t":1,"banner":"tapped"}"#, "banner"),
    ]
  )
  func `a record has its feature take part`(record: String, feature: String) throws {
    let replay = try play(record)
    #expect(replay.scripts.map(\.name) == Self.always + [feature])
    #expect(replay.allFacts.count == 6)
  }

  @Test func `features that take part keep their order`() throws {
    let replay = try play(
      """
      {"t":1,"quiet":{"action":{"settings":{}}}}
      {"t":2,"receipts":{"answer":{}}}
      {"t":3,"registrationServer":{}}
      """
    )
    #expect(
      replay.scripts.map(\.name) == Self.always + ["registration", "receipts", "quiet"]
    )
  }

  @Test func `the kinds of all ready-made features are understood in any transcript`() {
    let kinds = Replay.records(of: ReadyMadeScripts().all).map { $0.key }
    #expect(Set(kinds) == Set(ReadyMadeScripts.records.map { $0.key }))
    #expect(Set(kinds).count == kinds.count)
  }
}
