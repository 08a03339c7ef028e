import PushHub
import PushHubReplay
import Testing

@testable import PushHubObservers

/// The core with a system: all short sequences of what can happen.
@Suite(.timeLimit(.minutes(15)))
struct LocalNotificationModelTests {
  private let everything: [LocalNotificationWorld.Operation] = [
    .scheduleOwn, .replaceOwn, .scheduleOthers, .cancel, .signIn("ann"), .signIn("bob"),
    .signIn(nil), .push, .failNext, .hangNext(isDone: true), .hangNext(isDone: false), .die,
    .dieUntil("bob"), .refresh, .wait, .failSave, .sleep, .answerLate,
  ]

  @Test func `every sequence of operations with somebody signed in`() throws {
    let depth = Exhaustive.isWanted ? 5 : 4
    let count = try EverySequence(
      of: everything.filter { $0 != .answerLate && $0 != .refresh },
      upTo: depth,
      after: [.signIn("ann")]
    )
    .check(LocalNotificationWorld())
    #expect(count > 40_000)
  }

  @Test func `every sequence of what happens to one that is scheduled`() throws {
    let alphabet: [LocalNotificationWorld.Operation] = [
      .replaceOwn, .signIn(nil), .push, .failNext, .hangNext(isDone: true), .failSave, .refresh,
      .wait,
    ]
    let count = try EverySequence(of: alphabet, upTo: 5, after: [.signIn("ann"), .scheduleOwn])
      .check(LocalNotificationWorld())
    #expect(count > 35_000)
  }

  @Test func `every sequence with a system whose clock goes after ours`() throws {
    let alphabet: [LocalNotificationWorld.Operation] = [
      .replaceOwn, .scheduleOthers, .cancel, .signIn(nil), .failNext, .die, .wait,
    ]
    let count = try EverySequence(of: alphabet, upTo: 5, after: [.signIn("ann"), .scheduleOwn])
      .check(LocalNotificationWorld(lag: 20))
    #expect(count > 19_000)
  }

  @Test func `long random days`() async throws {
    let seed = SeededGenerator.startingSeed()
    try await RandomSequences(of: everything, length: 60, count: 60, seed: seed)
      .check(LocalNotificationWorld())
  }
}
