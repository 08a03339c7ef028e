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

  /// The event that is being delivered, when the list is used from inside a delivery.
  @inlinable
  public var eventInDelivery: Event? { current }

  /// Called when an event's turn has come, before the first observer.
  public var willDeliver: ((Event) -> Void)?

  /// Called after the last observer, with the number of observers that heard the event.
  public var didDeliver: ((Event, Int) -> Void)?

  /// Told of each observer that died while it was registered, once, when the list notices: after
  /// ``didDeliver`` if that is in a delivery.
  public var observerDied: ((ObserverRecord) -> Void)?

  /// Measures how long each observer is called for, if somebody wants to know.
  public var stopwatch: Stopwatch?

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

  @usableFromInline
  struct Tier {
    @usableFromInline let priority: ObserverPriority
    @usableFromInline var registrations: ContiguousArray<Registration>
  }

  @usableFromInline var tiers: ContiguousArray<Tier> = []
  /// The number of the latest delivery to all observers, the first being 1.
  @inlinable
  public var latestDelivery: UInt64 { deliveryNumber }

  @usableFromInline var deliveryNumber: UInt64 = 0
  @usableFromInline var current: Event?
  @usableFromInline var waiting = FIFO<Event>()
  @usableFromInline var isBeginning = false
  private var additions: UInt32 = 0
  private var places: [ObjectIdentifier: Registration] = [:]
  private var vacancies = 0
  private var sweepLimit = minimumSweepLimit

  /// Makes an empty list.
  public init() {}
}

// MARK: - Who is in the list

extension ObserverList {
  /// The living observers, in the order in which they are called.
  ///
  /// - Complexity: O(n)
  public var observers: [Observer] {
    tiers.flatMap { $0.registrations.compactMap(\.observer) }
  }

  /// The registrations of the living observers, in the order in which they are called.
  ///
  /// - Complexity: O(n)
  public var registrations: [Registration] {
    tiers.flatMap { $0.registrations.filter { $0.observer != nil } }
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
    registration.record.place = additions
    registration.record.firstDelivery = isBeginning ? deliveryNumber : deliveryNumber + 1
    places[identity] = registration
    tiers[tierIndex(for: priority)].registrations.append(registration)
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
  public func sweep() {
    var dead: [Registration] = []
    for tier in tiers {
      for registration in tier.registrations
      where !registration.record.isRemoved && registration.observer == nil {
        dead.append(registration)
      }
    }
    for registration in dead {
      vacate(registration)
    }
    for index in tiers.indices {
      tiers[index].registrations.removeAll(where: \.record.isRemoved)
    }
    vacancies = 0
    sweepLimit = max(Self.minimumSweepLimit, places.count * 2)
    for registration in dead {
      observerDied?(registration.record)
    }
  }

  /// Takes a registration out of use; its place goes with the next sweep.
  private func vacate(_ registration: Registration) {
    places[registration.record.identity] = nil
    registration.record.isRemoved = true
    registration.observer = nil
    vacancies += 1
  }

  private static var minimumSweepLimit: Int { 32 }

  private func tierIndex(for priority: ObserverPriority) -> Int {
    var index = 0
    while index < tiers.count, tiers[index].priority > priority {
      index += 1
    }
    if index == tiers.count || tiers[index].priority != priority {
      tiers.insert(Tier(priority: priority, registrations: []), at: index)
    }
    return index
  }
}

// MARK: - Delivery

extension ObserverList {
  /// Delivers an event to all observers, or queues it if a delivery is under way.
  ///
  /// When the call returns outside a delivery, every observer has heard the event and whatever
  /// events the observers emitted in answer.
  ///
  /// - Complexity: O(n); no allocation unless an observer has died or the event has to wait.
  @inlinable
  public func emit(_ event: Event) {
    guard current == nil else {
      waiting.append(event)
      return
    }
    deliverToAll(event)
    finishTurn()
  }

  /// Delivers several events, of which none that observers emit in answer comes between.
  ///
  /// Each is delivered to all observers before the next one; see ``emit(_:)``.
  public func emit(contentsOf events: some Sequence<Event>) {
    for event in events {
      waiting.append(event)
    }
    guard current == nil else { return }
    finishTurn()
  }

  /// Delivers events to one observer only, at once, until there are no more or it is gone.
  ///
  /// Events that the observer emits wait until it has heard all of these.
  ///
  /// - Parameters:
  ///   - registration: Whom to tell.
  ///   - next: Gives the next event, or `nil` when there are no more.
  ///   - didEnd: Called after the last, before events that wait have their turn.
  public func deliver(
    to registration: Registration,
    next: () -> Event?,
    didEnd: () -> Void = {}
  ) {
    let isNested = current != nil
    while registration.observer != nil, let event = next() {
      guard let observer = registration.observer else { break }
      guard registration.takes(event) else { continue }
      if !isNested {
        setCurrent(event)
      }
      registration.record.noteCall()
      let began = stopwatch?.now()
      registration.deliver(event, to: observer)
      if let began {
        noteCall(of: registration, with: event, since: began)
      }
    }
    didEnd()
    if !isNested {
      finishTurn()
    }
  }

  @inlinable
  func finishTurn() {
    while let event = waiting.popFirst() {
      deliverToAll(event)
    }
    setCurrent(nil)
  }

  /// Lets go of the former event only when the new one is in place, since that may lead back here.
  @inlinable
  func setCurrent(_ event: Event?) {
    var event = event
    swap(&current, &event)
  }

  @inlinable
  func deliverToAll(_ event: Event) {
    setCurrent(event)
    deliveryNumber += 1
    if let willDeliver {
      isBeginning = true
      willDeliver(event)
      isBeginning = false
    }
    let counts = stopwatch == nil ? call(tiers, with: event) : callTimed(tiers, with: event)
    didDeliver?(event, counts.heard)
    if counts.dead > 0 {
      sweep()
    }
  }

  @inlinable
  func call(
    _ snapshot: ContiguousArray<Tier>,
    with event: Event
  ) -> (heard: Int, dead: Int) {
    let delivery = deliveryNumber
    var heard = 0
    var dead = 0
    for tier in snapshot {
      for registration in tier.registrations {
        guard let observer = registration.observer else {
          dead += 1
          continue
        }
        guard registration.takes(event) else { continue }
        registration.record.lastHeard = delivery
        registration.deliver(event, to: observer)
        heard += 1
      }
    }
    return (heard, dead)
  }

  /// The same with a stopwatch; apart, so that the other pays nothing for it.
  @usableFromInline
  func callTimed(
    _ snapshot: ContiguousArray<Tier>,
    with event: Event
  ) -> (heard: Int, dead: Int) {
    let delivery = deliveryNumber
    var heard = 0
    var dead = 0
    var began = stopwatch?.now()
    for tier in snapshot {
      for registration in tier.registrations {
        guard let observer = registration.observer else {
          dead += 1
          continue
        }
        guard registration.takes(event) else { continue }
        registration.record.lastHeard = delivery
        registration.deliver(event, to: observer)
        heard += 1
        began = began.flatMap { noteCall(of: registration, with: event, since: $0) }
      }
    }
    return (heard, dead)
  }

  /// Tells the stopwatch of a call that has ended.
  ///
  /// - Returns: When it ended; what the report takes is nobody's time.
  @discardableResult
  private func noteCall(
    of registration: Registration,
    with event: Event,
    since began: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    guard let stopwatch else { return nil }
    let ended = stopwatch.now()
    guard ended - began > stopwatch.limit else { return ended }
    stopwatch.report(registration.record, event, ended - began)
    return stopwatch.now()
  }
}
