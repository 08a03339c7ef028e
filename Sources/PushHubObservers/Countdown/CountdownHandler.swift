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
/// handler.onExpiry = { ids in page.reload(ids) }
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
/// Several lists live in one handler: its own models are one, and ``list(_:)`` gives others, each with
/// its models and its end callback.
///
/// A handler works from the moment it is made, as in the foreground, and follows the app's phase when
/// it is attached. Several handlers do not know of each other, and all of them together need one
/// timer of the scheduler's. When a handler is let go of, its alarm goes in the next turn of the main
/// actor.
@MainActor
public final class CountdownHandler {
  /// Told which of the handler's own models ended, in order: one, or all that fell due while the
  /// process slept.
  ///
  /// There is one callback for a list; to set another in its place is told to ``log``. Features that
  /// need to hear of different models have a ``list(_:)`` each.
  public var onExpiry: (([CountdownID]) -> Void)? {
    get { expiries[0] }
    set { setExpiry(newValue, of: 0) }
  }

  /// Told on return to the foreground how long the app was away, after what fell due meanwhile.
  public var onReturn: ((Duration) -> Void)?

  /// Told of what the handler does, at the moment when it happens; for logs and tests.
  public var log: ((CountdownLogEntry) -> Void)?

  /// What the handler has done so far.
  public internal(set) var statistics = CountdownStatistics()

  private let scheduler: any Scheduler
  private(set) var core: CountdownCore
  var book = CountdownTargetBook()
  var context: PluginContext?

  /// By the number of the list, as the names; the handler's own comes first and has none.
  private(set) var expiries: [(([CountdownID]) -> Void)?] = [nil]
  private(set) var listNames: [String?] = [nil]
  var listNumbers: [String: Int] = [:]

  private lazy var alarm = DeadlineAlarm { [weak self] in self?.meetDeadline() }

  /// When the alarm is set for; durations are compared faster than instants.
  private var alarmTime: Duration?
  private var waitingEffects: [CountdownEffect] = []
  private var isTelling = false

  /// What is being told now, to whom.
  private var present: (target: ObjectIdentifier, telling: CountdownTelling)?

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
  /// How many models of its own are registered, those that have ended included.
  public var count: Int { core.lists[0].count }

  /// The handler's own models in the order of their registration.
  ///
  /// Complexity: O(n log n).
  public var ids: [CountdownID] { core.lists[0].ids }

  /// Whether a model of that id is registered.
  public func contains(_ id: CountdownID) -> Bool {
    core.lists[0].contains(id)
  }

  /// What there is to show of a model now; `nil` if none is registered of that id.
  public func state(of id: CountdownID) -> CountdownState? {
    state(of: id, in: 0)
  }

  /// When the next model ends, of any list; `nil` if none is to end, or the time stands still.
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
    add(item, in: 0)
  }

  /// Registers models in their order; those that are there are left alone.
  public func add(contentsOf items: some Sequence<CountdownItem>) {
    handle(.addAll(Array(items)))
  }

  /// Makes the registered models those of a list, as after a refresh.
  ///
  /// - A model that is there and ends at an instant, or is given one now, moves if that is another: its
  ///   targets are told at once, and its end is told at its new time, also if it had ended before. It
  ///   counts as registered anew. A model that has ended is not moved to a date that is past, too.
  /// - A model that counts a total goes on counting, whatever the list says of its total: it is what
  ///   was left when the list was made.
  /// - Those that the list lacks are removed, and their targets told so.
  /// - New ones are registered. Of several with one id the first counts.
  ///
  /// Bound targets stay bound.
  ///
  /// Complexity: O(n) for the models and the list together.
  @discardableResult
  public func replaceAll(with items: some Sequence<CountdownItem>) -> Replacement {
    replace(with: Array(items), in: 0)
  }

  /// Removes a model; its targets are told so, stay bound, and wait for another model of that id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ id: CountdownID) -> Bool {
    remove(id, in: 0)
  }

  /// Removes all of the handler's own models; targets are told so and stay bound.
  public func removeAll() {
    handle(.removeAll())
  }
}

// MARK: - Lists

extension CountdownHandler {
  func makeList(_ name: String) -> Int {
    listNames.append(name)
    expiries.append(nil)
    core.lists.append(CountdownModels())
    return core.lists.count - 1
  }

  func setExpiry(_ expiry: (([CountdownID]) -> Void)?, of list: Int) {
    if expiry != nil, expiries[list] != nil {
      log?(.expiryReplaced(list: listNames[list]))
    }
    expiries[list] = expiry
  }

  func state(of id: CountdownID, in list: Int) -> CountdownState? {
    core.state(of: id, in: list, at: scheduler.now)
  }

  func add(_ item: CountdownItem, in list: Int) -> Bool {
    let countBefore = core.lists[list].count
    let effects = feed(.add(item, in: list))
    let isNew = core.lists[list].count > countBefore
    tell(effects)
    return isNew
  }

  func replace(with items: [CountdownItem], in list: Int) -> Replacement {
    let effects = feed(.replace(items, in: list))
    let replacement = core.lastReplacement
    tell(effects)
    return replacement
  }

  func remove(_ id: CountdownID, in list: Int) -> Bool {
    let isThere = core.lists[list].contains(id)
    handle(.remove(id, in: list))
    return isThere
  }
}

// MARK: - Effects

extension CountdownHandler {
  func handle(_ event: CountdownCore.Event) {
    tell(feed(event))
  }

  /// Takes effect at once, unlike what a `CoreDriver` queues: callers are answered, as by ``add(_:)``,
  /// and a tick of many targets is one effect that is appended, not copied.
  func feed(_ event: CountdownCore.Event) -> [CountdownEffect] {
    var effects: [CountdownEffect] = []
    let deadline = core.handle(event, at: scheduler.now, &effects)
    if deadline != alarmTime {
      alarmTime = deadline
      alarm.set(to: deadline.map(ContinuousClock.Instant.init(referenceTime:)), on: scheduler)
    }
    return effects
  }

  /// Tells what is to be told, in order; from inside of that, after what is being told.
  func tell(_ effects: [CountdownEffect]) {
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
    var ended = CountdownEndedModels()
    for effect in effects {
      if case .end(let id, let list, let isLate, let tellings) = effect {
        ended.append(id, of: list)
        end(id, in: list, isLate: isLate, tellings)
      } else {
        tellEnds(&ended)
        perform(effect)
      }
    }
    tellEnds(&ended)
  }

  private func perform(_ effect: CountdownEffect) {
    switch effect {
    case .end: break
    case .show(let telling): tell(telling, isTick: true)
    case .tick(let tellings): tick(tellings)
    case .remove(let id, let numbers): tellRemoval(of: id, to: numbers)
    case .evict(let number, let id, let list):
      statistics.evictions += 1
      book.forget(number)
      log?(.evicted(id, list: listNames[list]))
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

  private func end(
    _ id: CountdownID,
    in list: Int,
    isLate: Bool,
    _ tellings: [CountdownTelling]
  ) {
    statistics.ends += 1
    if isLate {
      statistics.lateEnds += 1
    }
    log?(.expired(id, list: listNames[list]))
    for telling in tellings {
      tell(telling, isTick: false)
    }
  }

  private func tellRemoval(of id: CountdownID, to numbers: [Int]) {
    for number in numbers where core.isWaiting(number) {
      switch book.recipient(number) {
      case .target(let target): target.countdownRemoved(id)
      case .stream: break
      case nil: lose(number)
      }
    }
  }

  /// Tells each list of its own ends, the first to end first.
  private func tellEnds(_ ended: inout CountdownEndedModels) {
    while let (list, ids) = ended.takeFirst() {
      expiries[list]?(ids)
    }
  }

  private func tell(_ telling: CountdownTelling, isTick: Bool) {
    guard core.concerns(telling) else { return }
    switch book.recipient(telling.number) {
    case .target(let target):
      count(telling, isTick: isTick)
      present = (ObjectIdentifier(target), telling)
      target.countdownChanged(to: telling.state)
      present = nil
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

  /// Whether a target is just being told of a model, so that to tell it again would be no news.
  func isTelling(_ target: any CountdownTarget, of telling: CountdownTelling) -> Bool {
    guard let present, present.target == ObjectIdentifier(target) else { return false }
    let state = present.telling.state
    return present.telling.list == telling.list && present.telling.serial == telling.serial
      && state.id == telling.state.id && state.isExpired == telling.state.isExpired
  }

  private func count(_ telling: CountdownTelling, isTick: Bool) {
    statistics.updates += 1
    if isTick, log != nil {
      let list = listNames[telling.list]
      log?(.ticked(telling.state.id, list: list, remaining: telling.state.remaining))
    }
  }

  private func meetDeadline() {
    alarmTime = nil
    statistics.wakeUps += 1
    handle(.deadline)
  }
}
