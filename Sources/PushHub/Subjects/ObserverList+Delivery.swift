extension ObserverList {
  /// Delivers an event to all observers, or queues it if a delivery is under way.
  ///
  /// When the call returns outside a delivery, every observer has heard the event and whatever
  /// events the observers emitted in answer.
  ///
  /// - Complexity: O(n); no allocation unless an observer has died or the event has to wait.
  @inlinable
  public func emit(_ event: Event) {
    guard progress.beginTurn() else {
      waiting.append(event)
      progress.noteWaiting()
      return
    }
    deliverToAll(event)
    if !progress.endTurn() {
      finishTurn()
    }
  }

  /// Delivers several events, of which none that observers emit in answer comes between.
  ///
  /// Each is delivered to all observers before the next one; see ``emit(_:)``.
  public func emit(contentsOf events: some Sequence<Event>) {
    for event in events {
      waiting.append(event)
    }
    progress.noteWaiting()
    if progress.beginTurn() {
      finishTurn()
    }
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
    let isOutermost = progress.beginTurn()
    while registration.observer != nil, let event = next() {
      guard let observer = registration.observer else { break }
      guard registration.takes(event) else { continue }
      registration.record.noteCall()
      let stopwatch = stopwatch
      let began = stopwatch?.now()
      registration.deliver(event, to: observer)
      if let stopwatch, let began {
        _ = stopwatch.noteCall(of: registration, with: event, since: began)
      }
    }
    didEnd()
    if isOutermost {
      finishTurn()
    }
  }

  /// Gives each event that waits its turn, and ends with nobody's.
  @usableFromInline
  func finishTurn() {
    while let event = waiting.popFirst() {
      deliverToAll(event)
    }
    progress.endLastTurn()
  }
}

// MARK: - One event

extension ObserverList {
  /// What became of an event.
  @usableFromInline
  struct Calls {
    @usableFromInline var heard = 0
    @usableFromInline var gone = 0
    @usableFromInline var first = 0

    @inlinable
    init() {}
  }

  @inlinable
  func deliverToAll(_ event: Event) {
    progress.begin()
    let (tiers, hooks) = roster.read()
    let calls = hooks.map { call($0.actions, with: event) } ?? call(tiers, with: event)
    progress.end()
    if calls.first > 0 {
      noteFirstCalls()
    }
    hooks?.actions.didDeliver?(event, calls.heard)
    if calls.gone > 0 {
      sweep()
    }
  }

  /// Tells of the event before whoever is there then.
  @usableFromInline
  func call(_ actions: Hooks.Actions, with event: Event) -> Calls {
    actions.willDeliver?(event)
    guard let stopwatch = actions.stopwatch else { return call(roster.read().tiers, with: event) }
    return call(roster.read().tiers, with: event, timedBy: stopwatch)
  }

  @inlinable
  func call(_ snapshot: ContiguousArray<Tier>, with event: Event) -> Calls {
    var calls = Calls()
    // By index, for which the compiler keeps none of the arrays alive a second time.
    for tier in snapshot.indices {
      progress.enter(snapshot[tier].priority)
      for index in snapshot[tier].places.indices {
        let place = snapshot[tier].places[index]
        let registration = place.registration
        guard let observer = registration.observer else {
          calls.gone += 1
          noteAbsence(of: registration)
          continue
        }
        progress.move(to: place.number)
        guard registration.takes(event) else { continue }
        if !place.isKnownAsCalled {
          calls.first += 1
          registration.record.noteCall()
        }
        registration.deliver(event, to: observer)
        calls.heard += 1
      }
    }
    return calls
  }

  /// The same with a stopwatch; apart, so that the other pays nothing for it.
  @usableFromInline
  func call(
    _ snapshot: ContiguousArray<Tier>,
    with event: Event,
    timedBy stopwatch: Stopwatch
  ) -> Calls {
    var calls = Calls()
    var began = stopwatch.now()
    for tier in snapshot {
      progress.enter(tier.priority)
      for place in tier.places {
        let registration = place.registration
        guard let observer = registration.observer else {
          calls.gone += 1
          noteAbsence(of: registration)
          continue
        }
        progress.move(to: place.number)
        guard registration.takes(event) else { continue }
        if !place.isKnownAsCalled {
          calls.first += 1
          registration.record.noteCall()
        }
        registration.deliver(event, to: observer)
        calls.heard += 1
        began = stopwatch.noteCall(of: registration, with: event, since: began)
      }
    }
    return calls
  }

  /// Notes that an observer was gone when its turn had come.
  @inlinable
  func noteAbsence(of registration: Registration) {
    registration.record.noteAbsence(in: progress)
  }
}

extension ObserverList.Stopwatch {
  /// Tells of a call that has ended, if it was too long.
  ///
  /// - Returns: When the next one begins; what the report takes is nobody's time.
  @MainActor
  fileprivate func noteCall(
    of registration: Registration,
    with event: Registration.Event,
    since began: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let ended = now()
    guard ended - began > limit else { return ended }
    report(registration.record, event, ended - began)
    return now()
  }
}
