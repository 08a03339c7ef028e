/// What is to happen, by deadline and then by order of arrival: a binary heap.
///
/// Times are durations since any instant that stays the same.
///
/// Cancelling frees the action at once and leaves its key in the heap until the key surfaces or
/// such keys are the majority, which keeps cancelling O(1) and the heap within twice its use.
struct DeadlineQueue<Action> {
  /// When one timer is to fire for all actions.
  struct WakeUp: Equatable {
    let time: Duration

    /// How late the timer may be without making an action later than its tolerance allows.
    let latest: Duration
  }

  private struct Key {
    let deadline: Duration
    let latest: Duration
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
  var earliestDeadline: Duration? { heap.first?.deadline }

  /// When to wake up, so that as many actions as possible run on time in one go.
  ///
  /// No action runs later than its tolerance allows. Behind more than 64 candidates the search ends
  /// and the wake-up is exact, so that scheduling stays O(log n).
  var nextWakeUp: WakeUp? {
    guard let first = heap.first else { return nil }
    var latest = first.latest
    var candidates: [Duration] = []
    var unvisited = [0]
    while let index = unvisited.popLast() {
      guard index < heap.count, heap[index].deadline <= latest else { continue }
      guard candidates.count < 64 else {
        return WakeUp(time: first.deadline, latest: first.deadline)
      }
      if actions[heap[index].action] != nil {
        latest = min(latest, heap[index].latest)
        candidates.append(heap[index].deadline)
      }
      unvisited += [2 * index + 1, 2 * index + 2]
    }
    let time = candidates.filter { $0 <= latest }.max() ?? first.deadline
    return WakeUp(time: time, latest: latest)
  }

  mutating func insert(
    _ action: Action,
    at deadline: Duration,
    tolerance: Duration
  ) -> ScheduledAction {
    lastNumber += 1
    let name = ScheduledAction(rawValue: lastNumber)
    actions[name] = action
    let deadline = deadline.boundedForScheduler
    let latest = deadline + max(.zero, tolerance).boundedForScheduler
    heap.append(Key(deadline: deadline, latest: latest, action: name))
    siftUp(from: heap.count - 1)
    return name
  }

  /// Takes an action out, to be run or to be let go.
  ///
  /// The caller gets the action, because letting go of it may bring the caller back here.
  @discardableResult
  mutating func remove(_ name: ScheduledAction) -> Action? {
    let action = actions.removeValue(forKey: name)
    if heap.count > 32, heap.count > 2 * actions.count {
      heap.removeAll { actions[$0.action] == nil }
      heap.sort(by: <)
    }
    dropCancelled()
    return action
  }

  /// The names of all actions that are due, in order; each is still to be taken out.
  func names(dueAt now: Duration) -> [ScheduledAction] {
    var due: [Key] = []
    var unvisited = [0]
    while let index = unvisited.popLast() {
      guard index < heap.count, heap[index].deadline <= now else { continue }
      due.append(heap[index])
      unvisited += [2 * index + 1, 2 * index + 2]
    }
    return due.sorted(by: <).map(\.action)
  }

  /// Takes out the first action that is due, with its deadline.
  mutating func popFirst(dueAt now: Duration) -> (deadline: Duration, action: Action)? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    removeFirstKey()
    guard let action = actions.removeValue(forKey: first.action) else { return nil }
    dropCancelled()
    return (first.deadline, action)
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

/// What a scheduler runs when its time has come.
///
/// A closure that is a generic argument itself costs a further allocation each time it is handed on.
struct QueuedAction {
  let run: @MainActor () -> Void
}

/// Instants as durations since one instant that stays the same while the process runs.
///
/// The layout of an instant is known at run time only, and so would be that of all that contains one,
/// which makes what keeps many of them several times slower.
extension ContinuousClock.Instant {
  private static let reference = ContinuousClock.now

  package init(referenceTime: Duration) {
    self = .reference + referenceTime
  }

  package var referenceTime: Duration { self - .reference }
}

extension Duration {
  private static let longestOfScheduler = Duration(attoseconds: .max / 8)

  /// This duration, or 600 billion years of its sign: sums of a few stay within their range.
  var boundedForScheduler: Duration {
    max(.zero - Self.longestOfScheduler, min(Self.longestOfScheduler, self))
  }
}
