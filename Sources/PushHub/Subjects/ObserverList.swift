/// A weak, ordered and re-entrant list of observers, the heart of every subject.
///
/// - Order: by ``ObserverPriority``, then by registration. An observer added twice is in the list
///   once, at its first place.
/// - Lifetime: the list never keeps an observer alive and never calls a dead one. The memory of a
///   dead observer is free at once, its place in the list with the next event or the next growth.
///   An observer is kept alive for the length of a call to it.
/// - Re-entrancy: callbacks may add, remove and emit. An observer removed during a delivery gets
///   nothing more, one added during a delivery starts with the next event, and an event emitted
///   during a delivery waits until every observer has heard the present one. One that is added when
///   an event's turn has come, before the first call, hears that event.
///
/// A delivery to live observers allocates nothing, and reads no clock unless it has a
/// ``stopwatch``.
@MainActor
public final class ObserverList<Registration: ObserverRegistration> {
  /// What the list holds.
  public typealias Observer = Registration.Observer

  /// What observers are told.
  public typealias Event = Registration.Event

  /// Whether an event is being delivered: one that is emitted now waits for its turn.
  public var isDelivering: Bool { progress.isUnderWay }

  /// Told of each observer that died while it was registered, once, when the list notices: after
  /// ``didDeliver`` if that is in a delivery.
  public var observerDied: ((ObserverRecord) -> Void)?

  /// Finds the observers that keep the main actor from everybody else.
  ///
  /// It costs one reading of the clock for each call: what ends one call begins the next.
  public struct Stopwatch {
    let now: () -> ContinuousClock.Instant
    let limit: Duration
    let report: (ObserverRecord, Event, Duration) -> Void

    /// Makes a stopwatch.
    ///
    /// - Parameters:
    ///   - now: Reads the clock.
    ///   - limit: How long a call may last without being told.
    ///   - report: Told who was called with what for longer than that, and for how long.
    public init(
      now: @escaping () -> ContinuousClock.Instant,
      limit: Duration,
      report: @escaping (ObserverRecord, Event, Duration) -> Void
    ) {
      self.now = now
      self.limit = limit
      self.report = report
    }
  }

  /// The number of the latest delivery to all observers, the first being 1.
  public var latestDelivery: UInt64 { progress.delivery }

  @usableFromInline let roster = Roster()
  @usableFromInline var waiting = FIFO<Event>()
  @usableFromInline let progress = DeliveryProgress()
  private var additions: UInt32 = 0
  @usableFromInline var places: [ObjectIdentifier: Registration] = [:]
  @usableFromInline var vacancies = 0
  @usableFromInline var sweepLimit = minimumSweepLimit

  /// Makes an empty list.
  public init() {}
}

// MARK: - What is told of a delivery

extension ObserverList {
  /// Called when an event's turn has come, before the first observer.
  ///
  /// Like the other two, it counts from the next delivery on if it is set during one.
  public var willDeliver: ((Event) -> Void)? {
    get { roster.read().hooks?.actions.willDeliver }
    set { changeHooks { $0.willDeliver = newValue } }
  }

  /// Called after the last observer, with the number of observers that heard the event.
  public var didDeliver: ((Event, Int) -> Void)? {
    get { roster.read().hooks?.actions.didDeliver }
    set { changeHooks { $0.didDeliver = newValue } }
  }

  /// Measures how long each observer is called for, if somebody wants to know.
  public var stopwatch: Stopwatch? {
    get { roster.read().hooks?.actions.stopwatch }
    set { changeHooks { $0.stopwatch = newValue } }
  }

  private func changeHooks(_ change: (inout Hooks.Actions) -> Void) {
    var actions = roster.read().hooks?.actions ?? Hooks.Actions()
    change(&actions)
    roster.put(Hooks(actions))
  }
}

// MARK: - Who is in the list

extension ObserverList {
  /// The living observers, in the order in which they are called.
  ///
  /// - Complexity: O(n)
  public var observers: [Observer] {
    roster.read().tiers.flatMap { $0.places.compactMap(\.registration.observer) }
  }

  /// The registrations of the living observers, in the order in which they are called.
  ///
  /// - Complexity: O(n)
  public var registrations: [Registration] {
    roster.read().tiers.flatMap { $0.places.map(\.registration).filter { $0.observer != nil } }
  }

  /// The registration of an observer, if it has one.
  public func registration(of observer: AnyObject) -> Registration? {
    guard let registration = places[ObjectIdentifier(observer)] else { return nil }
    return registration.observer == nil ? nil : registration
  }

  /// Adds an observer, unless it is in the list already.
  ///
  /// - Returns: The new registration, or `nil` if the observer keeps the place that it has.
  /// - Complexity: O(1) amortised
  @discardableResult
  public func add(
    _ observer: Observer,
    priority: ObserverPriority = .default
  ) -> Registration? {
    let registration = Registration(observer)
    let identity = registration.record.identity
    let former = places[identity]
    if let former {
      if former.observer != nil { return nil }
      vacate(former)
    }
    additions &+= 1
    registration.record.noteAddition(at: additions, priority, in: progress)
    places[identity] = registration
    insert(Place(registration, number: additions), priority)
    if let former {
      observerDied?(former.record)
    }
    if places.count + vacancies > sweepLimit {
      sweep()
    }
    return registration
  }

  /// Removes an observer; it gets nothing more, not even the event that is being delivered.
  ///
  /// - Returns: The former registration, or `nil` if the observer was not in the list.
  /// - Complexity: O(1) amortised
  @discardableResult
  public func remove(_ observer: AnyObject) -> Registration? {
    guard let registration = registration(of: observer) else { return nil }
    vacate(registration)
    if vacancies >= Self.minimumSweepLimit, vacancies > places.count {
      sweep()
    }
    return registration
  }

  /// Forgets the dead, and tells ``observerDied`` of them.
  ///
  /// - Complexity: O(n)
  @inlinable
  public func sweep() {
    let gone = removeVacancies()
    for registration in gone.dead {
      observerDied?(registration.record)
    }
  }

  /// Takes a registration out of use; its place goes with the next sweep.
  @inlinable
  func vacate(_ registration: Registration) {
    registration.record.noteRemoval(in: progress)
    registration.letGo()
    places[registration.record.identity] = nil
    vacancies += 1
  }

  @inlinable static var minimumSweepLimit: Int { 32 }
}
