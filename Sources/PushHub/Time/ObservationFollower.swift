import Observation

/// Reads a value from observable properties and passes it on: now, and after each change.
///
/// A change is passed on in the next turn of the main actor.
///
/// ```swift
/// follower = ObservationFollower(on: scheduler) { [weak orders] in
///   orders?.count ?? 0
/// } show: { [weak self] count in
///   self?.title = "\(count)"
/// }
/// ```
///
/// It ends when it is deallocated. A test that settles its scheduler waits until a change is passed on.
@MainActor
public final class ObservationFollower<Value> {
  private let scheduler: any Scheduler
  private let read: () -> Value
  private let show: (Value) -> Void

  /// The work that reads again when it is canceled.
  private var reading: Task<Void, Never>?

  /// Keeps the work waiting if no observable property was read.
  private var constant: TaskOwner?

  /// Reads and shows, now and after each change.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler of the work.
  ///   - read: Reads the value; called again after each change.
  ///   - show: Called with each value, even if it is equal to the one before.
  public init(
    on scheduler: any Scheduler = LiveScheduler(),
    read: @escaping @MainActor () -> Value,
    show: @escaping @MainActor (Value) -> Void
  ) {
    self.scheduler = scheduler
    self.read = read
    self.show = show
    follow()
  }

  deinit {
    reading?.cancel()
  }

  private func follow() {
    // Observation reports a change off the main actor, where a task can be canceled.
    let reading = scheduler.perform { [weak self] in
      try? await ScheduledCondition().wait()
      self?.follow()
    }
    self.reading = reading
    var owner = TaskOwner(reading)
    // Observation releases the owner when the observed object is deallocated.
    let value = withObservationTracking(read) { [owner] in owner.task.cancel() }
    // If nothing observable was read, the value never changes.
    constant = isKnownUniquelyReferenced(&owner) ? owner : nil
    show(value)
  }
}

/// Cancels a task when it is deallocated.
package final class TaskOwner: Sendable {
  package let task: Task<Void, Never>

  package init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit {
    task.cancel()
  }
}
