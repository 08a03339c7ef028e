import PushHub
import PushHubReplay
import Testing

@testable import PushHubObservers

/// The core against a model that computes everything anew at each instant: all short sequences of
/// what can happen to two models and two cells, with what was told compared after each step.
@Suite(.timeLimit(.minutes(15)))
struct CountdownModelTests {
  typealias Operation = CountdownWorld.Operation

  private func check(
    _ alphabet: [Operation],
    from start: [Operation] = [],
    upTo length: Int
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, after: start).check(CountdownWorld())
  }

  private let everything: [Operation] = [
    .toggle("a"), .toggle("b"), .show(1, "a"), .show(1, "b"), .show(2, "a"), .show(2, "b"),
    .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2), .wait(5),
  ]

  @Test func `every sequence of five operations`() throws {
    let count = try check(everything, upTo: 5)
    #expect(count == 12 + 144 + 1_728 + 20_736 + 248_832)
  }

  /// All of them take most of a minute in a debug build, and few seconds in a release build.
  @Test(.enabled(if: Exhaustive.isWanted))
  func `every sequence of six operations`() throws {
    let count = try check(everything, upTo: 6)
    #expect(count == 12 + 144 + 1_728 + 20_736 + 248_832 + 2_985_984)
  }

  @Test func `every sequence of six operations on a shown model`() throws {
    let alphabet: [Operation] = [
      .toggle("a"), .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2),
    ]
    let count = try check(alphabet, from: [.show(1, "a"), .toggle("b")], upTo: 6)
    #expect(count == 6 + 36 + 216 + 1_296 + 7_776 + 46_656)
  }

  /// What fell due while the process slept is told late, in order, before what happens then.
  @Test func `every sequence of four operations of a process that sleeps`() throws {
    let alphabet = everything + [.sleep(1), .sleep(3)]
    let start: [Operation] = [.toggle("b"), .show(1, "b")]
    let count = try check(alphabet, from: start, upTo: 4)
    #expect(count == 14 + 196 + 2_744 + 38_416)
  }

  /// Two lists, one of which is refreshed with other models and other ends.
  @Test func `every sequence of four operations on lists and ends that move`() throws {
    let alphabet: [Operation] = [
      .toggle("a"), .toggle("b"), .toggleOther("a"), .show(1, "a"), .showOther(1, "a"),
      .showOther(2, "a"), .refresh(0, without: "a"), .refresh(1, without: "a"), .move("a", 3),
      .move("a", 0), .move("b", 1), .toggleRunning, .wait(1), .play(2), .sleep(3),
    ]
    let count = try check(alphabet, from: [.toggle("a"), .show(1, "a")], upTo: 4)
    #expect(count == 15 + 225 + 3_375 + 50_625)
  }
}
