import PushHub

/// Decides what targets show, and when models end.
///
/// A deadline that passed before an event, but was not reported since the process was suspended, is
/// reported before the event. A deadline at the very instant of the event waits for ``Event/deadline``.
struct CountdownCore {
  enum Event: Equatable {
    /// The app is in a phase; without one the handler is detached, and nothing counts.
    case phase(AppPhase?)
    case run(Bool)
    case policy(CountdownHandler.BackgroundPolicy)
    case add([CountdownItem])

    /// All other models are removed, new ones are registered, and those that end at another date now
    /// are moved.
    case replace([CountdownItem])
    case remove(String)

    /// A target is bound, in place of former bindings; the numbers grow.
    case bind(number: Int, String, isCell: Bool, isUpdated: Bool, replacing: [Int])
    case unbind(number: Int)
    case deadline
  }

  /// An effect of an event.
  enum Effect: Equatable {
    /// Targets were just bound, or the model they are bound to was registered or moved.
    case show([CountdownUpdate])

    /// Updates all targets whose model has time left.
    case tick([CountdownUpdate])

    /// A model ended; ends with nothing between them are one batch.
    case end(String, [CountdownUpdate])

    /// A model was removed, to which the targets of these numbers are bound.
    case remove(String, [Int])

    /// A target was unbound, since there were too many.
    case evict(String, number: Int)
  }

  /// The time of an event, since the origin, and its effects in order.
  private struct Turn {
    let now: Duration
    var effects: [Effect] = []
  }

  let configuration: CountdownHandler.Configuration
  private(set) var policy: CountdownHandler.BackgroundPolicy
  private(set) var isRunning = true
  private(set) var models = CountdownModels()

  /// The instant where the handler's time is zero, and from which all times are counted.
  private let origin: ContinuousClock.Instant
  private var phase: AppPhase? = .active

  /// The time when the handler's time paused, if it does.
  private var pausedSince: Duration?

  /// The time that it paused before.
  private var pausedTime = Duration.zero

  /// The next tick, in the handler's time, while a target shows a model that has time left.
  private var nextTick: Duration?

  /// The id that each target is bound to, by the number of its binding.
  private(set) var shown: [Int: String] = [:]

  /// The numbers of those that count for the maximum, the least recently bound first.
  private var cells: [Int] = []

  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - origin: The instant from which ticks are counted; not after any event.
  init(configuration: CountdownHandler.Configuration, origin: ContinuousClock.Instant) {
    self.configuration = configuration
    self.origin = origin
    policy = configuration.backgroundPolicy
  }
}

/// The new state of a target.
struct CountdownUpdate: Equatable {
  /// The binding.
  let number: Int

  /// The model's place in the order of registration, which distinguishes it from another one of the same id.
  let order: Int

  let state: CountdownState
}

// MARK: - Events

extension CountdownCore {
  /// Handles an event, and returns its effects in order.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    var turn = Turn(now: now - origin)
    catchUp(isNowDue: event == .deadline, in: &turn)
    switch event {
    case .phase(let phase): self.phase = phase
    case .run(let isRunning): self.isRunning = isRunning
    case .policy(let policy): self.policy = policy
    case .add(let items):
      for item in items { add(item, in: &turn) }
    case .replace(let items): replace(with: items, in: &turn)
    case .remove(let id): remove(id, in: &turn)
    case .bind(let number, let id, let isCell, let isUpdated, let former):
      for number in former { unbind(number) }
      bind(number, to: id, isCell: isCell, isUpdated: isUpdated, in: &turn)
    case .unbind(let number): unbind(number)
    case .deadline: break
    }
    pauseOrResume(in: &turn)
    updateTick(at: turn.now)
    return turn.effects
  }

  /// The time of ``Event/deadline`` if nothing happens before: never while nothing is shown and nothing
  /// ends, and never while time is paused.
  var nextDeadline: ContinuousClock.Instant? {
    let tick = isPaused ? nil : nextTick.map { origin + $0 + pausedTime }
    return [tick, nextEnd].compactMap(\.self).min()
  }

  /// The time when the next model ends; never while time is paused.
  var nextEnd: ContinuousClock.Instant? { isPaused ? nil : models.nextEnd.map { origin + $0.time } }
}

// MARK: - Time

extension CountdownCore {
  var isPaused: Bool { pausedSince != nil }

  /// The handler's time: all time without the stretches in which it was paused.
  private func time(at now: Duration) -> Duration { (pausedSince ?? now) - pausedTime }

  private mutating func pauseOrResume(in turn: inout Turn) {
    guard isRunning, let phase, policy == .continues || phase.isForeground else {
      pausedSince = pausedSince ?? turn.now
      return
    }
    guard let start = pausedSince else { return }
    pausedTime += turn.now - start
    models.postpone(by: turn.now - start)
    pausedSince = nil
    catchUp(in: &turn)
  }

  private mutating func catchUp(isNowDue: Bool = false, in turn: inout Turn) {
    guard !isPaused else { return }
    while let end = models.nextEnd, end.time < turn.now || isNowDue && end.time == turn.now {
      if let model = models.expire(end.id) { update(model, in: &turn) }
    }
    updateTick(at: turn.now)
    let time = time(at: turn.now)
    guard let tick = nextTick, tick < time || isNowDue && tick == time else { return }
    let delay = time - tick < configuration.interval ? time - tick : .zero
    let updates = shown.sorted { $0.key < $1.key }.compactMap { number, id in
      models[id].flatMap {
        $0.isExpired ? nil : newUpdate(of: $0, for: number, at: turn.now - delay)
      }
    }
    turn.effects.append(.tick(updates))
    nextTick = time.nextMultiple(of: configuration.interval)
  }

  /// Starts the tick with the first target whose model has time left, and stops it after the last.
  private mutating func updateTick(at now: Duration) {
    let isTicking = shown.values.contains { models[$0]?.isExpired == false }
    nextTick = isTicking ? nextTick ?? time(at: now).nextMultiple(of: configuration.interval) : nil
  }
}

// MARK: - Models

extension CountdownCore {
  /// The state of a model.
  func state(of id: String, at now: ContinuousClock.Instant) -> CountdownState? {
    models[id].map { state(of: $0, at: now - origin) }
  }

  private func state(of model: CountdownModels.Model, at now: Duration) -> CountdownState {
    let timeLeft = model.end - (model.isAbsolute ? now : pausedSince ?? now)
    return CountdownState(
      id: model.id,
      remaining: model.isExpired ? .zero : max(.zero, timeLeft),
      isExpired: model.isExpired
    )
  }

  private mutating func add(_ item: CountdownItem, in turn: inout Turn) {
    let start = pausedSince ?? turn.now
    let (end, isAbsolute) =
      switch item.end {
      case .after(let total): (start + total, false)
      case .at(let instant): (instant - origin, true)
      }
    let model = models.insert(
      item.id,
      end: end,
      isAbsolute: isAbsolute,
      isExpired: end <= (isAbsolute ? turn.now : start)
    )
    if let model { update(model, in: &turn) }
  }

  private mutating func replace(with items: [CountdownItem], in turn: inout Turn) {
    var remaining: Set<String> = []
    let items = items.filter { remaining.insert($0.id).inserted }
    for id in models.ids where !remaining.contains(id) {
      remove(id, in: &turn)
    }
    for item in items {
      if let model = models[item.id], isMoved(model, by: item, at: turn.now) {
        models.remove(item.id)
      }
      add(item, in: &turn)
    }
  }

  /// A model that has ended is not moved to a date that is past, too.
  private func isMoved(
    _ model: CountdownModels.Model,
    by item: CountdownItem,
    at now: Duration
  ) -> Bool {
    guard case .at(let instant) = item.end else { return false }
    let end = instant - origin
    return (!model.isExpired || end > now) && (!model.isAbsolute || model.end != end)
  }

  /// Whether a model of that id is there, and a list with the item leaves it as it is.
  func keeps(_ item: CountdownItem, at now: ContinuousClock.Instant) -> Bool {
    models[item.id].map { !isMoved($0, by: item, at: now - origin) } ?? false
  }

  /// Whether another binding than that of a number shows a model.
  func isShown(_ id: String, besides number: Int) -> Bool {
    for other in shown where other.key != number && other.value == id { return true }
    return false
  }

  private mutating func remove(_ id: String, in turn: inout Turn) {
    guard models.remove(id) else { return }
    let numbers = numbers(of: id)
    if !numbers.isEmpty { turn.effects.append(.remove(id, numbers)) }
  }

  /// Updates the targets of a model that is new or has ended.
  private func update(_ model: CountdownModels.Model, in turn: inout Turn) {
    let updates = numbers(of: model.id).map { newUpdate(of: model, for: $0, at: turn.now) }
    if model.isExpired {
      turn.effects.append(.end(model.id, updates))
    } else if !updates.isEmpty {
      turn.effects.append(.show(updates))
    }
  }

  private func newUpdate(
    of model: CountdownModels.Model,
    for number: Int,
    at now: Duration
  ) -> CountdownUpdate {
    CountdownUpdate(number: number, order: model.order, state: state(of: model, at: now))
  }
}

// MARK: - Targets

extension CountdownCore {
  private mutating func bind(
    _ number: Int,
    to id: String,
    isCell: Bool,
    isUpdated: Bool,
    in turn: inout Turn
  ) {
    shown[number] = id
    if isCell {
      cells.append(number)
    }
    if cells.count > configuration.maximumTargets, let last = shown[cells[0]] {
      turn.effects.append(.evict(last, number: cells[0]))
      unbind(cells[0])
    }
    if isUpdated, let model = models[id] {
      turn.effects.append(.show([newUpdate(of: model, for: number, at: turn.now)]))
    }
  }

  private mutating func unbind(_ number: Int) {
    shown[number] = nil
    cells.removeAll { $0 == number }
  }

  /// The bindings of a model, in their order.
  private func numbers(of id: String) -> [Int] {
    shown.compactMap { $0.value == id ? $0.key : nil }.sorted()
  }

  /// Whether an update still holds: the target is bound to that model, in that state.
  func isCurrent(_ update: CountdownUpdate) -> Bool {
    guard let id = shown[update.number], let model = models[id] else { return false }
    return model.order == update.order && model.isExpired == update.state.isExpired
  }
}

extension Duration {
  /// The first multiple of an interval after this time, which is not negative.
  fileprivate func nextMultiple(of interval: Duration) -> Duration {
    // Long division, since the quotient of two durations is a number that isn't exact.
    var rest = self
    var divisor = interval
    while divisor <= rest - divisor { divisor += divisor }
    while divisor >= interval {
      if rest >= divisor { rest -= divisor }
      divisor /= 2
    }
    return self - rest + interval
  }
}
