import PushHub

/// Decides what targets are told, and when models end.
///
/// All state is in here, time comes in with each event, and what is to be done comes out as effects,
/// in order.
/// Each event is answered with the time at which the core wants to be asked again.
///
/// What was due before an event, but could not be told in time because the process slept, is told
/// before the event. What is due at the very instant of the event waits for ``Event/deadline``.
struct CountdownCore {
  enum Event {
    /// The core follows an app that is in a phase.
    case began(AppPhase)
    case phase(AppPhase)

    /// Nothing counts until ``began(_:)``.
    case detached
    case run(Bool)
    case policy(CountdownHandler.BackgroundPolicy)
    case add(CountdownItem, in: Int = 0)
    case addAll([CountdownItem], in: Int = 0)

    /// All models of the list but these go, those of these that are not there come, and those that
    /// end at another date now are moved.
    case replace([CountdownItem], in: Int = 0)
    case remove(CountdownID, in: Int = 0)
    case removeAll(in: Int = 0)

    /// A target is bound, in place of what it was bound to; the numbers grow.
    case bind(number: Int, CountdownID, in: Int, isEvictable: Bool, replacing: Int? = nil)
    case unbind(number: Int)
    case deadline
  }

  /// What is told later than that is late.
  private static let lateness = Duration.milliseconds(100)

  let interval: Duration
  let maximumTargets: Int

  private(set) var policy: CountdownHandler.BackgroundPolicy
  private(set) var isRunning = true

  /// The models of each list; the first is the handler's own.
  var lists = [CountdownModels()]

  /// The last number in the order of registration.
  var lastSerial: UInt64 = 0

  /// What the last replacement changed.
  var lastReplacement = CountdownHandler.Replacement(added: 0, kept: 0, moved: 0, removed: 0)
  var bindings = CountdownBindings()
  private(set) var clock: CountdownClock
  private var isForeground = true
  private var isDetached = false
  private var leftForeground: Duration?

  /// The virtual time of the next tick, while a target shows a model that has time left.
  private var nextTick: Duration?

  init(configuration: CountdownHandler.Configuration, at now: ContinuousClock.Instant) {
    interval = max(.milliseconds(1), min(.longestCountdown, configuration.interval))
    maximumTargets = max(1, configuration.maximumTargets)
    policy = configuration.backgroundPolicy
    clock = CountdownClock(startingAt: now.referenceTime)
  }
}

// MARK: - Events

extension CountdownCore {
  /// Takes an event, and adds to the effects what is to be done.
  ///
  /// - Returns: When the core wants to hear ``Event/deadline``, if nothing happens before: never while
  ///   nothing is shown and nothing ends, and never while time stands still.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant,
    _ effects: inout [CountdownEffect]
  ) -> Duration? {
    let now = now.referenceTime
    if case .deadline = event {
      meetDeadlines(at: now, includingNow: true, &effects)
    } else {
      meetDeadlines(at: now, includingNow: false, &effects)
      take(event, at: now, &effects)
    }
    return nextTime(at: now)
  }

  private mutating func take(
    _ event: Event,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    switch event {
    case .add(let item, let list): add(item, in: list, at: now, &effects)
    case .addAll(let items, let list): addAll(items, in: list, at: now, &effects)
    case .replace(let items, let list): replace(with: items, in: list, at: now, &effects)
    case .remove(let id, let list): remove(id, in: list, at: now, &effects)
    case .removeAll(let list): removeAll(in: list, at: now, &effects)
    case .bind(let number, let id, let list, let isEvictable, let old):
      let key = CountdownBindings.Key(list: list, id: id)
      bind(number, to: key, isEvictable: isEvictable, replacing: old, at: now, &effects)
    case .unbind(let number): unbind(number, at: now)
    case .deadline: break
    case .run(let isRunning):
      self.isRunning = isRunning
      stopOrGo(at: now, &effects)
    case .policy(let policy):
      self.policy = policy
      stopOrGo(at: now, &effects)
    case .began(let phase):
      isDetached = false
      leftForeground = nil
      isForeground = phase.isForeground
      stopOrGo(at: now, &effects)
    case .detached:
      isDetached = true
      stopOrGo(at: now, &effects)
    case .phase(let phase): enter(phase, at: now, &effects)
    }
  }

  private mutating func nextTime(at now: Duration) -> Duration? {
    guard !isStandingStill else { return nil }
    let end = nextEnd(at: clock.reading(at: now))
    guard let nextTick else { return end.map(clock.time) }
    return clock.time(ofVirtual: end.map { min($0, nextTick) } ?? nextTick)
  }

  /// When the next model ends; never while time stands still.
  mutating func nextEnd(at now: Duration) -> Duration? {
    isStandingStill ? nil : nextEnd(at: clock.reading(at: now)).map(clock.time)
  }

  private mutating func enter(
    _ phase: AppPhase,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let wasForeground = isForeground
    isForeground = phase.isForeground
    stopOrGo(at: now, &effects)
    if wasForeground, !isForeground {
      leftForeground = now
    } else if isForeground, let left = leftForeground {
      leftForeground = nil
      effects.append(.returned(after: now - left))
    }
  }
}

// MARK: - Time

extension CountdownCore {
  var isStandingStill: Bool { clock.isStandingStill }

  private mutating func stopOrGo(
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    if isDetached || !isRunning || (policy == .pauses && !isForeground) {
      clock.stop(at: now)
    } else {
      clock.go(at: now)
      meetDeadlines(at: now, includingNow: false, &effects)
    }
  }

  private mutating func meetDeadlines(
    at now: Duration,
    includingNow: Bool,
    _ effects: inout [CountdownEffect]
  ) {
    guard !isStandingStill else { return }
    let reading = clock.reading(at: now)
    while let (model, list) = expireFirst(at: reading, includingNow: includingNow) {
      let end = model.isAbsolute ? model.end - reading.standstill : model.end
      let isLate = reading.virtual - end > Self.lateness
      tellEnd(of: model, in: list, isLate: isLate, at: reading, &effects)
    }
    updateTick(at: reading)
    guard let tick = nextTick, includingNow ? tick <= reading.virtual : tick < reading.virtual
    else { return }
    effects.append(.tick(bindings.ticks(at: reading)))
    nextTick = reading.virtual.nextMultiple(of: interval)
  }

  /// Starts the tick when a first target has something to be told, and stops it after the last.
  mutating func updateTick(at reading: CountdownClock.Reading) {
    if !bindings.isTicking {
      nextTick = nil
    } else if nextTick == nil {
      nextTick = reading.virtual.nextMultiple(of: interval)
    }
  }
}

/// What is to be done about an event.
enum CountdownEffect: Equatable {
  /// A target was just bound, or the model it is bound to was registered or moved.
  case show(CountdownTelling)

  /// All targets whose model has time left are told.
  case tick([CountdownTelling])

  /// A model of a list ended, of which its targets are told; ends with nothing between them are one
  /// batch.
  case end(CountdownID, in: Int, isLate: Bool, [CountdownTelling])

  /// A model was removed, of which its targets are told by their numbers.
  case remove(CountdownID, [Int])

  /// A target had to go.
  case evict(number: Int, CountdownID, in: Int)

  /// The app is back in the foreground.
  case returned(after: Duration)
}

/// Models that ended with nothing between them, by list, the first to end first.
struct CountdownEndedModels {
  /// Mostly there is one list, which so needs no array but that of its models.
  private var list = 0
  private var ids: [CountdownID] = []
  private var others: [(list: Int, ids: [CountdownID])] = []
}

extension CountdownEndedModels {
  mutating func append(_ id: CountdownID, of list: Int) {
    if ids.isEmpty || list == self.list {
      self.list = list
      ids.append(id)
    } else if let place = others.firstIndex(where: { $0.list == list }) {
      others[place].ids.append(id)
    } else {
      others.append((list, [id]))
    }
  }

  mutating func takeFirst() -> (list: Int, ids: [CountdownID])? {
    guard !ids.isEmpty else { return nil }
    let first = (list, ids)
    (list, ids) = others.isEmpty ? (0, []) : others.removeFirst()
    return first
  }
}
