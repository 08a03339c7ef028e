public import Observation

/// Runs a feature's core: attaching, time, tasks, background work, the store, records and the log.
///
/// ```swift
/// final class Reminder: LoggingPlugin {
///   var log: ((ReminderEvent) -> Void)?
///   private let runtime = ManualFeatureRuntime(ReminderCore(), observes: [.received])
///
///   /// How many reminders there were.
///   var count: Int { runtime.state }
///
///   func attach(to context: PluginContext) { runtime.attach(self, to: context) }
///   func detach() { runtime.detach() }
/// }
/// ```
///
/// While the feature is attached, its runtime observes the lifecycle, push events of the kinds that it
/// was made for, the clock and the store.
///
/// - Order: the core handles an input, the new state is published, the effects are carried out in their
///   order, and then the core handles the next input. An input from inside an effect waits for its turn;
///   what the store answers, and what the feature's own effects return, comes first.
/// - Time: one action at most is scheduled. After ``detach()``, none is.
/// - Lifetime: the feature keeps the runtime, and the runtime does not keep the feature.
@MainActor
@Observable
public final class ManualFeatureRuntime<Core: ManualFeatureCore> {
  /// The state that the app shows now.
  public private(set) var state: Core.State

  /// The decisions; changed by inputs only.
  @ObservationIgnored public private(set) var core: Core

  /// The context of the attached feature; `nil` while it is not attached.
  @ObservationIgnored public private(set) var context: PluginContext?

  /// The kinds of push event that the core handles.
  @ObservationIgnored public let interests: Set<PushEvent.Kind>

  @ObservationIgnored private let storage: FeatureStorage<Core.Stored>
  @ObservationIgnored private var run: Run?

  /// The number of times that the feature was attached, including attachments that wait for their turn.
  @ObservationIgnored private var runCount = 0
  @ObservationIgnored private var steps: [() -> Void] = []
  @ObservationIgnored private var answers: [ManualFeatureInput<Core>] = []
  @ObservationIgnored private var isHandling = false

  /// Inputs that were sent while the feature was not attached.
  @ObservationIgnored private var pendingInputs: [Core.Input] = []

  /// The inputs that wait for the store.
  @ObservationIgnored private var heldInputs: [ManualFeatureInput<Core>] = []
  @ObservationIgnored private var tasks: [String: Task<Void, Never>] = [:]
  @ObservationIgnored private var waiters: [Waiter] = []
  @ObservationIgnored private let streams = ValueStreams<Core.State>()

  @ObservationIgnored private lazy var alarm = DeadlineAlarm { [weak self] in
    self?.advance { self?.handleAlarm() }
  }

  /// The context and the feature of one attachment.
  private struct Run {
    let context: PluginContext
    let number: Int
    let feature: () -> (any LoggingPlugin)?
    let featureClass: AnyClass
    let log: (Core.Event) -> Void
    let perform: (Core.Effect) -> Core.Input?

    @MainActor var now: ContinuousClock.Instant { context.scheduler.now }
  }

  /// Work in the background that the core has not finished.
  private struct Waiter {
    let push: Push?
    let results: ScheduledStream<FetchResult>
  }

  /// Creates a runtime that is not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - interests: The kinds of push event that the core handles; by default none.
  ///   - store: The store for the core's value; for this feature alone.
  public init(
    _ core: Core,
    observes interests: Set<PushEvent.Kind> = [],
    store: (any Store<Core.Stored>)? = nil
  ) {
    self.core = core
    self.interests = interests
    storage = FeatureStorage(store)
    state = core.state
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }
}

// MARK: - Attaching

extension ManualFeatureRuntime {
  /// Whether the feature is attached.
  public var isAttached: Bool { context != nil }

  /// Begins to observe for a feature, to be called from its ``PushPlugin/attach(to:)``.
  ///
  /// The core first handles the present lifecycle, then inputs that were sent before, then events.
  ///
  /// - Parameters:
  ///   - feature: The feature whose log and priority are used. It is held weakly.
  ///   - context: The app.
  ///   - perform: Carries out an effect of the feature's own, and returns what comes of it at once, if
  ///     anything does. The feature is given; don't capture it.
  public func attach<Feature: LoggingPlugin>(
    _ feature: Feature,
    to context: PluginContext,
    perform: ((Feature, Core.Effect) -> Core.Input?)? = nil
  ) where Feature.Event == Core.Event {
    detach()
    self.context = context
    runCount += 1
    let run = Run(
      context: context,
      number: runCount,
      feature: { [weak feature] in feature },
      featureClass: type(of: feature),
      log: { [weak feature] event in
        feature?.log?(event)
        context.log(event)
      },
      perform: { [weak feature] effect in feature.flatMap { perform?($0, effect) } }
    )
    advance { self.begin(run) }
  }

  /// Begins to observe for a feature whose own effects have no immediate result.
  public func attach<Feature: LoggingPlugin>(
    _ feature: Feature,
    to context: PluginContext,
    perform: @escaping (Feature, Core.Effect) -> Void
  ) where Feature.Event == Core.Event {
    attach(feature, to: context) { feature, effect -> Core.Input? in
      perform(feature, effect)
      return nil
    }
  }

  /// Ends observing: the core handles ``ManualFeatureInput/detached``, then all tasks are canceled, and work in
  /// the background ends with no data.
  ///
  /// From inside an effect, that happens when everything that came before was handled. Does nothing while
  /// the feature is not attached.
  public func detach() {
    guard let context else { return }
    context.push.remove(self)
    context.lifecycle.remove(self)
    self.context = nil
    let feature = run?.feature()
    advance { self.end(keeping: feature) }
  }
}

// MARK: - Inputs

extension ManualFeatureRuntime {
  /// Lets the core handle an input now or, from inside an effect, after those that are pending.
  ///
  /// While the feature is not attached, the input waits until it is.
  public func send(_ input: Core.Input) {
    guard isAttached else { return pendingInputs.append(input) }
    advance { self.handle(.own(input)) }
  }

  /// Starts a task whose inputs the core handles, in place of the one of the same name.
  ///
  /// After a call of `attach` inside an effect, the task starts when the feature is attached.
  ///
  /// - Parameters:
  ///   - name: The name for ``ManualFeatureTurn/cancel(_:)``.
  ///   - fileID: The file that starts the task, for messages about it.
  ///   - line: The line that starts the task.
  ///   - work: Runs on the main actor. An input that it sends after the task was canceled or replaced is
  ///     ignored.
  public func start(
    _ name: String = "request",
    fileID: String = #fileID,
    line: Int = #line,
    _ work: @escaping @MainActor (_ send: (Core.Input) -> Void) async -> Void
  ) {
    guard !isAttached || run?.number == runCount else {
      return advance { self.start(name, fileID: fileID, line: line, work) }
    }
    tasks[name]?.cancel()
    tasks[name] = run?.context.scheduler.perform(fileID: fileID, line: line) { [weak self] in
      guard !Task.isCancelled else { return }
      await work { input in
        if !Task.isCancelled { self?.advance { self?.handle(.own(input)) } }
      }
    }
  }

  /// Lets the core work in the background, and waits until it has finished.
  ///
  /// - Parameter push: The push that the work is for; `nil` in a refresh.
  /// - Returns: The result of the work; no data at once while the feature is not attached.
  /// - Throws: `CancellationError` when the calling task is canceled before.
  public func work(for push: Push? = nil) async throws -> FetchResult {
    guard isAttached else { return .noData }
    let results = ScheduledStream<FetchResult>()
    waiters.append(Waiter(push: push, results: results))
    defer { waiters.removeAll { $0.results === results } }
    advance { self.handle(.work(for: push)) }
    guard let result = try await results.next() else { throw CancellationError() }
    return result
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the runtime is deallocated.
  public var states: AsyncStream<Core.State> { streams.stream(from: state) }
}

extension ManualFeatureRuntime: LifecycleObserver, PushObserver {
  /// Lets the core handle what is true.
  public func begin(with state: LifecycleState) {
    observe(.lifecycle(state, after: nil))
  }

  /// Lets the core handle what has changed.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    observe(.lifecycle(state, after: event))
  }

  /// Lets the core handle a push event.
  public func receive(_ event: PushEvent) {
    observe(.push(event))
  }

  private func observe(_ input: ManualFeatureInput<Core>) {
    if isAttached { advance { self.handle(input) } }
  }
}

extension ManualFeatureRuntime: RepresentingObserver {
  /// The feature's class.
  var representedClass: AnyClass { run?.featureClass ?? Self.self }
}

// MARK: - Turns

extension ManualFeatureRuntime {
  private func advance(_ step: @escaping () -> Void) {
    guard !isHandling else { return steps.append(step) }
    isHandling = true
    step()
    while !steps.isEmpty { steps.removeFirst()() }
    isHandling = false
    setAlarm()
  }

  private func begin(_ run: Run) {
    self.run = run
    guard let feature = run.feature() else { return }
    if isWaitingForStore {
      report(storage.load(at: run.now), in: run)
      handle(nil)
    }
    let later = steps
    steps = []
    run.context.lifecycle.add(self, priority: feature.priority)
    for input in pendingInputs { advance { self.handle(.own(input)) } }
    pendingInputs = []
    if !interests.isEmpty {
      run.context.push.add(self, priority: feature.priority, replay: feature.wantsReplay)
    }
    steps += later
  }

  private func end(keeping feature: AnyObject?) {
    withExtendedLifetime(feature) { handle(.detached) }
    run = nil
    alarm.clear()
    for task in tasks.values { task.cancel() }
    tasks = [:]
    finishWork(.noData) { _ in true }
  }

  private func handleAlarm() {
    guard let run else { return }
    let isDue = core.nextDeadline.map { $0 <= run.now } ?? false
    handle(isDue ? .deadline : nil)
  }

  /// Handles the store's answer, an input, and the inputs that its effects return.
  private func handle(_ input: ManualFeatureInput<Core>?) {
    guard let run else { return }
    report(storage.retry(at: run.now), in: run)
    if let input { isWaitingForStore ? hold(input) : answers.append(input) }
    while !answers.isEmpty {
      var turn = ManualFeatureTurn<Core>(
        now: run.now,
        date: run.context.scheduler.date,
        identification: run.context.push.identification
      )
      let input = answers.removeFirst()
      core.handle(input, in: &turn)
      setAlarm()
      publish()
      let later = answers
      answers = []
      // All effects of a turn are carried out, also if one of them releases the feature.
      let feature = run.feature()
      defer { withExtendedLifetime(feature) {} }
      for effect in turn.effects {
        if case (.load, .saved(false)) = (effect, input) {
          storage.waitToLoad()
        } else {
          perform(effect, in: run)
        }
      }
      answers += later
    }
  }

  private var isWaitingForStore: Bool { Core.waitsForStore && !storage.isLoaded }

  private func hold(_ input: ManualFeatureInput<Core>) {
    guard case .work(let push) = input else { return heldInputs.append(input) }
    finishWork(.failed) { $0?.objectIdentifier == push?.objectIdentifier }
  }

  private func publish() {
    let state = core.state
    // The property itself would register an access of an observer.
    guard state != _state else { return }
    self.state = state
    streams.yield(state)
  }

  private func perform(_ effect: ManualFeatureEffect<Core>, in run: Run) {
    switch effect {
    case .log(let event): run.log(event)
    case .record(let record): run.context.record(record)
    case .load: report(storage.load(at: run.now), in: run)
    case .save(let value): report(storage.save(value, at: run.now), in: run)
    case .cancel(let name): tasks.removeValue(forKey: name)?.cancel()
    case .finishWork(let result, let pushes):
      let ids = pushes?.map(\.?.objectIdentifier)
      finishWork(result) { ids?.contains($0?.objectIdentifier) ?? true }
    case .own(let effect):
      if let input = run.perform(effect) { answers.append(.own(input)) }
    }
  }

  private func finishWork(_ result: FetchResult, where isFinished: (Push?) -> Bool) {
    for waiter in waiters where isFinished(waiter.push) { waiter.results.send(result) }
    waiters.removeAll { isFinished($0.push) }
  }

  /// Logs why the store fails, and lets the core handle what has come of a try.
  private func report(_ outcome: FeatureStorage<Core.Stored>.Outcome?, in run: Run) {
    if let failure = storage.takeFailure(), let event = Core.storeFailed(failure) {
      run.log(event)
    }
    switch outcome {
    case .loaded(let value):
      answers += [.loaded(value)] + heldInputs
      heldInputs = []
    case .saved(let isSaved): answers.append(.saved(isSaved))
    case nil: break
    }
  }

  private func setAlarm() {
    guard let run else { return }
    let deadline =
      storage.nextTry.map { min($0, core.nextDeadline ?? $0) } ?? core.nextDeadline
    alarm.set(to: deadline, on: run.context.scheduler)
  }
}
