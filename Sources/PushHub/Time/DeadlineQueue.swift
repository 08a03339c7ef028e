/// Scheduled actions, in order of deadline and then of scheduling.
///
/// Times are durations since one fixed instant. An app has a few dozen deadlines at a time, for which an
/// array is fast enough.
///
/// - Complexity: O(n) each.
package struct DeadlineQueue {
  package typealias Action = @MainActor () -> Void

  private struct Entry {
    let deadline: Duration
    let latest: Duration
    let name: ScheduledAction
    let action: Action
  }

  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  package init() {}
}

extension DeadlineQueue {
  package var count: Int { entries.count }

  /// The deadline of the action that is first in order.
  package var earliestDeadline: Duration? { entries.first?.deadline }

  /// The range of time in which to wake up, so that as many actions as possible run together and none runs
  /// later than its tolerance allows.
  var nextWakeUp: ClosedRange<Duration>? {
    guard let first = entries.first else { return nil }
    var wakeUp = first.deadline...first.latest
    for entry in entries where entry.deadline <= wakeUp.upperBound {
      wakeUp = entry.deadline...min(wakeUp.upperBound, entry.latest)
    }
    return wakeUp
  }

  /// The names of all actions that are due, in order.
  package func names(dueAt now: Duration) -> [ScheduledAction] {
    entries.prefix { $0.deadline <= now }.map(\.name)
  }

  package mutating func insert(
    _ action: @escaping Action,
    at deadline: Duration,
    tolerance: Duration = .zero
  ) -> ScheduledAction {
    lastNumber += 1
    let name = ScheduledAction(rawValue: lastNumber)
    let latest = deadline + max(.zero, tolerance)
    let former = entries.lastIndex { $0.deadline <= deadline }
    entries.insert(
      Entry(deadline: deadline, latest: latest, name: name, action: action),
      at: former.map { $0 + 1 } ?? 0
    )
    return name
  }

  /// Removes an action, and returns it to the caller.
  ///
  /// Releasing it here could re-enter this queue while it is being changed.
  @discardableResult
  package mutating func remove(_ name: ScheduledAction) -> Action? {
    entries.firstIndex { $0.name == name }.map { entries.remove(at: $0).action }
  }

  /// Removes the action that is first in order.
  package mutating func popFirst() -> Action? {
    entries.isEmpty ? nil : entries.removeFirst().action
  }
}

/// Instants as durations since one fixed instant of the process.
///
/// The layout of an instant is only known at run time, which makes types that contain one larger and slower.
extension ContinuousClock.Instant {
  private static let reference = ContinuousClock.now

  package init(referenceTime: Duration) {
    self = .reference + referenceTime
  }

  package init?(referenceTime: Duration?) {
    guard let referenceTime else { return nil }
    self.init(referenceTime: referenceTime)
  }

  package var referenceTime: Duration { self - .reference }
}
