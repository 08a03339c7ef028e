import PushHub

/// Decides what targets are told, and when models end.
///
/// What was due before an event, but could not be told in time because the process slept, is told
/// before the event. What is due at the very instant of the event waits for ``Event/deadline``.
struct CountdownCore {
  enum Event {
    /// The app is in a phase; without one the handler is detached, and nothing counts.
    case phase(AppPhase?)
    case run(Bool)
    case policy(CountdownHandler.BackgroundPolicy)
    case add([CountdownItem])

    /// All models but these go, those of these that are not there come, and those that end at another
    /// date now are moved.
    case replace([CountdownItem])
    case remove(CountdownID)

    /// A target is bound, in place of what it was bound to; the numbers grow.
    case bind(number: Int, CountdownID, isCell: Bool, isTold: Bool, replacing: Int?)
    case unbind(number: Int)
    case deadline
  }

  /// What is to be done about an event.
  enum Effect: Equatable {
    /// Targets were just bound, or the model they are bound to was registered or moved.
    case show([CountdownTelling])

    /// All targets whose model has time left are told.
    case tick([CountdownTelling])

    /// A model ended, of which its targets are told; ends with nothing between them are one batch.
    case end(CountdownID, [CountdownTelling])

    /// A model was removed, of which its targets are told by their numbers.
    case remove(CountdownID, [Int])

    /// A target had to go.
    case evict(CountdownID, number: Int)
  }

  let configuration: CountdownHandler.Configuration
  private(set) var policy: CountdownHandler.BackgroundPolicy
  private(set) var isRunning = true
  private(set) var models = CountdownModels()

  private var phase: AppPhase? = .active
  private var now = Duration.zero

  /// For how long the handler's time stood still until it last went on.
  private var standstill = Duration.zero
  private var stoppedAt: Duration?

  /// In the handler's time, while a target shows a model that has time left.
  private var nextTick: Duration?

  /// What each target is bound to, by the number of its binding.
  private(set) var shown: [Int: CountdownID] = [:]
  private var numbers: [CountdownID: [Int]] = [:]

  /// The numbers of those that count for the maximum, the least recently bound first.
  private var cells: [Int] = []
  private var effects: [Effect] = []

  init(configuration: CountdownHandler.Configuration) {
    self.configuration = configuration
    policy = configuration.backgroundPolicy
  }
}

/// What a target is to be told.
struct CountdownTelling: Equatable {
  /// The binding.
  let number: Int

  /// The end of the model, by which it is known from another one of the same id.
  let end: Duration

  let state: CountdownState
}

// MARK: - Events

extension CountdownCore {
  /// Takes an event, and says what is to be done, in order.
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    defer { effects = [] }
    now = instant.referenceTime
    if case .deadline = event { catchUp(isNowDue: true) } else { catchUp() }
    switch event {
    case .phase(let phase):
      self.phase = phase
      stopOrGo()
    case .run(let isRunning):
      self.isRunning = isRunning
      stopOrGo()
    case .policy(let policy):
      self.policy = policy
      stopOrGo()
    case .add(let items):
      models.reserveCapacity(forMore: items.count)
      for item in items {
        add(item)
      }
    case .replace(let items): replace(with: items)
    case .remove(let id): remove(id)
    case .bind(let number, let id, let isCell, let isTold, let old):
      old.map { unbind($0) }
      bind(number, to: id, isCell: isCell, isTold: isTold)
    case .unbind(let number): unbind(number)
    case .deadline: break
    }
    updateTick()
    return effects
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before: never while nothing
  /// is shown and nothing ends, and never while time stands still.
  var nextDeadline: ContinuousClock.Instant? {
    mutating get {
      let end = models.next(afterStandstill: standstill)?.end
      return instant(of: nextTick.map { min($0, end ?? $0) } ?? end)
    }
  }

  /// When the next model ends; never while time stands still.
  var nextEnd: ContinuousClock.Instant? {
    instant(of: models.next(afterStandstill: standstill)?.end)
  }

  private func instant(of time: Duration?) -> ContinuousClock.Instant? {
    isStandingStill
      ? nil : time.map { ContinuousClock.Instant(referenceTime: $0 + standstill) }
  }
}

// MARK: - Time

extension CountdownCore {
  var isStandingStill: Bool { stoppedAt != nil }

  /// The handler's time: all time without the stretches in which it stood still.
  private func time(at now: Duration) -> Duration { (stoppedAt ?? now) - standstill }

  private mutating func stopOrGo() {
    guard isRunning, let phase, policy == .continues || phase.isForeground else {
      stoppedAt = stoppedAt ?? now
      return
    }
    guard let stopped = stoppedAt else { return }
    standstill += now - stopped
    stoppedAt = nil
    catchUp()
  }

  private mutating func catchUp(isNowDue: Bool = false) {
    guard !isStandingStill else { return }
    let time = time(at: now)
    func isDue(_ other: Duration) -> Bool { other < time || isNowDue && other == time }
    while let next = models.next(afterStandstill: standstill), isDue(next.end) {
      notify(models.expire(next.slot))
    }
    updateTick()
    guard let tick = nextTick, isDue(tick) else { return }
    let delay = time - tick < configuration.interval ? time - tick : .zero
    let tellings = shown.map(\.key).sorted().compactMap { number in
      shown[number].flatMap { models[$0] }
        .flatMap { $0.isExpired ? nil : telling($0, to: number, delay) }
    }
    effects.append(.tick(tellings))
    nextTick = time.nextMultiple(of: configuration.interval)
  }

  /// Starts the tick when a first target has something to be told, and stops it after the last.
  private mutating func updateTick() {
    let isTicking = shown.values.contains { models[$0]?.isExpired == false }
    nextTick = isTicking ? nextTick ?? time(at: now).nextMultiple(of: configuration.interval) : nil
  }
}

// MARK: - Models

extension CountdownCore {
  /// What there is to show of a model.
  func state(of id: CountdownID, at now: ContinuousClock.Instant) -> CountdownState? {
    models[id].map { state(of: $0, at: now.referenceTime) }
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
    let end = item.isAbsolute ? item.duration : time + item.duration
    let model = CountdownModels.Model(
      id: item.id,
      end: end,
      isAbsolute: item.isAbsolute,
      isExpired: end <= (item.isAbsolute ? now : time)
    )
    if models.insert(model), model.isExpired || !numbers.isEmpty {
      notify(model)
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
    guard item.isAbsolute, !model.isExpired || item.duration > now else { return false }
    return !model.isAbsolute || model.end != item.duration
  }

  private mutating func remove(_ id: CountdownID) {
    guard models.remove(id), let numbers = numbers[id] else { return }
    effects.append(.remove(id, numbers))
  }

  /// Tells the targets of a model that is new, or that has ended, or tells its end.
  private mutating func notify(_ model: CountdownModels.Model) {
    let tellings = (numbers[model.id] ?? []).map { telling(model, to: $0) }
    if model.isExpired {
      effects.append(.end(model.id, tellings))
    } else if !tellings.isEmpty {
      effects.append(.show(tellings))
    }
  }

  /// - Parameter delay: How long ago it was due.
  private func telling(
    _ model: CountdownModels.Model,
    to number: Int,
    _ delay: Duration = .zero
  ) -> CountdownTelling {
    CountdownTelling(number: number, end: model.end, state: state(of: model, at: now - delay))
  }
}

// MARK: - Targets

extension CountdownCore {
  /// Whether one target more would be too many.
  var isFull: Bool { cells.count >= configuration.maximumTargets }

  private mutating func bind(_ number: Int, to id: CountdownID, isCell: Bool, isTold: Bool) {
    shown[number] = id
    numbers[id, default: []].append(number)
    if isCell {
      cells.append(number)
    }
    if cells.count > configuration.maximumTargets, let last = shown[cells[0]] {
      effects.append(.evict(last, number: cells[0]))
      unbind(cells[0])
    }
    if isTold, let model = models[id] {
      effects.append(.show([telling(model, to: number)]))
    }
  }

  private mutating func unbind(_ number: Int) {
    guard let id = shown.removeValue(forKey: number) else { return }
    let others = (numbers[id] ?? []).filter { $0 != number }
    numbers[id] = others.isEmpty ? nil : others
    cells.removeAll { $0 == number }
  }

  /// Whether what was to be told of a model is still so, and concerns the target.
  ///
  /// Mutating, as ``nextDeadline``, since the core of an object is copied whole to be asked otherwise.
  mutating func isCurrent(_ telling: CountdownTelling) -> Bool {
    guard let id = shown[telling.number], let model = models[id] else { return false }
    return model.end == telling.end && model.isExpired == telling.state.isExpired
  }
}

extension Duration {
  /// The first multiple of an interval after this time, which is not negative.
  fileprivate func nextMultiple(of interval: Duration) -> Duration {
    let step = interval.attoseconds
    return Duration(attoseconds: (attoseconds / step + 1) * step)
  }
}
