import PushHub
import Testing

@testable import PushHubObservers

/// The core against a model that reads its answers from the history: all short sequences of what an
/// app can do, with what was asked, why, for whom and what is shown compared after each step.
@Suite(.timeLimit(.minutes(5)))
struct UnreadSyncModelTests {
  typealias Operation = UnreadSyncWorld.Operation

  /// Calls the body with each sequence, up to a length, that an app can do.
  private func explore(
    _ alphabet: [Operation],
    from start: [Operation],
    upTo length: Int
  ) -> (count: Int, wrong: [[Operation]]) {
    var world = UnreadSyncWorld()
    for operation in start {
      world.perform(operation)
    }
    var count = 0
    var wrong = world.agrees() && world.isSound ? [] : [start]
    func extend(_ sequence: [Operation], in world: UnreadSyncWorld) {
      for operation in alphabet where world.allows(operation) {
        var next = world
        next.perform(operation)
        count += 1
        guard next.agrees(), next.isSound else {
          wrong.append(sequence + [operation])
          continue
        }
        if sequence.count + 1 < start.count + length {
          extend(sequence + [operation], in: next)
        }
      }
    }
    extend(start, in: world)
    return (count, wrong)
  }

  private let everything: [Operation] = [
    .push, .toggle("home"), .toggle("mail"), .togglePhase, .signIn("ann"), .signIn("bob"),
    .signIn(nil), .succeed, .fail, .refuse, .lateReply, .wait(30), .wait(61),
  ]

  /// Ann looks at the home page, and the count is fresh.
  private let atHome: [Operation] = [.togglePhase, .signIn("ann"), .toggle("home"), .succeed]

  @Test func `every sequence of operations after the launch`() {
    let (count, wrong) = explore(everything, from: [], upTo: depth)
    #expect(wrong.prefix(3) == [])
    #expect(count == (Exhaustive.isWanted ? 371_826 : 42_130))
  }

  @Test func `every sequence of five operations on a tracked page`() {
    let (count, wrong) = explore(everything, from: atHome, upTo: 5)
    #expect(wrong.prefix(3) == [])
    #expect(count == 78_403)
  }

  /// Six operations in the checks, five otherwise.
  private let depth = Exhaustive.isWanted ? 6 : 5

  /// One page and one account.
  @Test func `every sequence of operations on the only tracked page`() {
    let alphabet: [Operation] = [
      .push, .toggle("home"), .togglePhase, .signIn("ann"), .signIn(nil), .succeed, .fail,
      .wait(30), .wait(61),
    ]
    let (count, wrong) = explore(alphabet, from: atHome, upTo: depth)
    #expect(wrong.prefix(3) == [])
    #expect(count == (Exhaustive.isWanted ? 99_248 : 14_674))
  }

  /// Failures, with steps of time small enough to meet a backoff between two syncs.
  @Test func `every sequence of operations after a failure`() {
    let alphabet: [Operation] = [
      .push, .togglePhase, .succeed, .fail, .refuse, .wait(1), .wait(2), .wait(57),
    ]
    let (count, wrong) = explore(alphabet, from: atHome + [.push, .fail], upTo: depth)
    #expect(wrong.prefix(3) == [])
    #expect(count == (Exhaustive.isWanted ? 88_920 : 13_178))
  }

  /// A busy server, with what asks by itself and what the user does by hand.
  @Test func `every sequence of operations while the server wants to be left alone`() {
    let alphabet: [Operation] = [
      .push, .otherPush, .refresh, .togglePhase, .succeed, .fail, .refuse, .turnAway, .wait(10),
      .wait(20),
    ]
    let (count, wrong) = explore(alphabet, from: atHome + [.push, .turnAway], upTo: depth)
    #expect(wrong.prefix(3) == [])
    #expect(count == (Exhaustive.isWanted ? 207_450 : 25_438))
  }

  /// A busy server, and accounts that come and go.
  @Test func `every sequence of operations while the server wants that of two accounts`() {
    let alphabet: [Operation] = [
      .push, .refresh, .togglePhase, .toggle("home"), .signIn("ann"), .signIn("bob"), .signIn(nil),
      .succeed, .fail, .turnAway, .wait(10), .wait(20),
    ]
    let (count, wrong) = explore(
      alphabet,
      from: [.togglePhase, .signIn("ann"), .push, .turnAway, .signIn("bob")],
      upTo: depth
    )
    #expect(wrong.prefix(3) == [])
    #expect(count > 10_000)
  }

  /// Requests that nobody answers, and trips to the background.
  @Test func `every sequence of operations with a server that is silent`() {
    let alphabet: [Operation] = [
      .push, .togglePhase, .toggle("home"), .lateReply, .succeed, .turnAway, .wait(1), .wait(59),
      .wait(61),
    ]
    let (count, wrong) = explore(alphabet, from: atHome + [.push], upTo: depth)
    #expect(wrong.prefix(3) == [])
    #expect(count == (Exhaustive.isWanted ? 236_673 : 30_625))
  }
}
