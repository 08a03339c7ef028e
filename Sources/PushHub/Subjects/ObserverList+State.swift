extension ObserverList {
  /// What a delivery reads and writes, together, so that an event costs one access as it begins and
  /// one as it ends.
  @usableFromInline
  struct State {
    @usableFromInline var tiers: ContiguousArray<Tier> = []
    @usableFromInline var current: Event?
    @usableFromInline var waiting = FIFO<Event>()
    @usableFromInline var hooks: Hooks?
  }

  /// The observers of one priority.
  @usableFromInline
  struct Tier {
    @usableFromInline let priority: ObserverPriority
    @usableFromInline var places: ContiguousArray<Place>

    /// Who died without having been removed.
    @inlinable
    @MainActor var dead: [Registration] {
      var dead: [Registration] = []
      for place in places {
        let registration = place.registration
        if registration.observer == nil, !registration.record.isRemoved {
          dead.append(registration)
        }
      }
      return dead
    }
  }

  /// A place in the order of calls.
  @usableFromInline
  struct Place {
    @usableFromInline let registration: Registration
    @usableFromInline let number: UInt32

    /// Whether the registration knows that its observer was called in a delivery to all.
    @usableFromInline var isKnownAsCalled = false

    init(_ registration: Registration, number: UInt32) {
      self.registration = registration
      self.number = number
    }
  }

  /// What is told of each delivery; not there if nobody wants to know.
  @usableFromInline
  final class Hooks {
    @usableFromInline
    struct Actions {
      @usableFromInline var willDeliver: ((Event) -> Void)?
      @usableFromInline var didDeliver: ((Event, Int) -> Void)?
      @usableFromInline var stopwatch: Stopwatch?
    }

    @usableFromInline let actions: Actions

    init(_ actions: Actions) {
      self.actions = actions
    }
  }
}

// MARK: - Turns

extension ObserverList.State {
  /// Gives an event its turn, or lets it wait if another has it.
  ///
  /// - Returns: What the turn needs to know, if the event has it.
  @inlinable
  mutating func begin(
    _ event: Registration.Event
  ) -> (tiers: ContiguousArray<ObserverList.Tier>, hooks: ObserverList.Hooks?)? {
    guard current == nil else {
      waiting.append(event)
      return nil
    }
    current = event
    return (tiers, hooks)
  }

  /// Ends the turn of the last event, unless others wait.
  ///
  /// - Returns: The event, of which the caller lets go, since that may lead back to the list.
  @inlinable
  mutating func end() -> Registration.Event? {
    guard waiting.isEmpty else { return nil }
    return current.take()
  }

  /// Ends an event's turn, and gives it to the next that waits.
  ///
  /// - Returns: Both; see ``end()``.
  mutating func advance() -> (former: Registration.Event?, next: Registration.Event?) {
    let next = waiting.popFirst()
    var former = next
    swap(&former, &current)
    return (former, next)
  }
}

// MARK: - Places

extension ObserverList.State {
  mutating func add(_ place: ObserverList.Place, _ priority: ObserverPriority) {
    let index = tiers.firstIndex { $0.priority <= priority } ?? tiers.count
    if index == tiers.count || tiers[index].priority != priority {
      tiers.insert(ObserverList.Tier(priority: priority, places: []), at: index)
    }
    tiers[index].places.append(place)
  }

  /// Gives up the places of those who were removed.
  @inlinable
  @MainActor
  mutating func removeVacancies() {
    for index in tiers.indices {
      tiers[index].places.removeAll { $0.registration.record.isRemoved }
    }
  }

  /// Notes who was called in a delivery to all.
  @inlinable
  @MainActor
  mutating func noteFirstCalls() {
    for tier in tiers.indices {
      for index in tiers[tier].places.indices
      where tiers[tier].places[index].registration.record.hasReceived {
        tiers[tier].places[index].isKnownAsCalled = true
      }
    }
  }
}
