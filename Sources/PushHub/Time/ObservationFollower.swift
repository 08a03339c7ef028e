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
///
/// Observation keeps what a follower has read until that changes, also after the follower is gone. Followers of one
/// property of an object share this, however often following begins.
@MainActor
public final class ObservationFollower<Value> {
  private let scheduler: any Scheduler
  private let read: () -> Value
  private let show: (Value) -> Void

  private let property: ObservedProperty?
  private weak var object: (any AnyObject & Sendable)?

  /// The work that reads again when it is canceled.
  private var reading: Task<Void, Never>?
  private(set) weak var tracking: ObservationTracking?

  /// Keeps the work waiting if no observable property was read.
  private var constant: ObservationTracking?

  /// Reads and shows, now and after each change.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler of the work.
  ///   - read: Reads the value; called again after each change.
  ///   - show: Called with each value, even if it is equal to the one before.
  public convenience init(
    on scheduler: any Scheduler = LiveScheduler(),
    read: @escaping @MainActor () -> Value,
    show: @escaping @MainActor (Value) -> Void
  ) {
    self.init(nil, on: scheduler, read: read, show: show)
  }

  /// Reads and shows a property of an object, now and after each change.
  ///
  /// - Parameters:
  ///   - object: The object; it is not kept alive.
  ///   - property: The property, which reads nothing but observable properties.
  ///   - scheduler: The scheduler of the work.
  ///   - show: Called with each value, even if it is equal to the one before, and with `nil` after the object is
  ///     deallocated.
  public convenience init<Object: AnyObject & Sendable, Property>(
    of object: Object,
    _ property: KeyPath<Object, Property>,
    on scheduler: any Scheduler = LiveScheduler(),
    show: @escaping @MainActor (Property?) -> Void
  ) where Value == Property? {
    self.init(
      ObservedProperty(object: ObjectIdentifier(object), property: property),
      of: object,
      on: scheduler,
      read: { [weak object] in object?[keyPath: property] },
      show: show
    )
  }

  private init(
    _ property: ObservedProperty?,
    of object: (any AnyObject & Sendable)? = nil,
    on scheduler: any Scheduler,
    read: @escaping @MainActor () -> Value,
    show: @escaping @MainActor (Value) -> Void
  ) {
    (self.property, self.scheduler, self.read, self.show) = (property, scheduler, read, show)
    self.object = object
    follow()
  }

  deinit {
    guard let reading else { return }
    tracking?.remove(reading)
    reading.cancel()
  }

  private func follow() {
    // Observation reports a change off the main actor, where a task can be canceled.
    let reading = scheduler.perform { [weak self] in
      try? await ScheduledCondition().wait()
      self?.follow()
    }
    self.reading = reading
    if let shared = property?.tracking, shared.add(reading) {
      tracking = shared
      return show(read())
    }
    var owner = ObservationTracking(of: object, for: reading)
    // Observation releases the owner when the observed object is deallocated.
    let value = withObservationTracking(read) { [owner] in owner.end() }
    // If nothing observable was read, the value never changes.
    constant = isKnownUniquelyReferenced(&owner) ? owner : nil
    tracking = owner
    property?.tracking = owner
    show(value)
  }
}

/// What Observation keeps until a value changes: the work of all that follow it.
final class ObservationTracking: Sendable {
  weak let object: (any AnyObject & Sendable)?

  /// The work, until the change.
  private let work: Lock<Set<Task<Void, Never>>?>

  init(of object: (any AnyObject & Sendable)?, for task: Task<Void, Never>) {
    (self.object, work) = (object, Lock([task]))
  }

  deinit { end() }

  /// - Returns: Whether the value has not changed yet.
  func add(_ task: Task<Void, Never>) -> Bool {
    work.withLock { $0?.insert(task) != nil }
  }

  func remove(_ task: Task<Void, Never>) { work.withLock { _ = $0?.remove(task) } }

  func end() {
    let tasks = work.withLock { work in
      defer { work = nil }
      return work ?? []
    }
    for task in tasks { task.cancel() }
  }
}

/// A property of an object that is followed.
private struct ObservedProperty: Hashable {
  private struct Shared {
    weak var tracking: ObservationTracking?
  }

  @MainActor private static var all: [Self: Shared] = [:]
  @MainActor private static var limit = 64

  let object: ObjectIdentifier
  let property: AnyKeyPath

  /// What Observation keeps of the property now; of another object at the same address, it is nothing.
  @MainActor var tracking: ObservationTracking? {
    get { Self.all[self]?.tracking.flatMap { $0.object == nil ? nil : $0 } }
    nonmutating set {
      Self.all[self] = Shared(tracking: newValue)
      guard Self.all.count > Self.limit else { return }
      Self.all = Self.all.filter { $0.value.tracking != nil }
      Self.limit = max(64, Self.all.count * 2)
    }
  }
}
