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

  struct Connection {
    weak var feature: (any PushFeature<Core>)?
    weak var subject: (any PushSubject)?
    let scheduler: any Scheduler
    let context: PluginContext?
  }

  @ObservationIgnored let server:
    @MainActor (Core.Request, AccountID, _ progress: (Core.Answer) -> Void) async throws ->
      Core.Answer
  @ObservationIgnored let isOpenEnded: Bool
  @ObservationIgnored let store: (any Store<Core.Values>)?
  @ObservationIgnored var connection: Connection?

  /// The lifecycle that an observer was called with last.
  @ObservationIgnored var lifecycle: LifecycleState?

  /// The latest events, of which the host's log receives a hundred when the feature is attached.
  @ObservationIgnored var earlyEvents: [Core.Event] = []
  @ObservationIgnored let turns = EventQueue<@MainActor () -> Void>()
  @ObservationIgnored var saving: Task<Void, Never>?
  @ObservationIgnored var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored var workers: [ScheduledStream<FetchResult>] = []
  @ObservationIgnored var waiters:
    [(results: ScheduledStream<Bool>, condition: (FeatureKernel<Core>) -> Bool)] = []
  @ObservationIgnored let streams = ValueStreams<Core.State>()
  @ObservationIgnored lazy var alarm = DeadlineAlarm { [weak self] in
    self?.handle(.deadline)
  }

  /// Creates a runtime whose requests have answers before their end, such as an open connection.
  ///
  /// It is not attached yet.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The store of the accounts' values, for this feature alone.
  ///   - generator: The source of random delays; by default one that a recording can repeat.
  ///   - isOpenEnded: Whether a request may stay open, so that a test's scheduler does not wait for it.
  ///   - stream: Asks the server. The runtime keeps it.
  public init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    generator: (any RandomNumberGenerator)? = nil,
    isOpenEnded: Bool = true,
    stream:
      @escaping @MainActor (
        Core.Request, AccountID, _ progress: (Core.Answer) -> Void
      ) async throws -> Core.Answer
  ) {
    kernel = FeatureKernel(core, usesStore: store != nil, generator: generator)
    (self.store, self.isOpenEnded, server) = (store, isOpenEnded, stream)
    state = kernel.state
  }

  deinit { for task in tasks.values { task.cancel() } }
}

extension FeatureRuntime {
  /// Publishes what has changed, without registering an access of an observer.
  func publish() {
    if Core.scope == .each, kernel.states != _accountStates { accountStates = kernel.states }
    let (old, new) = (_state, kernel.state)
    guard new != old else { return }
    state = new
    streams.yield(new)
    connection?.feature?.stateDidChange(from: old)
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
    self.init(core, store: store, generator: generator, isOpenEnded: false) {
      request,
      account,
      _ in try await server(request, account)
    }
  }
}

extension FeatureRuntime where Core.Request == Never {
  /// Creates a runtime of a feature without a server.
  public convenience init(_ core: Core, store: (any Store<Core.Values>)? = nil) {
    self.init(core, store: store, server: Self.refuse)
  }
}

extension FeatureRuntime {
  fileprivate static func refuse(_: Core.Request, for _: AccountID) throws -> Core.Answer {
    throw CancellationError()
  }
}

// MARK: - For the feature

extension FeatureRuntime {
  /// The app's clock; `nil` while the feature is not attached.
  public var scheduler: (any Scheduler)? { connection?.scheduler }

  /// The source of the app's push events; `nil` while the feature is not attached.
  public var subject: (any PushSubject)? { connection?.subject }

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
    let isRecorded = { self.record(of: KernelRecord(.action(action), for: account)) != nil }
    if !isReplaying || connection != nil && !isRecorded() {
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
    guard connection != nil else { return .noData }
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
    guard let scheduler, !condition(kernel) else { return condition(kernel) }
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
    let input: (Int) -> KernelInput<Core>
    switch record.content {
    case .seed(let seed):
      kernel.replay(seed: seed)
      return true
    case .action(let action):
      handle(.action(action, for: record.account))
      return true
    case .progress(let answer): input = { .progress($0, answer) }
    case .answer(let answer): input = { .answer($0, .success(answer)) }
    case .failure(let failure): input = { .answer($0, .failure(failure)) }
    }
    let account = record.account ?? kernel.shownKey
    if hasRecordedAnswers, kernel.requests[account] == nil { handle(.begun(account)) }
    guard let number = kernel.requests[account]?.number else { return false }
    handle(input(number))
    return true
  }
}
