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
  public private(set) var statistics = CountdownStatistics()

  private let scheduler: any Scheduler
  private var core: CountdownCore
  private var book = CountdownTargetBook()
  private var subjects: Subjects?
  private var alarm: (instant: ContinuousClock.Instant, action: ScheduledAction)?
  private var effects: [CountdownCore.Effect] = []
  private var isTelling = false

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
    let isNew = !contains(item.id)
    handle(.add(item))
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

// MARK: - Targets

extension CountdownHandler {
  /// The living targets, with what each is bound to, in the order of binding.
  public var targets: [(target: any CountdownTarget, id: CountdownID)] { book.cells }

  /// Binds a target to a model, and tells it at once.
  ///
  /// The target is held weakly. If it was bound to another model, as a cell that is reused, it hears
  /// no more of that. If no model of that id is registered yet, it is told as soon as one is. Binding
  /// again to the same id is a new binding. If there are more targets than may be, the least recently
  /// bound has to go.
  ///
  /// Complexity: O(number of targets).
  public func bind(_ target: any CountdownTarget, to id: CountdownID) {
    for number in book.takeDead() {
      lose(number)
    }
    unbind(target)
    handle(.bind(number: book.add(target, boundTo: id), id, isEvictable: true))
  }

  /// Cuts a target off.
  public func unbind(_ target: any CountdownTarget) {
    guard let number = book.remove(target) else { return }
    handle(.unbind(number: number))
  }

  /// Cuts all targets off; streams and observed countdowns go on.
  public func unbindAll() {
    for (target, _) in targets {
      unbind(target)
    }
  }

  /// What a target is bound to.
  public func id(of target: any CountdownTarget) -> CountdownID? {
    book.id(of: target)
  }

  /// The states of one model: now, with each tick, and at the end, with which the stream ends.
  ///
  /// A slow consumer gets the latest. If no model of that id is registered, the stream waits for one.
  /// It counts as shown for the tick, but not as a target for the maximum. It also ends when the
  /// handler is let go.
  public func states(of id: CountdownID) -> AsyncStream<CountdownState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CountdownState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = book.add(continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unbindStream(number) }
    }
    handle(.bind(number: number, id, isEvictable: false))
    return stream
  }

  /// Binds a target that does not count for the maximum.
  func watch(_ id: CountdownID, with target: any CountdownTarget) {
    handle(.bind(number: book.add(target, boundTo: nil), id, isEvictable: false))
  }

  private func unbindStream(_ number: Int) {
    book.forget(number)
    handle(.unbind(number: number))
  }

  private func lose(_ number: Int) {
    statistics.diedTargets += 1
    book.forget(number)
    handle(.unbind(number: number))
  }
}

// MARK: - Running

extension CountdownHandler {
  /// Whether the handler is started; it is from the beginning.
  public var isRunning: Bool { core.isRunning }

  /// What happens to the time in the background; may be changed at any time.
  public var backgroundPolicy: BackgroundPolicy {
    get { core.policy }
    set { handle(.policy(newValue)) }
  }

  /// Lets the time go on from where it stood.
  public func start() {
    handle(.run(true))
  }

  /// Lets the time stand still; models and targets stay.
  public func stop() {
    handle(.run(false))
  }
}

extension CountdownHandler: PushPlugin, LifecycleObserver {
  /// Follows the app's phase from what is true now; time that stood still since a detachment goes on.
  public func attach(to subjects: Subjects) {
    detach()
    self.subjects = subjects
    subjects.lifecycle.add(self)
  }

  /// Lets the time stand still; models and targets stay.
  public func detach() {
    guard let subjects else { return }
    subjects.lifecycle.remove(self)
    self.subjects = nil
    handle(.detached)
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    handle(.began(state.phase))
  }

  /// Follows the phases.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .phaseChanged(let phase) = event {
      handle(.phase(phase))
    }
  }
}

// MARK: - Effects

extension CountdownHandler {
  private func handle(_ event: CountdownCore.Event) {
    let now = scheduler.now
    effects += core.handle(event, at: now)
    setAlarm(at: now)
    guard !isTelling else { return }
    isTelling = true
    while !effects.isEmpty {
      let next = effects
      effects = []
      for effect in next {
        perform(effect)
      }
    }
    isTelling = false
  }

  private func perform(_ effect: CountdownCore.Effect) {
    switch effect {
    case .show(let telling): tell(telling, isTick: true)
    case .tick(let tellings): tick(tellings)
    case .expire(let endings): expire(endings)
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

  private func expire(_ endings: [CountdownEffects.Ending]) {
    for ending in endings {
      statistics.ends += 1
      statistics.lateEnds += ending.isLate ? 1 : 0
      log?(.expired(ending.id))
      for telling in ending.tellings {
        tell(telling, isTick: false)
      }
    }
    onExpiry?(endings.map(\.id))
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

  private func setAlarm(at now: ContinuousClock.Instant) {
    let instant = core.nextDeadline(at: now)
    guard instant != alarm?.instant else { return }
    if let alarm {
      scheduler.cancel(alarm.action)
    }
    alarm = instant.map { instant in
      let action = scheduler.schedule(at: instant, tolerance: .zero) { [weak self] in
        self?.wakeUp()
      }
      return (instant, action)
    }
  }

  private func wakeUp() {
    alarm = nil
    statistics.wakeUps += 1
    handle(.deadline)
  }
}
