import PushHub

/// Decides what targets show, and when models end.
///
/// What was due before an event, but could not be reported in time because the process was suspended, is
/// reported before the event. What is due at the very instant of the event waits for ``Event/deadline``.
///
/// All times are durations since the origin.
struct CountdownCore {
  enum Event {
    /// The app is in a phase; without one the handler is detached, and nothing counts.
    case phase(AppPhase?)
    case run(Bool)
    case policy(CountdownHandler.BackgroundPolicy)
    case add([CountdownItem])

    /// All other models are removed, new ones are registered, and those that end at another date now
    /// are moved.
    case replace([CountdownItem])
    case remove(CountdownID)

    /// A target is bound, in place of what it was bound to; the numbers grow.
    case bind(number: Int, CountdownID, isCell: Bool, isUpdated: Bool, replacing: Int?)
    case unbind(number: Int)
    case deadline
  }

  /// What the handler does because of an event.
  enum Effect: Equatable {
    /// Targets were just bound, or the model they are bound to was registered or moved.
    case show([CountdownUpdate])

    /// Updates all targets whose model has time left.
    case tick([CountdownUpdate])

    /// A model ended; ends with nothing between them are one batch.
    case end(CountdownID, [CountdownUpdate])

    /// A model was removed, to which the targets of these numbers are bound.
    case remove(CountdownID, [Int])

    /// A target was unbound, since there were too many.
    case evict(CountdownID, number: Int)
  }

  let configuration: CountdownHandler.Configuration
  private(set) var policy: CountdownHandler.BackgroundPolicy
  private(set) var isRunning = true
  private(set) var models = CountdownModels()

  private let origin: ContinuousClock.Instant
  private var phase: AppPhase? = .active
  private var now = Duration.zero

  /// When the handler's time paused, if it does.
  private var pausedSince: Duration?

  /// In the handler's time, while a target shows a model that has time left.
  private var nextTick: Duration?

  /// What each target is bound to, by the number of its binding.
  private(set) var shown: [Int: CountdownID] = [:]
  private var numbers: [CountdownID: [Int]] = [:]

  /// The numbers of those that count for the maximum, the least recently bound first.
  private var cells: [Int] = []
  private var effects: [Effect] = []

  /// - Parameters:
  ///   - configuration: How it counts.
  ///   - origin: From where ticks are counted; not after any event.
  init(configuration: CountdownHandler.Configuration, origin: ContinuousClock.Instant) {
    self.configuration = configuration
    self.origin = origin
    policy = configuration.backgroundPolicy
  }
}

/// What a target shows from now on.
struct CountdownUpdate: Equatable {
  /// The binding.
  let number: Int

  /// The end of the model, which distinguishes it from another one of the same id.
  let end: Duration

  let state: CountdownState
}

// MARK: - Events

extension CountdownCore {
  /// Handles an event, and returns its effects in order.
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    defer { effects = [] }
    now = instant - origin
    if case .deadline = event { catchUp(isNowDue: true) } else { catchUp() }
    switch event {
    case .phase(let phase):
      self.phase = phase
      pauseOrResume()
    case .run(let isRunning):
      self.isRunning = isRunning
      pauseOrResume()
    case .policy(let policy):
      self.policy = policy
      pauseOrResume()
    case .add(let items):
      for item in items { add(item) }
    case .replace(let items): replace(with: items)
    case .remove(let id): remove(id)
    case .bind(let number, let id, let isCell, let isUpdated, let old):
      old.map { unbind($0) }
      bind(number, to: id, isCell: isCell, isUpdated: isUpdated)
    case .unbind(let number): unbind(number)
    case .deadline: break
    }
    updateTick()
    return effects
  }

  /// When ``Event/deadline`` is due if nothing happens before: never while nothing is shown and nothing
  /// ends, and never while time is paused.
  var nextDeadline: ContinuousClock.Instant? {
    let tick = nextTick.map { $0 + models.pausedTime }
    return instant(of: [tick, models.nextEnd?.time].compactMap { $0 }.min())
  }

  /// When the next model ends; never while time is paused.
  var nextEnd: ContinuousClock.Instant? { instant(of: models.nextEnd?.time) }

  private func instant(of time: Duration?) -> ContinuousClock.Instant? {
    isPaused ? nil : time.map { origin + $0 }
  }
}

// MARK: - Time

extension CountdownCore {
  var isPaused: Bool { pausedSince != nil }

  /// The handler's time: all time without the stretches in which it was paused.
  private func time(at now: Duration) -> Duration { (pausedSince ?? now) - models.pausedTime }

  private mutating func pauseOrResume() {
    guard isRunning, let phase, policy == .continues || phase.isForeground else {
      pausedSince = pausedSince ?? now
      return
    }
    guard let start = pausedSince else { return }
    models.pausedTime += now - start
    pausedSince = nil
    catchUp()
  }

  private mutating func catchUp(isNowDue: Bool = false) {
    guard !isPaused else { return }
    let time = time(at: now)
    while let end = models.nextEnd, end.time < now || isNowDue && end.time == now {
      models.expire(end.id).map { update($0) }
    }
    updateTick()
    guard let tick = nextTick, tick < time || isNowDue && tick == time else { return }
    let delay = time - tick < configuration.interval ? time - tick : .zero
    let updates = shown.map(\.key).sorted().compactMap { number in
      shown[number].flatMap { models[$0] }
        .flatMap { $0.isExpired ? nil : newUpdate(of: $0, for: number, delay) }
    }
    effects.append(.tick(updates))
    nextTick = time.nextMultiple(of: configuration.interval)
  }

  /// Starts the tick with the first target whose model has time left, and stops it after the last.
  private mutating func updateTick() {
    let isTicking = shown.values.contains { models[$0]?.isExpired == false }
    nextTick = isTicking ? nextTick ?? time(at: now).nextMultiple(of: configuration.interval) : nil
  }
}

// MARK: - Models

extension CountdownCore {
  /// What there is to show of a model.
  func state(of id: CountdownID, at now: ContinuousClock.Instant) -> CountdownState? {
    models[id].map { state(of: $0, at: now - origin) }
  }

  private func state(of model: CountdownModels.Model, at now: Duration) -> CountdownState {
    let left = model.end - (model.isAbsolute ? now : time(at: now))
    return CountdownState(
      id: model.id,
      remaining: model.isExpired ? .zero : max(.zero, left),
      isExpired: model.isExpired
    )
  }

  private mutating func add(_ item: CountdownItem) {
    let time = time(at: now)
    let model =
      switch item.end {
      case .after(let total):
        CountdownModels.Model(
          id: item.id,
          end: time + total,
          isAbsolute: false,
          isExpired: total == .zero
        )
      case .at(let instant):
        CountdownModels.Model(
          id: item.id,
          end: instant - origin,
          isAbsolute: true,
          isExpired: instant - origin <= now
        )
      }
    if models.insert(model), model.isExpired || !numbers.isEmpty {
      update(model)
    }
  }

  private mutating func replace(with items: [CountdownItem]) {
    var staying: Set<CountdownID> = []
    let items = items.filter { staying.insert($0.id).inserted }
    for id in models.ids where !staying.contains(id) {
      remove(id)
    }
    for item in items {
      if let model = models[item.id], isMoved(model, by: item) {
        models.remove(item.id)
      }
      add(item)
    }
  }

  /// A model that has ended is not moved to a date that is past, too.
  private func isMoved(_ model: CountdownModels.Model, by item: CountdownItem) -> Bool {
    guard case .at(let instant) = item.end, !model.isExpired || instant - origin > now
    else { return false }
    return !model.isAbsolute || model.end != instant - origin
  }

  private mutating func remove(_ id: CountdownID) {
    guard models.remove(id), let numbers = numbers[id] else { return }
    effects.append(.remove(id, numbers))
  }

  /// Updates the targets of a model that is new or has ended.
  private mutating func update(_ model: CountdownModels.Model) {
    let updates = (numbers[model.id] ?? []).map { newUpdate(of: model, for: $0) }
    if model.isExpired {
      effects.append(.end(model.id, updates))
    } else if !updates.isEmpty {
      effects.append(.show(updates))
    }
  }

  /// - Parameter delay: How long ago it was due.
  private func newUpdate(
    of model: CountdownModels.Model,
    for number: Int,
    _ delay: Duration = .zero
  ) -> CountdownUpdate {
    CountdownUpdate(number: number, end: model.end, state: state(of: model, at: now - delay))
  }
}

// MARK: - Targets

extension CountdownCore {
  /// Whether one target more would be too many.
  var isFull: Bool { cells.count >= configuration.maximumTargets }

  private mutating func bind(_ number: Int, to id: CountdownID, isCell: Bool, isUpdated: Bool) {
    shown[number] = id
    numbers[id, default: []].append(number)
    if isCell {
      cells.append(number)
    }
    if cells.count > configuration.maximumTargets, let last = shown[cells[0]] {
      effects.append(.evict(last, number: cells[0]))
      unbind(cells[0])
    }
    if isUpdated, let model = models[id] {
      effects.append(.show([newUpdate(of: model, for: number)]))
    }
  }

  private mutating func unbind(_ number: Int) {
    guard let id = shown.removeValue(forKey: number) else { return }
    let others = (numbers[id] ?? []).filter { $0 != number }
    numbers[id] = others.isEmpty ? nil : others
    cells.removeAll { $0 == number }
  }

  /// Whether an update still holds: the target is bound to that model, in that state.
  func isCurrent(_ update: CountdownUpdate) -> Bool {
    guard let id = shown[update.number], let model = models[id] else { return false }
    return model.end == update.end && model.isExpired == update.state.isExpired
  }
}

extension Duration {
  /// The first multiple of an interval after this time, which is not negative.
  fileprivate func nextMultiple(of interval: Duration) -> Duration {
    let step = interval.attoseconds
    return Duration(attoseconds: (attoseconds / step + 1) * step)
  }
}
