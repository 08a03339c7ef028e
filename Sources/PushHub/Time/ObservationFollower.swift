import Observation

/// Reads a value from observable properties and passes it on: now, and in the next turn of the main actor
/// after each change.
///
/// ```swift
/// follower = ObservationFollower(on: scheduler) { [weak orders] in
///   orders?.count ?? 0
/// } show: { [weak self] count in
///   self?.title = "\(count)"
/// }
/// ```
///
/// It ends when it is released. A test that settles its scheduler waits for a change to be passed on.
@MainActor
public final class ObservationFollower<Value> {
  private let scheduler: any Scheduler
  private let read: () -> Value
  private let show: (Value) -> Void

  /// The work that reads again once it has been cancelled.
  private var reading: Task<Void, Never>?

  /// What would end the reading at once, where there is nothing to be observed.
  private var constant: TaskOwner?

  /// Reads and shows, now and after each change.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that knows of the work.
  ///   - read: Reads the value; kept, and called again after each change.
  ///   - show: Called with each value that was read, also with an equal one.
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
    // Observation reports off the main actor, where cancelling is allowed.
    let reading = scheduler.perform { [weak self] in
      try? await ScheduledCondition().wait()
      self?.follow()
    }
    self.reading = reading
    var owner = TaskOwner(reading)
    // Observation releases it together with what was observed.
    let value = withObservationTracking(read) { [owner] in owner.task.cancel() }
    // Where nothing observable was read, nothing will change.
    constant = isKnownUniquelyReferenced(&owner) ? owner : nil
    show(value)
  }
}

/// Cancels a task when it is released.
package final class TaskOwner: Sendable {
  package let task: Task<Void, Never>

  package init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit {
    task.cancel()
  }
}
