public import PushHub

/// Counts down any number of models with one tick, and reports each end exactly once.
///
/// Models (``CountdownItem``) are registered by id and stay until they are removed; targets
/// (``CountdownTarget``), such as the cells of a list, are bound to ids. A target is updated at once,
/// then with each tick, and when its model ends. ``onExpiry`` gets the ends at their time, whether or not
/// a target shows the model.
///
/// ```swift
/// let handler = CountdownHandler(scheduler: scheduler)
/// try host.install(handler, named: "countdown")
/// handler.onExpiry = { [weak page] ids in page?.reload(ids) }
/// handler.add(contentsOf: page.offers.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
/// handler.bind(cell, to: offer.id)
/// ```
///
/// Use one handler for each list. Handlers are independent; those of one scheduler tick together, and need
/// one timer.
///
/// Models count in the handler's time, which is paused while the handler is stopped or detached,
/// and in the background if the policy is ``BackgroundPolicy/pauses``. A model starts with exactly no
/// time elapsed, whenever it is registered. Ticks come at the multiples of the interval in that time; a
/// tick costs what the bound targets cost, whatever the number of models, and there is none while
/// nothing is shown that has time left. The first tick comes after the instant in which the first
/// target was bound.
///
/// Ends at one instant come in the order of registration, and before the tick. What could not be
/// reported in time, because the process was suspended, comes as soon as it can: all ends in one batch,
/// in order, and one tick. A tick that is late by less than the interval shows the time for which it was
/// due, so that no second is skipped; a later one shows the present. While the time is paused there are
/// no updates, not even for a model whose server date passes; that one is sent when the time continues.
///
/// Everything may be called from inside the handler's callbacks. It takes effect at once; the updates
/// that it causes come after those that are already due. A tick that is under way leaves out targets
/// that are unbound and models that are removed meanwhile, and ends when the handler is stopped.
///
/// A handler works from the moment it is created, as in the foreground, and follows the app's phase when
/// it is attached. When it is deallocated, its alarm is canceled in the next turn of the main actor.
@MainActor
public final class CountdownHandler {
  /// Called with the models that ended, in order: one, or all that ended while the process was
  /// suspended.
  public var onExpiry: (([String]) -> Void)?

  /// Called with each event, at once; for logs and tests.
  public var log: ((CountdownEvent) -> Void)?

  private let scheduler: any Scheduler
  private var context: PluginContext?
  var core: CountdownCore

  /// The targets of the numbers of bindings.
  var recipients: [Int: CountdownRecipient] = [:]
  var lastNumber = 0

  /// The update that a target is handling.
  private(set) var present: (target: any CountdownTarget, update: CountdownUpdate)?

  private lazy var alarm = DeadlineAlarm { [weak self] in self?.handle(.deadline) }
  private var pendingEffects: [CountdownCore.Effect] = []
  private var isPerforming = false
  private var hasLoggedLimit = false

  /// Creates a handler that runs, without models.
  ///
  /// - Parameters:
  ///   - scheduler: The clock by which it counts.
  ///   - configuration: The tick, and the policy for the background.
  public init(scheduler: any Scheduler, configuration: Configuration = Configuration()) {
    self.scheduler = scheduler
    core = CountdownCore(
      configuration: configuration,
      origin: CountdownOrigin.instant(of: scheduler)
    )
  }
}

// MARK: - Models

extension CountdownHandler {
  /// The number of models registered, those that have ended included.
  public var count: Int { core.models.count }

  /// The models in their order of registration.
  ///
  /// Complexity: O(n log n).
  public var ids: [String] { core.models.ids }

  /// Whether a model of that id is registered.
  public func contains(_ id: String) -> Bool {
    core.models[id] != nil
  }

  /// The present state of a model; `nil` if no model has that id.
  public func state(of id: String) -> CountdownState? {
    core.state(of: id, at: scheduler.now)
  }

  /// The time when the next model ends; `nil` if all have ended, or the time is paused.
  package var nextEnd: ContinuousClock.Instant? { core.nextEnd }

  /// Registers a model; one that is there of that id stays as it is, even if it has ended.
  ///
  /// Targets that are bound to the id already are updated at once. A model without time left ends at
  /// once, even while the handler is stopped.
  ///
  /// Complexity: O(log n).
  public func add(_ item: CountdownItem) {
    handle(.add([item]))
  }

  /// Registers models in their order; those that are there stay as they are.
  public func add(contentsOf items: some Sequence<CountdownItem>) {
    handle(.add(Array(items)))
  }

  /// Replaces the registered models with those of a list, as after a refresh.
  ///
  /// - A model that is there and ends at an instant, or is given one now, moves if that is another: its
  ///   targets are updated at once, and its end is reported at its new time, also if it had ended before.
  ///   It counts as registered anew. A model that has ended is not moved to a date that is past, too.
  /// - A model that counts a total continues, whatever its total in the list, which is what was
  ///   left when the list was created.
  /// - Those that the list lacks are removed, and their targets notified.
  /// - New ones are registered. Of several with one id the first counts.
  ///
  /// Bound targets stay bound.
  ///
  /// Complexity: O(n log n) for the models and the list together.
  public func replaceAll(with items: some Sequence<CountdownItem>) {
    handle(.replace(Array(items)))
  }

  /// Removes a model; its targets are notified, stay bound, and wait for another model of that id.
  public func remove(_ id: String) {
    handle(.remove(id))
  }

  /// Removes all models; targets are notified and stay bound.
  public func removeAll() {
    handle(.replace([]))
  }
}

// MARK: - Time

extension CountdownHandler: LoggingPlugin, LifecycleObserver {
  /// The configuration of the handler.
  public var recordedConfiguration: (any RecordedConfiguration)? { core.configuration }

  /// Whether the handler is started; it is from the beginning.
  public var isRunning: Bool { core.isRunning }

  /// Whether the time is paused: the handler is stopped, detached, or paused in the background.
  public var isPaused: Bool { core.isPaused }

  /// The policy for the time in the background; may be changed at any time.
  public var backgroundPolicy: BackgroundPolicy {
    get { core.policy }
    set { handle(.policy(newValue)) }
  }

  /// Resumes the time.
  public func start() {
    handle(.run(true))
  }

  /// Pauses the time; models and targets stay.
  public func stop() {
    handle(.run(false))
  }

  /// Lets the host's log receive the events too, but for updates of targets, and a recorder what the app does.
  public func attach(to context: PluginContext) {
    self.context = context
    var change = CountdownChange()
    for case let model? in ids.map(state) where !model.isExpired {
      change.added.append(CountdownChange.Model(id: model.id, duration: model.remaining))
    }
    change.shown = targets.map(\.id)
    if !isRunning { change.isRunning = false }
    if backgroundPolicy != core.configuration.backgroundPolicy {
      change.background = backgroundPolicy
    }
    record(change)
  }

  /// Pauses the time until the handler is attached again; models and targets stay.
  public func detach() {
    handle(.phase(nil))
    context = nil
  }

  /// Follows the app's phase from the present one; time that was paused by ``detach()`` continues.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    handle(.phase(state.phase))
  }
}

// MARK: - Effects

extension CountdownHandler {
  /// Takes effect at once: a `FeatureRuntime` would queue it, and callers need its result, such as
  /// ``state(of:)``.
  func handle(_ event: CountdownCore.Event) {
    if context != nil { record(CountdownChange(event, in: core, at: scheduler.now)) }
    let effects = core.handle(event, at: scheduler.now)
    alarm.set(to: core.nextDeadline, on: scheduler)
    perform(effects)
  }

  /// Performs effects in order; from inside one, after those that are due already.
  private func perform(_ effects: [CountdownCore.Effect]) {
    pendingEffects += effects
    guard !isPerforming else { return }
    isPerforming = true
    while !pendingEffects.isEmpty {
      let effects = pendingEffects
      pendingEffects = []
      performAll(effects)
    }
    isPerforming = false
  }

  private func performAll(_ effects: [CountdownCore.Effect]) {
    var ended: [String] = []
    func reportEnds() {
      guard !ended.isEmpty else { return }
      onExpiry?(ended)
      ended = []
    }
    for effect in effects {
      if case .end(let id, _) = effect {
        ended.append(id)
        log(.expired(id: id))
      } else {
        reportEnds()
      }
      switch effect {
      case .end(_, let updates): send(updates, isLogged: false)
      case .show(let updates): send(updates)
      case .tick(let updates): send(updates, isTick: true)
      case .remove(let id, let numbers):
        for number in numbers where core.shown[number] == id && core.models[id] == nil {
          recipient(number)?.countdownRemoved(id)
        }
      case .evict(_, let number):
        recipients[number] = nil
        if !hasLoggedLimit {
          log(.limitReached(maximum: core.configuration.maximumTargets))
        }
        hasLoggedLimit = true
      }
    }
    reportEnds()
  }

  private func record(_ change: CountdownChange) {
    if change != CountdownChange() { context?.record(change) }
  }

  private func log(_ event: CountdownEvent) {
    log?(event)
    context?.log(event)
  }

  private func send(_ updates: [CountdownUpdate], isTick: Bool = false, isLogged: Bool = true) {
    for update in updates where !(isTick && core.isPaused) {
      guard core.isCurrent(update), let target = recipient(update.number) else { continue }
      if isLogged {
        log?(.tick(id: update.state.id, remaining: update.state.remaining))
      }
      present = (target, update)
      target.countdownChanged(to: update.state)
      present = nil
    }
  }
}

/// The instant when the time of a scheduler's handlers begins: one for all, so that they tick together.
@MainActor
private struct CountdownOrigin {
  private static var origins: [Self] = []

  private weak let scheduler: (any Scheduler)?
  private let instant: ContinuousClock.Instant

  static func instant(of scheduler: any Scheduler) -> ContinuousClock.Instant {
    origins.removeAll { $0.scheduler == nil }
    if let origin = origins.first(where: { $0.scheduler === scheduler }) { return origin.instant }
    let origin = Self(scheduler: scheduler, instant: scheduler.now)
    origins.append(origin)
    return origin.instant
  }
}
