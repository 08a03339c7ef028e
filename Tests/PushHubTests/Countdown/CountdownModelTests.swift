import PushHub
import Testing

@testable import PushHubObservers

/// The core against a model that computes everything anew at each instant: all short sequences of
/// what can happen to two models and two cells, with what was told compared after each step.
@Suite(.timeLimit(.minutes(5)))
struct CountdownModelTests {
  typealias Operation = CountdownWorld.Operation

  /// Follows each sequence up to a length.
  private func explore(
    _ alphabet: [Operation],
    from start: [Operation] = [],
    upTo length: Int
  ) -> (count: Int, wrong: [[Operation]]) {
    var world = CountdownWorld()
    for operation in start {
      world.perform(operation)
    }
    var count = 0
    var wrong = world.agrees() ? [] : [start]
    func extend(_ sequence: [Operation], in world: CountdownWorld) {
      for operation in alphabet {
        var next = world
        next.perform(operation)
        count += 1
        guard next.agrees() else {
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
    .toggle("a"), .toggle("b"), .show(1, "a"), .show(1, "b"), .show(2, "a"), .show(2, "b"),
    .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2), .wait(5),
  ]

  @Test func `every sequence of five operations`() {
    let (count, wrong) = explore(everything, upTo: 5)
    #expect(wrong.prefix(3) == [])
    #expect(count == 12 + 144 + 1_728 + 20_736 + 248_832)
  }

  /// All of them take most of a minute in a debug build, and few seconds in a release build.
  @Test(.enabled(if: Exhaustive.isWanted))
  func `every sequence of six operations`() {
    let (count, wrong) = explore(everything, upTo: 6)
    #expect(wrong.prefix(3) == [])
    #expect(count == 12 + 144 + 1_728 + 20_736 + 248_832 + 2_985_984)
  }

  @Test func `every sequence of six operations on a shown model`() {
    let alphabet: [Operation] = [
      .toggle("a"), .togglePhase, .togglePolicy, .toggleRunning, .wait(1), .play(2),
    ]
    let (count, wrong) = explore(alphabet, from: [.show(1, "a"), .toggle("b")], upTo: 6)
    #expect(wrong.prefix(3) == [])
    #expect(count == 6 + 36 + 216 + 1_296 + 7_776 + 46_656)
  }

  /// What fell due while the process slept is told late, in order, before what happens then.
  @Test func `every sequence of four operations of a process that sleeps`() {
    let alphabet = everything + [.sleep(1), .sleep(3)]
    let start: [Operation] = [.toggle("b"), .show(1, "b")]
    let (count, wrong) = explore(alphabet, from: start, upTo: 4)
    #expect(wrong.prefix(3) == [])
    #expect(count == 14 + 196 + 2_744 + 38_416)
  }

  /// Two lists, one of which is refreshed with other models and other ends.
  @Test func `every sequence of four operations on lists and ends that move`() {
    let alphabet: [Operation] = [
      .toggle("a"), .toggle("b"), .toggleOther("a"), .show(1, "a"), .showOther(1, "a"),
      .showOther(2, "a"), .refresh(0, without: "a"), .refresh(1, without: "a"), .move("a", 3),
      .move("a", 0), .move("b", 1), .toggleRunning, .wait(1), .play(2), .sleep(3),
    ]
    let (count, wrong) = explore(alphabet, from: [.toggle("a"), .show(1, "a")], upTo: 4)
    #expect(wrong.prefix(3) == [])
    #expect(count == 15 + 225 + 3_375 + 50_625)
  }
}
