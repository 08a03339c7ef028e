public import PushHub

/// Counts down any number of models with one tick, and tells each end exactly once.
///
/// Models (``CountdownItem``) are registered by id and stay until they are removed; targets
/// (``CountdownTarget``), such as the cells of a list, are bound to ids. A target is told at once,
/// then with each tick, and when its model ends. Ends are told at their time to ``onExpiry``, whether
/// or not anything shows the model.
///
/// ```swift
/// let handler = CountdownHandler(scheduler: scheduler)
/// try host.install(handler, named: "countdown")
/// handler.onExpiry = { ids in list.reload(ids) }
/// handler.add(contentsOf: page.offers.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
/// handler.bind(cell, to: offer.id)
/// ```
///
/// Models count in the handler's time, which starts with the handler and stands still while it is
/// stopped, and in the background if the policy is ``BackgroundPolicy/pauses``. A model starts with
/// exactly no time elapsed, whenever it is registered. Ticks come at the multiples of the interval in
/// that time; a tick costs what the bound targets cost, whatever the number of models, and there is
/// none while nothing is shown that has time left. The first tick comes after the instant in which
/// the first target was bound.
///
/// Ends at one instant come in the order of registration, and before the tick. What could not be told
/// in time, because the process slept, is told as soon as it can: all ends in one batch, in order, and
/// one tick. While the time stands still nothing is told, not even that a model has ended at its
/// server date; that comes when the time goes on.
///
/// Everything may be called from inside of what the handler calls. It takes effect at once; what is
/// told because of it comes after everything that was to be told before. A tick that is under way
/// leaves out targets that are unbound and models that are removed meanwhile, and ends when the
/// handler is stopped.
///
/// A handler works from the moment it is made, as in the foreground, and follows the app's phase when
/// it is attached. Several handlers do not know of each other, and all of them together need one
/// timer of the scheduler's.
@MainActor
public final class CountdownHandler {
  /// Told which models ended, in order: one, or all that fell due while the process slept.
  public var onExpiry: (([CountdownID]) -> Void)?

  /// Told on return to the foreground how long the app was away, after what fell due meanwhile.
  public var onReturn: ((Duration) -> Void)?

  /// Told of what the handler does, at the moment when it happens; for logs and tests.
  public var log: ((CountdownLogEntry) -> Void)?

  /// What the handler has done so far.
  public internal(set) var statistics = CountdownStatistics()

  private let scheduler: any Scheduler
  private(set) var core: CountdownCore
  var book = CountdownTargetBook()
  var subjects: Subjects?
  private var alarm: (time: Duration, action: ScheduledAction)?
  private var waitingEffects: [CountdownEffect] = []
  private var isTelling = false

  /// What alarms do; one closure for all, since there may be many.
  private lazy var wakeUp: @MainActor () -> Void = { [weak self] in self?.meetDeadline() }

  /// Makes a handler that runs, without models.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - configuration: How it counts.
  public init(scheduler: any Scheduler, configuration: Configuration = Configuration()) {
    self.scheduler = scheduler
    core = CountdownCore(configuration: configuration, at: scheduler.now)
  }

  deinit {
    book.finishStreams()
  }
}

// MARK: - Models

extension CountdownHandler {
  /// How many models are registered, those that have ended included.
  public var count: Int { core.models.count }

  /// The registered models in the order of their registration.
  ///
  /// Complexity: O(n log n).
  public var ids: [CountdownID] { core.models.ids }

  /// Whether a model of that id is registered.
  public func contains(_ id: CountdownID) -> Bool {
    core.models.contains(id)
  }

  /// What there is to show of a model now; `nil` if none is registered of that id.
  public func state(of id: CountdownID) -> CountdownState? {
    core.state(of: id, at: scheduler.now)
  }

  /// When the next model ends; `nil` if none is to end, or the time stands still.
  public var nextEnd: ContinuousClock.Instant? {
    core.nextEnd(at: scheduler.now.referenceTime).map(ContinuousClock.Instant.init(referenceTime:))
  }

  /// Registers a model; one that is there of that id is left alone, even if it has ended.
  ///
  /// Targets that are bound to the id already are told at once. A model without time left ends at
  /// once, even while the handler is stopped.
  ///
  /// Complexity: O(log n).
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  public func add(_ item: CountdownItem) -> Bool {
    let countBefore = count
    let effects = feed(.add(item))
    let isNew = count > countBefore
    tell(effects)
    return isNew
  }

  /// Registers models in their order; those that are there are left alone.
  public func add(contentsOf items: some Sequence<CountdownItem>) {
    handle(.addAll(Array(items)))
  }

  /// Makes the registered models those of a list, as after a refresh.
  ///
  /// Models that are there go on counting, whatever the list says of their time; those that the list
  /// lacks are removed; new ones are registered. Bound targets stay bound.
  @discardableResult
  public func replaceAll(with items: some Sequence<CountdownItem>) -> Replacement {
    let items = Array(items)
    let ids = Set(items.map(\.id))
    let kept = ids.count(where: contains)
    let replacement = Replacement(added: ids.count - kept, kept: kept, removed: count - kept)
    handle(.replace(items))
    return replacement
  }

  /// Removes a model; its targets stay bound, and wait for another model of that id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ id: CountdownID) -> Bool {
    let isThere = contains(id)
    handle(.remove(id))
    return isThere
  }

  /// Removes all models; targets stay bound.
  public func removeAll() {
    handle(.removeAll)
  }
}

// MARK: - Effects

extension CountdownHandler {
  func handle(_ event: CountdownCore.Event) {
    tell(feed(event))
  }

  private func feed(_ event: CountdownCore.Event) -> [CountdownEffect] {
    var effects: [CountdownEffect] = []
    setAlarm(at: core.handle(event, at: scheduler.now, &effects))
    return effects
  }

  /// Tells what is to be told, in order; from inside of that, after what is being told.
  private func tell(_ effects: [CountdownEffect]) {
    guard !effects.isEmpty else { return }
    guard !isTelling else {
      waitingEffects += effects
      return
    }
    isTelling = true
    perform(effects)
    while !waitingEffects.isEmpty {
      let next = waitingEffects
      waitingEffects = []
      perform(next)
    }
    isTelling = false
  }

  private func perform(_ effects: [CountdownEffect]) {
    var ended: [CountdownID] = []
    for effect in effects {
      if case .end(let id, _, _) = effect {
        ended.append(id)
      } else {
        tellEnds(&ended)
      }
      perform(effect)
    }
    tellEnds(&ended)
  }

  private func perform(_ effect: CountdownEffect) {
    switch effect {
    case .show(let telling): tell(telling, isTick: true)
    case .tick(let tellings): tick(tellings)
    case .end(let id, let isLate, let tellings): end(id, isLate: isLate, tellings)
    case .evict(let number, let id):
      statistics.evictions += 1
      book.forget(number)
      log?(.evicted(id))
    case .returned(let duration):
      log?(.returned(after: duration))
      onReturn?(duration)
    }
  }

  private func tick(_ tellings: [CountdownTelling]) {
    statistics.ticks += 1
    for telling in tellings {
      guard !core.isStandingStill else { return }
      tell(telling, isTick: true)
    }
  }

  private func end(_ id: CountdownID, isLate: Bool, _ tellings: [CountdownTelling]) {
    statistics.ends += 1
    if isLate {
      statistics.lateEnds += 1
    }
    log?(.expired(id))
    for telling in tellings {
      tell(telling, isTick: false)
    }
  }

  private func tellEnds(_ ids: inout [CountdownID]) {
    guard !ids.isEmpty else { return }
    onExpiry?(ids)
    ids = []
  }

  private func tell(_ telling: CountdownTelling, isTick: Bool) {
    guard core.concerns(telling) else { return }
    switch book.recipient(telling.number) {
    case .target(let target):
      count(telling, isTick: isTick)
      target.countdownChanged(to: telling.state)
    case .stream(let continuation):
      count(telling, isTick: isTick)
      continuation.yield(telling.state)
      if telling.state.isExpired {
        continuation.finish()
      }
    case nil:
      lose(telling.number)
    }
  }

  private func count(_ telling: CountdownTelling, isTick: Bool) {
    statistics.updates += 1
    if isTick {
      log?(.ticked(telling.state.id, remaining: telling.state.remaining))
    }
  }

  private func setAlarm(at time: Duration?) {
    guard time != alarm?.time else { return }
    if let alarm {
      scheduler.cancel(alarm.action)
    }
    alarm = nil
    if let time {
      let instant = ContinuousClock.Instant(referenceTime: time)
      alarm = (time, scheduler.schedule(at: instant, tolerance: .zero, wakeUp))
    }
  }

  private func meetDeadline() {
    alarm = nil
    statistics.wakeUps += 1
    handle(.deadline)
  }
}
