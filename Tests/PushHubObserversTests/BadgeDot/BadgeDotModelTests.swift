import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The core against a model that reads its answers from the history: all short sequences of what an
/// app can do, compared after each step.
struct BadgeDotModelTests {
  typealias Operation = BadgeDotWorld.Operation

  private func check(
    _ alphabet: [Operation],
    from start: [Operation],
    upTo length: Int,
    firstRun: BadgeDot.FirstRun
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, after: start)
      .check(BadgeDotWorld(firstRun: firstRun))
  }

  /// One of each kind, and an account that changes to and fro.
  private let oneOfEach: [Operation] = [
    .report([1, 2]), .report([]), .read(nil), .fail, .signIn("ann"), .signIn(nil), .togglePhase,
    .toggleList,
  ]

  /// How long the sequences are.
  private let depth = Exhaustive.choose(4, thorough: 5)

  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `every sequence of one of each after the launch`(firstRun: BadgeDot.FirstRun) throws {
    let count = try check(oneOfEach, from: [], upTo: depth, firstRun: firstRun)
    #expect(count == Exhaustive.choose(676, thorough: 3_794))
  }

  /// Ann has read two notifications and looks at another page.
  private let atHome: [Operation] = [.togglePhase, .signIn("ann"), .report([1, 2]), .read(2)]

  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `every sequence of seven kinds, once something was read`(
    firstRun: BadgeDot.FirstRun
  ) throws {
    let alphabet: [Operation] = [
      .report([3, 1]), .read(nil), .fail, .signIn(nil), .signIn("ann"), .togglePhase, .toggleList,
    ]
    let count = try check(alphabet, from: atHome, upTo: depth, firstRun: firstRun)
    #expect(count == Exhaustive.choose(1_004, thorough: 4_970))
  }

  /// Two accounts, lists of every kind, and delays.
  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `every sequence of everything`(firstRun: BadgeDot.FirstRun) throws {
    let alphabet: [Operation] = [
      .report([]), .report([1]), .report([3, 2]), .report([1, 2, 3]), .read(nil), .read(1),
      .read(4), .fail, .wait(1), .wait(2), .signIn("ann"), .signIn("bob"), .signIn(nil),
      .togglePhase, .toggleList,
    ]
    let count = try check(alphabet, from: atHome, upTo: depth - 2, firstRun: firstRun)
    #expect(count == Exhaustive.choose(148, thorough: 1_655))
  }

  /// What covers the list, what another process and another dot have read, and marks set by hand.
  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `every sequence of looking and of marks from outside`(firstRun: BadgeDot.FirstRun) throws {
    let alphabet: [Operation] = [
      .report([3]), .togglePhase, .interrupt, .toggleList, .toggleOverlay, .readOutside(3),
      .set(1), .set(nil), .read(nil), .forget("ann"), .signIn(nil),
      .signIn("ann"),
    ]
    let count = try check(alphabet, from: atHome, upTo: depth - 2, firstRun: firstRun)
    #expect(count == Exhaustive.choose(129, thorough: 1_371))
  }

  /// An app that begins, whose account, phase and time come in any order.
  @Test func `every sequence of six of a beginning`() throws {
    let alphabet: [Operation] = [
      .signIn("ann"), .togglePhase, .interrupt, .report([1]), .wait(10), .fail,
    ]
    let count = try check(alphabet, from: [], upTo: 6, firstRun: .show)
    #expect(count == 3_682)
  }

  /// A busy server, with what asks by itself, what the user does by hand, and accounts that come and go.
  @Test func `every sequence while the server wants to be left alone`() throws {
    let alphabet: [Operation] = [
      .report([3]), .fail, .turnAway, .refresh, .wait(10), .wait(20), .togglePhase, .signIn("ann"),
      .signIn("bob"), .forget("ann"),
    ]
    let count = try check(
      alphabet,
      from: atHome + [.turnAway],
      upTo: Exhaustive.choose(3, thorough: 5),
      firstRun: .baselineAsRead
    )
    #expect(count == Exhaustive.choose(402, thorough: 24_705))
  }

  /// Listeners that never report a list.
  @Test func `every sequence with a source that is silent`() throws {
    let alphabet: [Operation] = [
      .report([3]), .fail, .turnAway, .wait(10), .wait(59), .wait(61), .togglePhase, .signIn("bob"),
    ]
    let length = Exhaustive.choose(4, thorough: 6)
    let count = try check(alphabet, from: [.signIn("ann")], upTo: length, firstRun: .show)
    #expect(count == Exhaustive.choose(3_146, thorough: 141_456))
  }

  /// Failures, with steps of time small enough to meet a delay.
  @Test func `every sequence after a failure`() throws {
    let alphabet: [Operation] = [
      .report([3]), .fail, .wait(1), .wait(2), .last, .togglePhase, .signIn("bob"),
    ]
    let count = try check(
      alphabet,
      from: atHome + [.fail],
      upTo: Exhaustive.choose(4, thorough: 6),
      firstRun: .baselineAsRead
    )
    #expect(count == Exhaustive.choose(417, thorough: 7_025))
  }
}
