import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubScripts
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// The answers of a recording reach the requests of a replay, whose delays are drawn again.
@MainActor
struct RecordedAnswerTests {
  /// Fails often, and answers with 1000 for each account and the number of its answers.
  @MainActor
  private final class Server: UnreadCountSource {
    var generator: SeededGenerator
    private var counts: [AccountID: Int] = [:]

    init(_ generator: SeededGenerator) {
      self.generator = generator
    }

    @MainActor
    func unreadCount(for account: AccountID) throws -> Int {
      guard Int.random(in: 0..<3, using: &generator) > 0 else {
        throw SourceFailure(message: "503")
      }
      counts[account, default: 0] += 1
      return RecordedAnswerTests.number(of: account) * 1_000 + (counts[account] ?? 0)
    }
  }

  private nonisolated static func number(of account: AccountID) -> Int {
    account == "ann" ? 1 : 2
  }

  @Test func `on random days a request gets the newest answer of its own account`() async throws {
    for seed in SeededGenerator.seeds(10, thorough: 100) {
      let transcript = try await recording(of: SeededGenerator(seed: seed))
      let replay = try await playedReplay(of: transcript, with: ReadyMadeScripts().always)
      for output in replay.outputs {
        guard case .count(let count)? = output.event as? UnreadSyncEvent, count > 0 else {
          continue
        }
        let past = transcript.records.filter { $0.time <= output.time }
        let account = past.compactMap { record -> AccountID?? in
          if case .account(let account) = record.input { account } else { nil }
        }
        let number = (account.last ?? nil).map(Self.number) ?? 0
        let answers = past.compactMap { record -> (time: Duration, count: Int)? in
          guard let count = try? record.input.record(as: UnreadAnswer.self)?.result.get(),
            count / 1_000 == number
          else { return nil }
          return (record.time, count)
        }
        // Of one instant, later records may not have been applied.
        let newest = answers.last { $0.time < output.time }.map { [$0.count] } ?? []
        let present = answers.filter { $0.time == output.time }.map(\.count)
        try #require(
          (newest + present).contains(count),
          "\(count) at \(output.time), \(SeededGenerator.hint(seed))"
        )
      }
    }
  }

  @Test func `an answer that came before the account changed is for no other account`() async throws
  {
    let answers = #"{"t":1,"account":"ann"}"# + "\n" + #"{"t":2,"unread":7,"asked":true}"#
    let shown = { (records: String) in
      try await played(records).filter { $0.contains(#""event":"count""#) }.count
    }
    let push = #"{"t":9,"push":{"aps":{},"gcm.message_id":"m1"}}"#
    #expect(try await shown("\(answers)\n\(push)") == 1)
    #expect(try await shown("\(answers)\n{\"t\":3,\"account\":\"bob\"}\n\(push)") == 0)
  }

  private func recording(of generator: SeededGenerator) async throws -> Transcript {
    var generator = generator
    let output = RecordedPages()
    let app = SimulatedApp()
    let recorder = output.recorder()
    try app.host.install(recorder, named: "recorder")
    let unread = UnreadSync(
      source: Server(generator),
      configuration: UnreadSync.Configuration(trackedPages: ["home"]),
      generator: generator
    )
    try app.host.install(unread, named: "unread")
    for step in 0..<80 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: app.lifecycle.setAccount([nil, "ann", "bob"].randomElement(using: &generator) ?? nil)
      case 1: app.lifecycle.setPhase(Bool.random(using: &generator) ? .active : .background)
      case 2: app.lifecycle.pageAppeared("home")
      case 3: app.lifecycle.pageDisappeared("home")
      default:
        let payload = PushPayload(userInfo: ["aps": ["badge": 1], "gcm.message_id": "m\(step)"])
        app.receive(payload)
      }
      await app.settle()
      let end = app.clock.now + .milliseconds(Int.random(in: 0..<40_000, using: &generator))
      while let deadline = app.clock.nextDeadline, deadline <= end {
        app.clock.advance(to: deadline)
        await app.settle()
      }
      app.clock.advance(to: end)
    }
    recorder.recordEnd()
    return try output.transcript()
  }
}
