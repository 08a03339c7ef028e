import Testing

@testable import PushHub

/// The heap against an array that is searched from end to end.
struct DeadlineQueueModelTests {
  private struct Row {
    let name: ScheduledAction
    let number: Int
    let deadline: Duration
    let latest: Duration
  }

  /// Short queues and long ones, few and many deadlines in common, few and many removals.
  @Test(arguments: [(span: 3, removals: 30), (10, 45), (1_000, 20), (1_000_000, 48), (50, 5)])
  func `random traffic matches a sorted array`(span: Int, removals: Int) {
    let seed = SeededGenerator.startingSeed()
    var generator = SeededGenerator(seed: seed)
    let start = Duration.seconds(1_000)
    var queue = DeadlineQueue<Int>()
    var rows: [Row] = []
    var names: [ScheduledAction] = []
    for step in 0..<Exhaustive.choose(1_000, thorough: 4_000) {
      let roll = generator.below(100)
      if roll < 50 {
        let deadline = start + .milliseconds(generator.below(span))
        let tolerance = Duration.milliseconds(generator.below(4) * generator.below(span))
        let name = queue.insert(step, at: deadline, tolerance: tolerance)
        names.append(name)
        rows.append(
          Row(name: name, number: step, deadline: deadline, latest: deadline + tolerance)
        )
      } else if roll < 50 + removals, !names.isEmpty {
        let name = names[generator.below(names.count)]
        queue.remove(name)
        rows.removeAll { $0.name == name }
      } else {
        let now = start + .milliseconds(generator.below(span))
        let first = rows.filter { $0.deadline <= now }
          .min { ($0.deadline, $0.name.rawValue) < ($1.deadline, $1.name.rawValue) }
        rows.removeAll { $0.name == first?.name }
        let due = queue.popFirst(dueAt: now)
        guard due?.action == first?.number, due?.deadline == first?.deadline else {
          Issue.record("wrong action at step \(step), \(SeededGenerator.hint(seed))")
          return
        }
      }
      guard queue.count == rows.count,
        queue.isEmpty == rows.isEmpty,
        queue.earliestDeadline == rows.map(\.deadline).min(),
        isRight(queue.nextWakeUp, for: rows)
      else {
        Issue.record("wrong sums at step \(step), \(SeededGenerator.hint(seed))")
        return
      }
    }
  }

  /// Few rows are one wake-up as late as the tightest allows; many may give that up.
  private func isRight(_ wakeUp: DeadlineQueue<Int>.WakeUp?, for rows: [Row]) -> Bool {
    guard let wakeUp, let latest = rows.map(\.latest).min() else {
      return wakeUp == nil && rows.isEmpty
    }
    let exact = rows.map(\.deadline).filter { $0 <= latest }.max()
    if rows.count <= 64 {
      return wakeUp.latest == latest && wakeUp.time == exact
    }
    return wakeUp.latest == latest && wakeUp.time == exact
      || wakeUp.time == wakeUp.latest && wakeUp.time == rows.map(\.deadline).min()
  }
}
