public import Observation

/// Runs a feature's kernel: time, tasks, background work, the store, records and the log.
///
/// - Order: the core handles an input, the new state is published, the effects are carried out, and then the
///   core handles the next input. Attaching and detaching take their turn like any input.
/// - Lifetime: the feature keeps the runtime, and the runtime does not keep the feature.
@MainActor
@Observable
public final class FeatureRuntime<Core: FeatureCore> {
  /// The state that the app shows now.
  public private(set) var state: Core.State

  /// Called with each event of the core, at once.
  @ObservationIgnored public var log: ((Core.Event) -> Void)?

  /// Called with each event of the core and each ``KernelEvent``, at once.
  @ObservationIgnored public var logAll: ((any FeatureEvent) -> Void)?

  /// The decisions; changed by inputs only.
  @ObservationIgnored public private(set) var kernel: FeatureKernel<Core>

  /// Whether actions and answers come from a recording.
  @ObservationIgnored package var isReplaying = false

  /// Asks the server.
  public typealias Server =
    @MainActor (Core.Request, AccountID) async throws -> Core.Answer

  /// Asks the server, and passes on what comes before the end.
  public typealias Stream =
    @MainActor (Core.Request, AccountID, _ progress: (Core.Answer) -> Void) async throws ->
    Core.Answer

  fileprivate struct Connection {
    let scheduler: any Scheduler
    let record: ((any FeatureRecord) -> Void)?
    let feature: () -> AnyObject?
    let perform: (Core.Effect, AccountID?) -> Void
    let stateDidChange: (Core.State) -> Void
  }

  private enum Message {
    case connect(Connection)
    case input(KernelInput<Core>)
  }

  @ObservationIgnored private let stream: Stream?
  @ObservationIgnored private let store: (any Store<Core.Values>)?
  @ObservationIgnored private var connection: Connection?

  /// Whether the feature is attached, or will be when its turn has come.
  @ObservationIgnored private var isConnecting = false

  /// The lifecycle that an observer was called with last.
  @ObservationIgnored private var lifecycle: LifecycleState?

  /// The actions that wait until the feature is attached.
  @ObservationIgnored private var actions: [KernelInput<Core>] = []
  @ObservationIgnored private var messages: [Message] = []
  @ObservationIgnored private var isHandling = false
  @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var workers: [ScheduledStream<FetchResult>] = []
  @ObservationIgnored private var waiters:
    [(results: ScheduledStream<Bool>, condition: (FeatureKernel<Core>) -> Bool)] = []
  @ObservationIgnored private let streams = ValueStreams<Core.State>()
  @ObservationIgnored private lazy var alarm = DeadlineAlarm { [weak self] in
    self?.handle(.deadline)
  }

  private init(
    kernel: FeatureKernel<Core>,
    store: (any Store<Core.Values>)?,
    stream: Stream?
  ) {
    (self.kernel, self.store, self.stream) = (kernel, store, stream)
    state = kernel.state
  }

  deinit { for task in tasks.values { task.cancel() } }
}

// MARK: - Creating

extension FeatureRuntime {
  /// Creates a runtime that is not attached yet.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The store of the accounts' values, for this feature alone.
  ///   - server: Asks the server. The runtime keeps it. A late answer is ignored.
  public convenience init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    server: @escaping Server
  ) {
    self.init(core, store: store) { request, account, _ in try await server(request, account) }
  }

  /// Creates a runtime whose requests have answers before their end, such as an open connection.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The store of the accounts' values, for this feature alone.
  ///   - stream: Asks the server. The runtime keeps it.
  public convenience init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    stream: @escaping Stream
  ) {
    let kernel = FeatureKernel(core, usesStore: store != nil)
    self.init(kernel: kernel, store: store, stream: stream)
  }

  /// Creates a runtime with the delays of a test's generator.
  package convenience init(
    _ core: Core,
    store: (any Store<Core.Values>)? = nil,
    generator: any RandomNumberGenerator,
    server: @escaping Server
  ) {
    self.init(
      kernel: FeatureKernel(core, usesStore: store != nil, generator: generator),
      store: store
    ) { request, account, _ in try await server(request, account) }
  }
}

extension FeatureRuntime where Core.Request == Never {
  /// Creates a runtime of a feature without a server.
  public convenience init(_ core: Core, store: (any Store<Core.Values>)? = nil) {
    self.init(
      kernel: FeatureKernel(core, usesStore: store != nil),
      store: store,
      stream: nil
    )
  }
}

// MARK: - For the feature

extension FeatureRuntime {
  /// The state now and whenever it changes; a slow consumer gets the latest.
  public var states: AsyncStream<Core.State> { streams.stream(from: state) }

  /// Lets the core handle an action now or, inside a callback, next.
  ///
  /// While the feature is not attached, the action waits until it is. A replay ignores it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: With ``FeatureScope/each``, the account; without one, all that are signed in.
  public func send(_ action: Core.Action, for account: AccountID? = nil) {
    if !isReplaying { handle(.action(action, for: account)) }
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
    let request = record.account.map { kernel.requests[$0] } ?? kernel.request
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

// MARK: - Messages, one at a time

extension FeatureRuntime {
  func connect<Feature: PushFeature>(
    _ feature: Feature,
    on scheduler: any Scheduler,
    record: ((any FeatureRecord) -> Void)? = nil
  ) where Feature.Core == Core {
    guard !isConnecting else { return }
    isConnecting = true
    post(
      .connect(
        Connection(
          scheduler: scheduler,
          record: record,
          feature: { [weak feature] in feature },
          perform: { [weak feature] in feature?.perform($0, for: $1) },
          stateDidChange: { [weak feature] in feature?.stateDidChange(from: $0) }
        )
      )
    )
  }

  func disconnect() {
    guard isConnecting else { return }
    isConnecting = false
    handle(.detached)
  }

  func handle(_ input: KernelInput<Core>) { post(.input(input)) }

  private func post(_ message: Message) {
    messages.append(message)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !messages.isEmpty {
      switch messages.removeFirst() {
      case .connect(let connection): begin(connection)
      case .input(let input): receive(input)
      }
    }
  }

  private func begin(_ connection: Connection) {
    self.connection = connection
    // A plugin receives the lifecycle next; what a subject added may have it already.
    if connection.record != nil { lifecycle = nil }
    if let lifecycle { advance(.lifecycle(lifecycle, after: nil), in: connection) }
    let inputs = actions
    actions = []
    for input in inputs { advance(input, in: connection) }
  }

  private func receive(_ input: KernelInput<Core>) {
    if case .lifecycle(let state, _) = input { lifecycle = state }
    if let connection {
      advance(input, in: connection)
    } else if case .action = input {
      actions.append(input)
    }
  }

  private func advance(_ input: KernelInput<Core>, in connection: Connection) {
    let feature = connection.feature()
    defer { withExtendedLifetime(feature) {} }
    var inputs = [input]
    while !inputs.isEmpty {
      let effects = kernel.handle(
        inputs.removeFirst(),
        at: connection.scheduler.now,
        date: connection.scheduler.date
      )
      alarm.set(to: kernel.nextDeadline, on: connection.scheduler)
      publish(in: connection)
      for effect in effects { perform(effect, in: connection).map { inputs.append($0) } }
      for waiter in waiters where waiter.condition(kernel) { waiter.results.send(true) }
    }
    guard case .detached = input else { return }
    alarm.clear()
    self.connection = nil
  }

  private func publish(in connection: Connection) {
    let (old, new) = (_state, kernel.state)
    guard new != old else { return }
    state = new
    streams.yield(new)
    connection.stateDidChange(old)
  }
}

// MARK: - Effects

extension FeatureRuntime {
  /// - Returns: The answer of the store, which comes before any other input.
  private func perform(
    _ effect: KernelEffect<Core>,
    in connection: Connection
  ) -> KernelInput<Core>? {
    switch effect {
    case .load:
      do {
        return .loaded(try store?.load() ?? [:])
      } catch let error as DecodingError {
        report(.storeFailed(error: LogText(error).description))
        return .loaded([:])
      } catch {
        return .storeFailed(LogText(error).description)
      }
    case .save(let changes):
      do {
        return .saved(try store?.update { changes.merged(with: $0 ?? [:]) } ?? [:])
      } catch {
        return .storeFailed(LogText(error).description)
      }
    case .ask(let request, let account, let number):
      if !isReplaying { ask(request, for: account, number: number, on: connection.scheduler) }
    case .cancel(let number): tasks.removeValue(forKey: number)?.cancel()
    case .log(let event):
      log?(event)
      logAll?(event)
    case .report(let event): report(event)
    case .record(let record): connection.record?(record)
    case .perform(let effect, let account): connection.perform(effect, account)
    case .finishWork(let result):
      for worker in workers { worker.send(result) }
      workers = []
    }
    return nil
  }

  private func report(_ event: KernelEvent) { logAll?(event) }

  private func ask(
    _ request: Core.Request,
    for account: AccountID,
    number: Int,
    on scheduler: any Scheduler
  ) {
    guard let stream else { return }
    tasks[number] = scheduler.perform { [weak self] in
      guard !Task.isCancelled else { return }
      let result: Result<Core.Answer, SourceFailure>
      do {
        result = .success(
          try await stream(request, account) { answer in
            if !Task.isCancelled { self?.handle(.progress(number, answer)) }
          }
        )
      } catch {
        result = .failure(SourceFailure(error))
      }
      guard !Task.isCancelled, let self else { return }
      tasks[number] = nil
      handle(.answer(number, result))
    }
  }
}
