import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The core against a model that reads its answers from everything that was reported.
struct LiveActivitiesModelTests {
  typealias Operation = LiveActivitiesWorld.Operation

  private let everything: [Operation] = [
    .start("a"), .rotate("a"), .yield("a"), .yieldLate("a"), .become("a", .stale),
    .become("a", .ended), .become("a", .dismissed), .vanish("a"), .read, .end("a"),
    .signIn("ann"), .signIn("bob"), .signIn(nil), .relaunch, .wait,
  ]

  private func check(
    _ alphabet: [Operation],
    after start: [Operation] = [],
    upTo length: Int,
    endsOnSignOut: Bool = false
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, after: start)
      .check(LiveActivitiesWorld(endsOnSignOut: endsOnSignOut))
  }

  @Test func `every sequence of reports, sign-ins and launches of one activity`() throws {
    let count = try check(everything, upTo: Exhaustive.choose(4, thorough: 6))
    #expect(count == Exhaustive.choose(13_622, thorough: 1_778_514))
  }

  @Test func `every sequence while an account's activity is running`() throws {
    let count = try check(
      everything,
      after: [.signIn("ann"), .start("a"), .rotate("a"), .read],
      upTo: Exhaustive.choose(4, thorough: 5)
    )
    #expect(count == Exhaustive.choose(31_562, thorough: 388_454))
  }

  @Test func `every sequence of two activities and a start token`() throws {
    let alphabet: [Operation] = [
      .start("a"), .start("b"), .rotate("b"), .rotateStartToken, .loseTokens, .yield("b"),
      .become("b", .pending), .become("b", .dismissed), .read, .relaunch,
    ]
    let count = try check(
      alphabet,
      after: [.signIn("ann")],
      upTo: Exhaustive.choose(4, thorough: 6)
    )
    #expect(count == Exhaustive.choose(3_163, thorough: 185_039))
  }

  @Test func `every sequence where activities end with the sign-out`() throws {
    let count = try check(
      everything,
      after: [.signIn("ann"), .start("a"), .read],
      upTo: Exhaustive.choose(3, thorough: 5),
      endsOnSignOut: true
    )
    #expect(count == Exhaustive.choose(2_310, thorough: 319_146))
  }

  @Test func `every sequence while the wall clock is turned`() throws {
    let alphabet: [Operation] = [
      .start("a"), .become("a", .stale), .become("a", .dismissed), .read, .end("a"), .signIn("ann"),
      .wait, .turnClock(days: 10), .turnClock(days: -20),
    ]
    let count = try check(
      alphabet,
      after: [.signIn("ann"), .start("a"), .read],
      upTo: Exhaustive.choose(4, thorough: 6)
    )
    #expect(count == Exhaustive.choose(4_095, thorough: 229_306))
  }

  @Test func `long random evenings agree with the model`() async throws {
    try await RandomSequences(
      of: everything + everything.map(\.ofB) + [.rotateStartToken, .loseTokens],
      length: 100,
      count: Exhaustive.choose(50, thorough: 10_000),
      seed: SeededGenerator.startingSeed()
    )
    .check(LiveActivitiesWorld())
  }
}

extension LiveActivitiesWorld.Operation {
  /// The same of the other activity.
  fileprivate var ofB: Self {
    switch self {
    case .start: .start("b")
    case .rotate: .rotate("b")
    case .yield: .yield("b")
    case .yieldLate: .yieldLate("b")
    case .become(_, let state): .become("b", state)
    case .vanish: .vanish("b")
    case .end: .end("b")
    default: self
    }
  }
}
