import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The core with a system: all short sequences of what can happen.
struct LocalNotificationModelTests {
  private let everything: [LocalNotificationWorld.Operation] = [
    .scheduleOwn, .replaceOwn, .scheduleOthers, .cancel, .signIn("ann"), .signIn("bob"),
    .signIn(nil), .push, .failNext(isDone: false), .failNext(isDone: true), .hangNext(isDone: true),
    .hangNext(isDone: false), .die,
    .dieUntil("bob"), .refresh, .wait, .failSave, .sleep,
  ]

  @Test func `every sequence of operations with an account signed in`() throws {
    let count = try EverySequence(
      of: everything.filter { $0 != .refresh },
      upTo: 3,
      thorough: 4,
      after: [.signIn("ann")]
    )
    .check(LocalNotificationWorld())
    #expect(count > Exhaustive.choose(2_000, thorough: 40_000))
  }

  @Test func `every sequence of what happens to one that is scheduled`() throws {
    let alphabet: [LocalNotificationWorld.Operation] = [
      .replaceOwn, .signIn(nil), .push, .failNext(isDone: false), .hangNext(isDone: true),
      .failSave, .refresh,
      .wait,
    ]
    let count = try EverySequence(
      of: alphabet,
      upTo: 3,
      thorough: 5,
      after: [.signIn("ann"), .scheduleOwn]
    )
    .check(LocalNotificationWorld())
    #expect(count > Exhaustive.choose(400, thorough: 35_000))
  }

  @Test func `every sequence with a system whose clock goes after ours`() throws {
    let alphabet: [LocalNotificationWorld.Operation] = [
      .replaceOwn, .scheduleOthers, .cancel, .signIn(nil), .failNext(isDone: false), .die, .wait,
    ]
    let count = try EverySequence(
      of: alphabet,
      upTo: 3,
      thorough: 5,
      after: [.signIn("ann"), .scheduleOwn]
    )
    .check(LocalNotificationWorld(lag: 20))
    #expect(count > Exhaustive.choose(300, thorough: 19_000))
  }

  @Test func `long random days`() async throws {
    try await RandomSequences(
      of: everything,
      length: 60,
      count: 20,
      thorough: 60
    )
    .check(LocalNotificationWorld())
  }
}
