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
/// handler.onExpiry = { [weak page] ids in page?.reload(ids) }
/// handler.add(contentsOf: page.offers.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
/// handler.bind(cell, to: offer.id)
/// ```
///
/// A handler is one list; several lists are several handlers. They do not know of each other, tick
/// together, and all of them together need one timer of the scheduler's.
///
/// Models count in the handler's time, which stands still while the handler is stopped or detached,
/// and in the background if the policy is ``BackgroundPolicy/pauses``. A model starts with exactly no
/// time elapsed, whenever it is registered. Ticks come at the multiples of the interval in that time; a
/// tick costs what the bound targets cost, whatever the number of models, and there is none while
/// nothing is shown that has time left. The first tick comes after the instant in which the first
/// target was bound.
///
/// Ends at one instant come in the order of registration, and before the tick. What could not be told
/// in time, because the process slept, is told as soon as it can: all ends in one batch, in order, and
/// one tick. A tick that is late by less than the interval shows the time for which it was due, so that
/// no second is skipped; a later one shows the present. While the time stands still nothing is told, not
/// even that a model has ended at its server date; that comes when the time goes on.
///
/// Everything may be called from inside of what the handler calls. It takes effect at once; what is
/// told because of it comes after everything that was to be told before. A tick that is under way
/// leaves out targets that are unbound and models that are removed meanwhile, and ends when the
/// handler is stopped.
///
/// A handler works from the moment it is made, as in the foreground, and follows the app's phase when
/// it is attached. When a handler is let go of, its alarm goes in the next turn of the main actor.
@MainActor
public final class CountdownHandler {
  /// Told which models ended, in order: one, or all that fell due while the process slept.
  public var onExpiry: (([CountdownID]) -> Void)?

  /// Told of what the handler does, at the moment when it happens; for logs and tests.
  public var log: ((CountdownEvent) -> Void)?

  private let scheduler: any Scheduler
  var core: CountdownCore
  var recipients = CountdownRecipients()

  /// What is being told now, to whom.
  private(set) var present: (target: any CountdownTarget, telling: CountdownTelling)?

  private lazy var alarm = DeadlineAlarm { [weak self] in self?.handle(.deadline) }
  private var waiting: [CountdownCore.Effect] = []
  private var isTelling = false
  private var hasLoggedLimit = false

  /// Makes a handler that runs, without models.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - configuration: How it counts.
  public init(scheduler: any Scheduler, configuration: Configuration = Configuration()) {
    self.scheduler = scheduler
    core = CountdownCore(configuration: configuration)
  }
}

// MARK: - Models

extension CountdownHandler {
  /// How many models are registered, those that have ended included.
  public var count: Int { core.models.count }

  /// The models in the order of their registration.
  ///
  /// Complexity: O(n).
  public var ids: [CountdownID] { core.models.ids }

  /// Whether a model of that id is registered.
  public func contains(_ id: CountdownID) -> Bool {
    core.models[id] != nil
  }

  /// What there is to show of a model now; `nil` if none is registered of that id.
  public func state(of id: CountdownID) -> CountdownState? {
    core.state(of: id, at: scheduler.now)
  }

  /// When the next model ends; `nil` if none is to end, or the time stands still.
  package var nextEnd: ContinuousClock.Instant? { core.nextEnd }

  /// Registers a model; one that is there of that id is left alone, even if it has ended.
  ///
  /// Targets that are bound to the id already are told at once. A model without time left ends at
  /// once, even while the handler is stopped.
  ///
  /// Complexity: O(log n).
  public func add(_ item: CountdownItem) {
    handle(.add([item]))
  }

  /// Registers models in their order; those that are there are left alone.
  public func add(contentsOf items: some Sequence<CountdownItem>) {
    handle(.add(Array(items)))
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
  /// Complexity: O(n log n) for the models and the list together.
  public func replaceAll(with items: some Sequence<CountdownItem>) {
    handle(.replace(Array(items)))
  }

  /// Removes a model; its targets are told so, stay bound, and wait for another model of that id.
  public func remove(_ id: CountdownID) {
    handle(.remove(id))
  }

  /// Removes all models; targets are told so and stay bound.
  public func removeAll() {
    handle(.replace([]))
  }
}

// MARK: - Time

extension CountdownHandler: LoggingPlugin, LifecycleObserver {
  /// How the handler counts.
  public var recordedConfiguration: (any RecordedConfiguration)? { core.configuration }

  /// Whether the handler is started; it is from the beginning.
  public var isRunning: Bool { core.isRunning }

  /// Whether the time stands still: the handler is stopped, detached, or paused in the background.
  public var isStandingStill: Bool { core.isStandingStill }

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

  /// Lets the time stand still until the handler is attached again; models and targets stay.
  public func detach() {
    handle(.phase(nil))
  }

  /// Follows the app's phase from what is true now; time that stood still since a detachment goes on.
  public func begin(with state: LifecycleState) {
    handle(.phase(state.phase))
  }

  /// Follows the phases.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    handle(.phase(state.phase))
  }
}

// MARK: - Effects

extension CountdownHandler {
  func handle(_ event: CountdownCore.Event) {
    notify(feed(event))
  }

  /// Takes effect at once, unlike what a `CoreDriver` queues, since callers are answered.
  func feed(_ event: CountdownCore.Event) -> [CountdownCore.Effect] {
    let effects = core.handle(event, at: scheduler.now)
    alarm.set(to: core.nextDeadline, on: scheduler)
    return effects
  }

  /// Tells what is to be told, in order; from inside of that, after what is being told.
  func notify(_ effects: [CountdownCore.Effect]) {
    guard !isTelling else {
      waiting += effects
      return
    }
    isTelling = true
    var effects = effects
    while !effects.isEmpty {
      perform(effects)
      effects = waiting
      waiting = []
    }
    isTelling = false
  }

  private func perform(_ effects: [CountdownCore.Effect]) {
    var ended: [CountdownID] = []
    func notifyEnds() {
      guard !ended.isEmpty else { return }
      onExpiry?(ended)
      ended = []
    }
    for effect in effects {
      if case .end(let id, _) = effect {
        ended.append(id)
        log?(.expired(id))
      } else {
        notifyEnds()
      }
      switch effect {
      case .end(_, let tellings): notify(tellings, isLogged: false)
      case .show(let tellings): notify(tellings)
      case .tick(let tellings): notify(tellings, isTick: true)
      case .remove(let id, let numbers):
        for number in numbers where core.shown[number] == id && core.models[id] == nil {
          recipient(number)?.countdownRemoved(id)
        }
      case .evict(_, let number):
        recipients.remove(number)
        if !hasLoggedLimit { log?(.limitReached(core.configuration.maximumTargets)) }
        hasLoggedLimit = true
      }
    }
    notifyEnds()
  }

  private func notify(_ tellings: [CountdownTelling], isTick: Bool = false, isLogged: Bool = true) {
    for telling in tellings where !(isTick && core.isStandingStill) {
      guard core.isCurrent(telling), let target = recipient(telling.number) else { continue }
      if isLogged {
        log?(.tick(telling.state.id, remaining: telling.state.remaining))
      }
      present = (target, telling)
      target.countdownChanged(to: telling.state)
      present = nil
    }
  }
}
