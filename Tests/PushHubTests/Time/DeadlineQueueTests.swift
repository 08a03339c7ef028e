import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// The queue against rows that are sorted anew for each question.
struct DeadlineQueueTests {
  private struct Row {
    let name: ScheduledAction
    let deadline: Duration
    let latest: Duration
  }

  private struct World: CheckedWorld {
    enum Operation: Hashable {
      case insert(at: Int, tolerance: Int)
      case remove(Int)
      case pop
    }

    private var queue = DeadlineQueue()
    private var rows: [Row] = []
    private var names: [ScheduledAction] = []
    private var hasGivenAnotherAnswer = false

    func allows(_ operation: Operation) -> Bool {
      if case .remove(let index) = operation { index < names.count } else { true }
    }

    mutating func perform(_ operation: Operation) {
      switch operation {
      case .insert(let time, let tolerance):
        let deadline = Duration.seconds(time)
        let tolerance = Duration.seconds(tolerance)
        let name = queue.insert({}, at: deadline, tolerance: tolerance)
        hasGivenAnotherAnswer = names.contains(name)
        names.append(name)
        rows.append(Row(name: name, deadline: deadline, latest: deadline + max(.zero, tolerance)))
      case .remove(let index):
        let wasThere = rows.contains { $0.name == names[index] }
        rows.removeAll { $0.name == names[index] }
        hasGivenAnotherAnswer = (queue.remove(names[index]) != nil) != wasThere
      case .pop:
        let first = sorted.first
        rows.removeAll { $0.name == first?.name }
        hasGivenAnotherAnswer = (queue.popFirst() != nil) != (first != nil)
      }
    }

    var mistake: String? {
      if hasGivenAnotherAnswer { return "another answer than that of the model" }
      if queue.count != rows.count || queue.earliestDeadline != sorted.first?.deadline {
        return "\(queue.count) from \(queue.earliestDeadline, default: "nothing") on"
      }
      for second in 0...3 {
        let now = Duration.seconds(second)
        let due = sorted.filter { $0.deadline <= now }.map(\.name)
        if queue.names(dueAt: now) != due { return "other actions are due at \(now)" }
      }
      let latest = rows.map(\.latest).min()
      let time = rows.map(\.deadline).filter { $0 <= latest ?? .zero }.max()
      return queue.nextWakeUp?.lowerBound == time && queue.nextWakeUp?.upperBound == latest
        ? nil : "it wakes up at \(queue.nextWakeUp, default: "no time")"
    }

    private var sorted: [Row] {
      rows.sorted { ($0.deadline, $0.name.rawValue) < ($1.deadline, $1.name.rawValue) }
    }
  }

  private static let operations: [World.Operation] =
    [0, 1, 3].flatMap { time in
      [-1, 0, 2].map { World.Operation.insert(at: time, tolerance: $0) }
    } + [.remove(0), .remove(1), .remove(2), .pop]

  @Test func `every sequence of four steps gives what the model gives`() throws {
    let count = try EverySequence(of: Self.operations, upTo: 4, thorough: 6).check(World())
    #expect(count > 17_000)
  }

  @Test func `random traffic gives what the model gives`() async throws {
    let inserts = (0..<40).map { World.Operation.insert(at: $0 % 13, tolerance: $0 % 7) }
    try await RandomSequences(
      of: inserts + (0..<30).map { .remove($0) } + [.pop],
      length: 100,
      count: 20,
      seed: SeededGenerator.startingSeed()
    )
    .check(World())
  }
}
