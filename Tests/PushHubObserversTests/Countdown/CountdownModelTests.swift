import PushHubTesting
import Testing

@testable import TestSupport

/// The core against a model that computes everything anew at each instant: all short sequences of
/// what can happen to two models and two cells, with all updates compared after each step.
struct CountdownModelTests {
  typealias Operation = CountdownWorld.Operation

  private func check(
    _ alphabet: [Operation],
    from start: [Operation] = [],
    upTo length: Int,
    thorough: Int
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, thorough: thorough, after: start)
      .check(CountdownWorld())
  }

  private let everything: [Operation] = [
    .toggle("a"), .toggle("b"), .show(1, "a"), .show(1, "b"), .show(2, "a"), .show(2, "b"),
    .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2), .wait(5),
  ]

  @Test func `every sequence of operations`() throws {
    let count = try check(everything, upTo: 3, thorough: 5)
    #expect(count == Exhaustive.choose(1_884, thorough: 271_452))
  }

  @Test func `every sequence of operations on a shown model`() throws {
    let alphabet: [Operation] = [
      .toggle("a"), .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2),
    ]
    let count = try check(
      alphabet,
      from: [.show(1, "a"), .toggle("b")],
      upTo: 4,
      thorough: 6
    )
    #expect(count == Exhaustive.choose(1_554, thorough: 55_986))
  }

  /// What was due while the process was suspended comes late, in order, before what happens then.
  @Test func `every sequence of operations of a process that sleeps`() throws {
    let alphabet = everything + [.sleep(1), .sleep(3)]
    let start: [Operation] = [.toggle("b"), .show(1, "b")]
    let count = try check(alphabet, from: start, upTo: 3, thorough: 4)
    #expect(count == Exhaustive.choose(2_954, thorough: 41_370))
  }

  /// The list is refreshed with other models and other ends.
  @Test func `every sequence of operations on ends that move`() throws {
    let alphabet: [Operation] = [
      .toggle("a"), .toggle("b"), .show(1, "a"), .show(2, "a"), .refresh(without: "a"),
      .move("a", 3), .move("a", 0), .move("b", 1), .toggleRunning, .wait(1), .play(2), .sleep(3),
    ]
    let count = try check(
      alphabet,
      from: [.toggle("a"), .show(1, "a")],
      upTo: 3,
      thorough: 4
    )
    #expect(count == Exhaustive.choose(1_884, thorough: 22_620))
  }
}
