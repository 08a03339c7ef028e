extension ObserverList {
  /// Who is called, and who is told of each delivery.
  ///
  /// It is a class of its own, into which no other module sees, and its properties are only ever read and
  /// replaced, so that the compiler can prove that accesses to them never overlap: a delivery pays a load
  /// for each.
  @MainActor
  @usableFromInline
  final class Roster {
    private var tiers: ContiguousArray<Tier> = []
    private var hooks: Hooks?

    nonisolated init() {}
  }

  /// The observers of one priority.
  @usableFromInline
  struct Tier {
    @usableFromInline let priority: ObserverPriority
    @usableFromInline var places: ContiguousArray<Place>
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

// MARK: - Reading and replacing

extension ObserverList.Roster {
  @usableFromInline
  func read() -> (tiers: ContiguousArray<ObserverList.Tier>, hooks: ObserverList.Hooks?) {
    (tiers, hooks)
  }

  /// Takes all observers out, so that they are changed in place; they are to be put back at once.
  @usableFromInline
  func takeTiers() -> ContiguousArray<ObserverList.Tier> {
    let tiers = tiers
    self.tiers = []
    return tiers
  }

  @usableFromInline
  func put(_ tiers: ContiguousArray<ObserverList.Tier>) {
    self.tiers = tiers
  }

  func put(_ hooks: ObserverList.Hooks) {
    self.hooks = hooks
  }
}

// MARK: - Places

extension ObserverList {
  func insert(_ place: Place, _ priority: ObserverPriority) {
    var tiers = roster.takeTiers()
    let index = tiers.firstIndex { $0.priority <= priority } ?? tiers.count
    if index == tiers.count || tiers[index].priority != priority {
      tiers.insert(Tier(priority: priority, places: []), at: index)
    }
    tiers[index].places.append(place)
    roster.put(tiers)
  }

  /// Gives up the places of those who were removed and of the dead.
  ///
  /// - Returns: All of them, to be let go of when the list is as it will be: the release of a registration
  ///   may lead back here.
  @inlinable
  func removeVacancies() -> (
    dead: ContiguousArray<Registration>, removed: ContiguousArray<Registration>
  ) {
    var tiers = roster.takeTiers()
    var dead: ContiguousArray<Registration> = []
    var removed: ContiguousArray<Registration> = []
    for tier in tiers.indices {
      // Without a closure, which would ask for each place whether it is on the main actor.
      var kept = 0
      for index in tiers[tier].places.indices {
        let registration = tiers[tier].places[index].registration
        if registration.record.isRemoved {
          removed.append(registration)
        } else if registration.observer == nil {
          vacate(registration)
          dead.append(registration)
        } else {
          tiers[tier].places.swapAt(kept, index)
          kept += 1
        }
      }
      tiers[tier].places.removeLast(tiers[tier].places.count - kept)
    }
    roster.put(tiers)
    vacancies = 0
    sweepLimit = max(Self.minimumSweepLimit, places.count * 2)
    return (dead, removed)
  }

  /// Notes who was called in a delivery to all.
  @inlinable
  func noteFirstCalls() {
    var tiers = roster.takeTiers()
    for tier in tiers.indices {
      for index in tiers[tier].places.indices
      where tiers[tier].places[index].registration.record.hasReceived {
        tiers[tier].places[index].isKnownAsCalled = true
      }
    }
    roster.put(tiers)
  }
}
