public import Observation

/// Runs a feature's kernel: time, tasks, background work, the store, records and the log.
///
/// - Order: the core handles an input, the new state is published, the effects are carried out, and then the
///   core handles the next input. Attaching and detaching take their turn like any input. What a push changes
///   in the store is saved after the system's callback.
/// - Lifetime: the feature keeps the runtime, and the runtime does not keep the feature.
@MainActor
@Observable
public final class FeatureRuntime<Core: FeatureCore> {
  /// The state that the app shows now.
  public internal(set) var state: Core.State

  /// The states of the accounts that are signed in or leaving, with ``FeatureScope/each``; else none.
  public internal(set) var accountStates: [AccountID: Core.State] = [:]

  /// Called with each event of the core, at once.
  @ObservationIgnored var log: ((Core.Event) -> Void)?

  /// Called with each event of the core and each ``KernelEvent``, at once.
  @ObservationIgnored package var logAll: ((any FeatureEvent) -> Void)?

  /// The decisions; changed by inputs only.
  @ObservationIgnored public internal(set) var kernel: FeatureKernel<Core>

  /// Whether actions and answers come from a recording.
  @ObservationIgnored package var isReplaying = false

  /// Whether the answers of the replay are a recording's, so that the request of each was under way.
  @ObservationIgnored package var hasRecordedAnswers = false

  typealias Server =
    @MainActor (Core.Request, AccountID, any Scheduler, (Core.Answer) -> Void) async throws ->
    Core.Answer

  struct Connection {
    let subject: () -> (any PushSubject)?
    let scheduler: any Scheduler
    let context: PluginContext?
    let record: (KernelRecord<Core>) -> (any FeatureRecord)?
    let feature: () -> AnyObject?
    let perform: (Core.Effect, AccountID?) -> Void
    let stateDidChange: (Core.State) -> Void
    let attachmentDidChange: (Bool) -> Void
  }

  enum Message {
    indirect case connect(Connection)
    case input(KernelInput<Core>)
  }

  @ObservationIgnored let server: Server?
  @ObservationIgnored let store: (any Store<Core.Values>)?
  @ObservationIgnored var connection: Connection?

  /// Whether the feature is attached, or will be when its turn has come.
  @ObservationIgnored var isConnecting = false

  /// The lifecycle that an observer was called with last.
  @ObservationIgnored var lifecycle: LifecycleState?

  /// The actions that wait until the feature is attached.
  @ObservationIgnored var actions: [KernelInput<Core>] = []

  /// The latest events, of which the host's log receives a hundred when the feature is attached.
  @ObservationIgnored var earlyEvents: [Core.Event] = []
  @ObservationIgnored let messages = EventQueue<Message>()
  @ObservationIgnored var isSavingLater = false
  @ObservationIgnored var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored var workers: [ScheduledStream<FetchResult>] = []
  @ObservationIgnored var waiters:
    [(results: ScheduledStream<Bool>, condition: (FeatureKernel<Core>) -> Bool)] = []
  @ObservationIgnored let streams = ValueStreams<Core.State>()
  @ObservationIgnored lazy var alarm = DeadlineAlarm { [weak self] in
    self?.handle(.deadline)
  }

  private init(
    _ core: Core,
    _ store: (any Store<Core.Values>)?,
    _ generator: (any RandomNumberGenerator)?,
    asking server: Server?
  ) {
    kernel = FeatureKernel(core, usesStore: store != nil, generator: generator)
    (self.store, self.server) = (store, server)
    state = kernel.state
  }

  deinit { for task in tasks.values { task.cancel() } }
}

extension FeatureRuntime {
  /// The state, without registering an access of an observer.
  var publishedState: Core.State { _state }

  func publishAccountStates() {
    guard Core.scope == .each, !kernel.hasStates(_accountStates) else { return }
    accountStates = kernel.states
  }
}

// MARK: - Creating

extension FeatureRuntime {
  /// Creates a runtime that is not attached yet.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The store of the accounts' values, for this feature alone.
  ///   - generator: The source of random delays; by default one that a recording can repeat.
  ///   - server: Asks the server. The runtime keeps it. A late answer is ignored.
  public convenience init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    generator: (any RandomNumberGenerator)? = nil,
    server: @escaping @MainActor (Core.Request, AccountID) async throws -> Core.Answer
  ) {
    self.init(core, store, generator) { request, account, _, _ in
      try await server(request, account)
    }
  }

  /// Creates a runtime whose requests have answers before their end, such as an open connection.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The store of the accounts' values, for this feature alone.
  ///   - generator: The source of random delays; by default one that a recording can repeat.
  ///   - isOpenEnded: Whether a request may stay open, so that a test's scheduler does not wait for it.
  ///   - stream: Asks the server. The runtime keeps it.
  public convenience init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    generator: (any RandomNumberGenerator)? = nil,
    isOpenEnded: Bool = true,
    stream:
      @escaping @MainActor (
        Core.Request, AccountID, _ progress: (Core.Answer) -> Void
      ) async throws -> Core.Answer
  ) {
    self.init(core, store, generator) { request, account, scheduler, progress in
      guard isOpenEnded else { return try await stream(request, account, progress) }
      return try await scheduler.awaitExternalWork {
        try await stream(request, account, progress)
      }
    }
  }
}

extension FeatureRuntime where Core.Request == Never {
  /// Creates a runtime of a feature without a server.
  public convenience init(_ core: Core, store: (any Store<Core.Values>)? = nil) {
    self.init(core, store, nil, asking: nil)
  }
}

// MARK: - For the feature

extension FeatureRuntime {
  /// The app's clock; `nil` while the feature is not attached.
  public var scheduler: (any Scheduler)? { connection?.scheduler }

  /// The source of the app's push events; `nil` while the feature is not attached.
  public var subject: (any PushSubject)? { connection?.subject() }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  public var states: AsyncStream<Core.State> { streams.stream(from: state) }

  /// Lets the core handle an action now or, inside a callback, next.
  ///
  /// While the feature is not attached, the action waits until it is. A replay ignores it, unless it is one that
  /// ``PushFeature/record(of:)`` leaves out of recordings.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: The account; without one, each that has a core. Of an account that has none, the action changes
  ///     only the stored value. An empty one is refused.
  public func send(_ action: Core.Action, for account: AccountID? = nil) {
    guard account != AccountID.none else { return }
    let record = { self.connection?.record(KernelRecord(.action(action), for: account)) }
    if !isReplaying || connection != nil && record() == nil {
      handle(.action(action, for: account))
    }
  }

  /// Logs an event of the feature itself as it logs those of the core.
  ///
  /// The feature's log receives it at once, and ``PluginHost/log`` at once or, while the feature is not attached,
  /// when it is, if it is one of the last hundred then.
  public func log(_ event: Core.Event) {
    log?(event)
    logAll?(event)
    if let connection {
      connection.context?.log(event)
    } else {
      earlyEvents = earlyEvents.suffix(99) + [event]
    }
  }

  /// Waits until nothing is under way.
  ///
  /// - Parameter isRefresh: Whether the core refreshes first.
  /// - Returns: Whether there is new data; no data at once while the feature is not attached.
  /// - Throws: `CancellationError` when the calling task is canceled before.
  public func work(isRefresh: Bool = false) async throws -> FetchResult {
    guard isConnecting else { return .noData }
    let results = ScheduledStream<FetchResult>()
    workers.append(results)
    defer { workers.removeAll { $0 === results } }
    handle(.work(isRefresh: isRefresh))
    guard let result = try await results.next() else { throw CancellationError() }
    return result
  }

  /// Waits until a condition holds.
  ///
  /// - Returns: Whether it holds; `false` if it doesn't in time, or while the feature is not attached.
  public func wait(
    within limit: Duration,
    until condition: @escaping (FeatureKernel<Core>) -> Bool
  ) async -> Bool {
    guard let scheduler = connection?.scheduler, !condition(kernel) else {
      return condition(kernel)
    }
    let results = ScheduledStream<Bool>()
    let alarm = scheduler.schedule(after: limit) { results.send(false) }
    waiters.append((results, condition))
    defer {
      scheduler.cancel(alarm)
      waiters.removeAll { $0.results === results }
    }
    return (try? await results.next()) ?? false
  }

  /// Repeats an input of a recording.
  ///
  /// - Returns: Whether it could: it is a record of this feature and, for an answer, a request is under way.
  @discardableResult
  public func replay(_ record: any FeatureRecord) -> Bool {
    guard let record = record as? KernelRecord<Core> else { return false }
    func underWay() -> RequestUnderWay<Core.Request>? {
      record.account.map { kernel.requests[$0] } ?? kernel.request
    }
    if hasRecordedAnswers, record.isOfServer, underWay() == nil { handle(.begun(record.account)) }
    let request = underWay()
    switch (record.content, request?.number) {
    case (.seed(let seed), _): kernel.replay(seed: seed)
    case (.action(let action), _): handle(.action(action, for: record.account))
    case (.progress(let answer), let number?): handle(.progress(number, answer))
    case (.answer(let answer), let number?): handle(.answer(number, .success(answer)))
    case (.failure(let failure), let number?): handle(.answer(number, .failure(failure)))
    case (_, nil): return false
    }
    return true
  }
}
