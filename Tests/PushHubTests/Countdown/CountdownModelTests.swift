import Foundation
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

  @Test func `every sequence of four operations`() {
    let (count, wrong) = explore(everything, upTo: 4)
    #expect(wrong.prefix(3) == [])
    #expect(count == 12 + 144 + 1_728 + 20_736)
  }
}
