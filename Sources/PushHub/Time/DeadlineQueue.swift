/// What is to happen, by deadline and then by order of arrival: a binary heap.
///
/// Cancelling frees the action at once and leaves its key in the heap until the key surfaces or
/// such keys are the majority, which keeps cancelling O(1) and the heap within twice its use.
struct DeadlineQueue<Action> {
  private struct Key {
    let deadline: ContinuousClock.Instant
    let latest: ContinuousClock.Instant
    let action: ScheduledAction

    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.deadline == rhs.deadline
        ? lhs.action.rawValue < rhs.action.rawValue
        : lhs.deadline < rhs.deadline
    }
  }

  private var heap: ContiguousArray<Key> = []
  private var actions: [ScheduledAction: Action] = [:]
  private var lastNumber: UInt64 = 0
}

extension DeadlineQueue {
  var isEmpty: Bool { actions.isEmpty }

  var count: Int { actions.count }

  /// The deadline of the action that is first in order.
  var earliestDeadline: ContinuousClock.Instant? { heap.first?.deadline }

  /// The time by which some action must have run: the smallest sum of deadline and tolerance.
  ///
  /// - Complexity: O(k) for the k actions whose deadlines lie before the result.
  var latestWakeUp: ContinuousClock.Instant? {
    guard var latest = heap.first?.latest else { return nil }
    var candidates = [0]
    while let index = candidates.popLast() {
      guard index < heap.count, heap[index].deadline < latest else { continue }
      if actions[heap[index].action] != nil {
        latest = min(latest, heap[index].latest)
      }
      candidates += [2 * index + 1, 2 * index + 2]
    }
    return latest
  }

  mutating func insert(
    _ action: Action,
    at deadline: ContinuousClock.Instant,
    tolerance: Duration
  ) -> ScheduledAction {
    lastNumber += 1
    let name = ScheduledAction(rawValue: lastNumber)
    actions[name] = action
    heap.append(Key(deadline: deadline, latest: deadline + max(.zero, tolerance), action: name))
    siftUp(from: heap.count - 1)
    return name
  }

  mutating func remove(_ name: ScheduledAction) {
    guard actions.removeValue(forKey: name) != nil else { return }
    if heap.count > 32, heap.count > 2 * actions.count {
      heap.removeAll { actions[$0.action] == nil }
      heap.sort(by: <)
    }
    dropCancelled()
  }

  mutating func popFirst(
    dueAt now: ContinuousClock.Instant
  ) -> (deadline: ContinuousClock.Instant, action: Action)? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    removeFirstKey()
    let action = actions.removeValue(forKey: first.action)
    dropCancelled()
    return action.map { (first.deadline, $0) }
  }

  /// Keeps the first key's action alive, so that ``earliestDeadline`` needs no search.
  private mutating func dropCancelled() {
    while let first = heap.first, actions[first.action] == nil {
      removeFirstKey()
    }
  }

  private mutating func removeFirstKey() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown()
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var first = parent
      for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count {
        if heap[child] < heap[first] {
          first = child
        }
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
