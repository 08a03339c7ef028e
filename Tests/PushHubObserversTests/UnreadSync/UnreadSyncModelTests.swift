import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The core against a model that reads its answers from the history: all short sequences of what an
/// app can do, with what was asked, why, for whom and what is shown compared after each step.
struct UnreadSyncModelTests {
  typealias Operation = UnreadSyncWorld.Operation

  private func check(
    _ alphabet: [Operation],
    from start: [Operation],
    upTo length: Int
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, after: start).check(UnreadSyncWorld())
  }

  private let everything: [Operation] = [
    .push, .toggle("home"), .toggle("mail"), .togglePhase, .signIn("ann"), .signIn("bob"),
    .signIn(nil), .succeed, .fail, .refuse, .wait(30), .wait(61),
  ]

  /// Ann looks at the home page, and the count is fresh.
  private let atHome: [Operation] = [.togglePhase, .signIn("ann"), .toggle("home"), .succeed]

  @Test func `every sequence of operations after the launch`() throws {
    let count = try check(everything, from: [], upTo: depth)
    #expect(count == Exhaustive.choose(4_908, thorough: 41_846))
  }

  @Test func `every sequence of operations on a tracked page`() throws {
    let count = try check(everything, from: atHome, upTo: Exhaustive.choose(3, thorough: 5))
    #expect(count == Exhaustive.choose(806, thorough: 71_489))
  }

  /// Five operations in the checks, four otherwise.
  private let depth = Exhaustive.choose(4, thorough: 5)

  @Test func `every sequence of what happens to any feature`() throws {
    let world = FeatureWorld(UnreadSyncCore(configuration: .spreading)) {
      ($0.actions, $0.answers) = ([.refresh], [3, 4])
    }
    let count = try EverySequence(of: world.operations, upTo: depth - 1).check(world)
    #expect(count > Exhaustive.choose(1_000, thorough: 10_000))
  }

  /// One page and one account.
  @Test func `every sequence of operations on the only tracked page`() throws {
    let alphabet: [Operation] = [
      .push, .toggle("home"), .togglePhase, .signIn("ann"), .signIn(nil), .succeed, .fail,
      .wait(30), .wait(61),
    ]
    let count = try check(alphabet, from: atHome, upTo: depth)
    #expect(count == Exhaustive.choose(2_164, thorough: 14_674))
  }

  /// Failures, with steps of time small enough to meet a backoff between two syncs.
  @Test func `every sequence of operations after a failure`() throws {
    let alphabet: [Operation] = [
      .push, .togglePhase, .succeed, .fail, .refuse, .wait(1), .wait(2), .wait(57),
    ]
    let count = try check(alphabet, from: atHome + [.push, .fail], upTo: depth)
    #expect(count == Exhaustive.choose(1_962, thorough: 13_178))
  }

  /// A busy server, with what asks by itself and what the user does by hand.
  @Test func `every sequence of operations while the server wants to be left alone`() throws {
    let alphabet: [Operation] = [
      .push, .refresh, .togglePhase, .succeed, .fail, .refuse, .turnAway, .wait(10),
      .wait(20),
    ]
    let count = try check(alphabet, from: atHome + [.push, .turnAway], upTo: depth)
    #expect(count == Exhaustive.choose(1_916, thorough: 14_085))
  }

  /// A busy server, and accounts that come and go.
  @Test func `every sequence of operations while the server wants that of two accounts`() throws {
    let alphabet: [Operation] = [
      .push, .refresh, .togglePhase, .toggle("home"), .signIn("ann"), .signIn("bob"), .signIn(nil),
      .succeed, .fail, .turnAway, .wait(10), .wait(20),
    ]
    let count = try check(
      alphabet,
      from: [.togglePhase, .signIn("ann"), .push, .turnAway, .signIn("bob")],
      upTo: depth
    )
    #expect(count > Exhaustive.choose(1_000, thorough: 10_000))
  }

  /// Two accounts that are signed in, and a sign-out of either.
  @Test func `every sequence of operations while another account is shown and comes back`() throws {
    let alphabet: [Operation] = [
      .push, .refresh, .togglePhase, .toggle("home"), .show("ann"), .show("bob"), .signIn("ann"),
      .signIn(nil), .succeed, .fail, .refuse, .turnAway, .wait(2), .wait(61),
    ]
    let count = try check(alphabet, from: atHome + [.show("bob")], upTo: depth)
    #expect(count > Exhaustive.choose(1_000, thorough: 10_000))
  }

  /// Requests without an answer, and changes to the background.
  @Test func `every sequence of operations with a server that is silent`() throws {
    let alphabet: [Operation] = [
      .push, .togglePhase, .toggle("home"), .succeed, .turnAway, .wait(1), .wait(59),
      .wait(61),
    ]
    let count = try check(alphabet, from: atHome + [.push], upTo: depth)
    #expect(count == Exhaustive.choose(3_606, thorough: 25_688))
  }
}
