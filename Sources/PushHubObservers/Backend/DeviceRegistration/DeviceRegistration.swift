import Foundation
public import Observation
public import PushHub
import PushHubNetworking

/// Lets a server know which device to reach, for whom, and with what.
///
/// What the server should know follows from the device's token, who is signed in, the permission, and
/// the further tokens, tags and topics that the app sets. The registration compares that with what the
/// server has acknowledged, and says what differs: one request at a time, each with everything. What
/// changes in one moment is one request; what is set again as it was is none. An acknowledgement that is
/// older than a week is asked for again.
///
/// ```swift
/// let registration = DeviceRegistration(
///   endpoint: endpoint,
///   store: FileStore(url: folder.appending(path: "registration.json"), isBackedUp: false),
///   configuration: DeviceRegistration.Configuration(environment: .production)
/// )
/// try host.install(registration, named: "registration")
/// registration.setTags(["language": "de"])
/// registration.subscribe("news")
/// ```
///
/// - Accounts: nobody signed in, nothing registered. Whoever signs out is taken off at once, also by a
///   process that starts later, and before the next account is told of. If that fails it is tried again
///   later, and before whatever else is said. The next account waits for it for 5 s at most, and not at all
///   once there was no answer within that. A process in which nobody is known to have signed in yet takes
///   nobody off: an app that finds at its launch that a session is gone says so with ``forget(_:)``.
/// - Failures: a request without an answer within 60 s has failed, whatever the endpoint does. It is
///   tried again with growing delays, or when the server wishes. Changes wait for that; signing in and
///   out, and ``refresh()``, don't. After a refusal for good nothing is said until something changes, the
///   user signs in, the app starts, or a day has passed; signing off is given up.
/// - Lifetime: what was said, and what the app has set, is kept in the store, so that a start of the app
///   says nothing that the server knows. All is saved before a request begins. Where a store has lost
///   everything, or what it has can't be understood, the device is another installation, which the
///   server knows by its token. Let backups leave it out: a device on which one is restored has an
///   installation of its own. What can't be read yet is not replaced; nothing is said meanwhile.
///
/// It does its work in the background as in the foreground, and uses the time that the system gives the
/// app there.
@MainActor
@Observable
public final class DeviceRegistration {
  /// What is reached now.
  public private(set) var state = RegistrationState()

  /// Told of what the registration does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((RegistrationEvent) -> Void)?

  @ObservationIgnored private let endpoint: any RegistrationEndpoint
  @ObservationIgnored private let store: any Store<RegistrationState>
  @ObservationIgnored let driver: CoreDriver<RegistrationCore>
  @ObservationIgnored private var scheduler: (any Scheduler)?
  @ObservationIgnored private var records: FeatureRecords?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private let refreshes = RefreshWaiters()
  @ObservationIgnored private let streams = ValueStreams<RegistrationState>()

  /// What the app wanted while nothing was attached.
  @ObservationIgnored private var waiting: [DeviceChange] = []

  /// What follows somebody else's permission.
  @ObservationIgnored var following: Task<Void, Never>?

  /// Makes a registration that is not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - endpoint: Who keeps the devices.
  ///   - store: Where to keep what must be known after the process has ended; of this registration alone.
  ///   - configuration: When the endpoint is told.
  ///   - generator: Where the installation's name comes from, and the random part of delays.
  public init(
    endpoint: any RegistrationEndpoint,
    store: any Store<RegistrationState>,
    configuration: Configuration,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.endpoint = endpoint
    self.store = store
    driver = CoreDriver(RegistrationCore(configuration: configuration, generator: generator))
  }

  deinit {
    task?.cancel()
    following?.cancel()
  }
}

// MARK: - What the app says

extension DeviceRegistration {
  /// Subscribes who is signed in to a topic; once subscribed, this says nothing.
  ///
  /// Topics are kept for each account, and are there again when its user comes back. Before it is known
  /// who is signed in, they are for whoever turns out to be; after a sign-out nothing is changed, which
  /// the log says. While this is detached they are for who is signed in when it is attached.
  public func subscribe(_ topic: String) {
    handle(DeviceChange(subscribe: Private([topic])))
  }

  /// Takes the subscription of who is signed in to a topic back.
  public func unsubscribe(_ topic: String) {
    handle(DeviceChange(unsubscribe: Private([topic])))
  }

  /// Says what else there is to know of the device, in place of what was said before.
  ///
  /// Tags are the device's, whoever is signed in, and are kept.
  public func setTags(_ tags: [String: String]) {
    handle(
      DeviceChange(
        tags: tags.sorted(by: <).map { DeviceChange.Tag(name: $0.key, value: $0.value) }
      )
    )
  }

  /// Says by which token something else than notifications is reached, or, with `nil`, that it isn't.
  ///
  /// ```swift
  /// for await token in Activity<Delivery>.pushToStartTokenUpdates {
  ///   registration.setToken(DeviceToken(token), named: "delivery")
  /// }
  /// ```
  public func setToken(_ token: DeviceToken?, named name: String) {
    handle(DeviceChange(tokens: [DeviceChange.Token(name: name, token: token)]))
  }

  /// Says whether the user lets the app show notifications; on Apple's systems `follow(_:)` does.
  public func setPermission(_ permission: PermissionLevel) {
    handle(DeviceChange(permission: permission))
  }

  /// Says everything now, also what the server has acknowledged or refused, and without waiting.
  ///
  /// While a request for who is signed in is under way, that one is it.
  public func refresh() {
    handle(DeviceChange(refresh: true))
  }

  /// Takes an account off, and forgets its topics.
  ///
  /// For an app that finds at its launch that the session is gone. One that is signed in is signed out
  /// as far as this registration is concerned.
  public func forget(_ account: AccountID) {
    handle(DeviceChange(forget: Private(account.rawValue)))
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the registration is let go.
  public var states: AsyncStream<RegistrationState> { streams.stream(from: state) }

  /// What the app wants before anything is attached waits for that.
  package func handle(_ change: DeviceChange) {
    guard driver.isStarted else { return waiting.append(change) }
    records?.send(change)
    driver.handle(.change(change))
  }
}

// MARK: - Plugin and observer

extension DeviceRegistration: LoggingPlugin, PushObserver, PushDiagnosticsObserver,
  LifecycleObserver
{
  /// New tokens.
  public var interests: Set<PushEvent.Kind> { [.tokenChanged] }

  /// Reads the store, and starts from what is true now.
  public func attach(to context: PluginContext) {
    detach()
    scheduler = context.scheduler
    records = context.records
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
    wake()
    if let token = context.push.deviceToken { driver.handle(.token(token)) }
  }

  /// Says nothing more, and cancels what is under way.
  ///
  /// Nobody is taken off: whoever attaches it again goes on. What the app sets meanwhile waits.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    scheduler = nil
    records = nil
  }

  /// Starts from who is signed in; nobody, at this point, is taken for not known.
  public func begin(with state: LifecycleState) {
    if let account = state.account { driver.handle(.account(account)) }
    let changes = waiting
    waiting = []
    changes.forEach(handle)
  }

  /// Follows accounts, and looks at the wall clock when the app comes or goes.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged(let account): driver.handle(.account(account))
    case .phaseChanged: wake()
    default: break
    }
  }

  /// Follows the device's token.
  public func receive(_ event: PushEvent) {
    if case .tokenChanged(let token) = event {
      driver.handle(.token(token))
    }
  }

  /// Hears of a token also when the manager knew it.
  public func receive(_ callback: PushCallback) {
    if case .registered(let token) = callback {
      driver.handle(.token(token))
    }
  }
}

extension DeviceRegistration: BackgroundRefresher {
  /// Says what is due, and waits for the answer; asks nothing if nothing is.
  ///
  /// - Returns: New data if the server has acknowledged something, and failed if it has not, or if the
  ///   store could not be read yet. What has failed before waits for its time.
  public func performBackgroundRefresh() async throws -> FetchResult {
    guard driver.isStarted else { return .noData }
    wake()
    return try await refreshes.result { driver.handle(.backgroundRefresh) }
  }

  private func wake() {
    if let scheduler { driver.handle(.woke(at: scheduler.date)) }
  }
}

// MARK: - Effects

extension DeviceRegistration {
  private func perform(_ effect: RegistrationCore.Effect) {
    switch effect {
    case .load:
      let stored = store.load(orFirst: RegistrationState(), onFailure: logFailure)
      driver.answer(stored.map { .loaded($0.ledger) } ?? .notLoaded)
    case .save(let state):
      if !store.save(state, onFailure: logFailure) { driver.answer(.notSaved) }
    case .start(let number, let request): start(number, request)
    case .cancel: task?.cancel()
    case .show(let newState):
      state = newState
      streams.yield(newState)
    case .log(let event): log?(event)
    case .release(let result): refreshes.release(result)
    }
  }

  private func start(_ number: RegistrationCore.Number, _ request: RegistrationRequest) {
    task = scheduler?.perform { [weak self, endpoint] in
      var failure: SourceFailure?
      do {
        try Task.checkCancellation()
        try await endpoint.send(request)
      } catch {
        failure = SourceFailure(error)
      }
      self?.accept(failure, of: number)
    }
  }

  private func accept(_ failure: SourceFailure?, of number: RegistrationCore.Number) {
    guard let date = scheduler?.date else { return }
    if driver.core.line.isUnderWay(number) {
      records?.send(RegistrationAnswer(ServerAnswer(failure.map { ScriptedError($0) })))
    }
    driver.handle(.answered(number, failure, at: date))
  }

  private func logFailure(_ error: String) {
    log?(.storeFailed(error))
  }
}
