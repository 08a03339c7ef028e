import Foundation
public import Observation
public import PushHub

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
///   store: FileRegistrationStore(url: folder.appending(path: "registration.json")),
///   configuration: DeviceRegistration.Configuration(environment: .production)
/// )
/// try host.install(registration, named: "registration")
/// registration.setTags(["language": "de"])
/// registration.subscribe("news")
/// ```
///
/// - Accounts: nobody signed in, nothing registered. Whoever signs out is taken off at once, also by a
///   process that starts later. The next account is told of when the server has acknowledged that, or
///   has failed to for ``Configuration/longestHold``, in however many processes and for however many
///   accounts. A process in which nobody is known to have signed in yet takes nobody off: an app that
///   finds at its launch that a session is gone says so with ``forget(_:)``.
/// - Failures: a request without an answer within 60 s has failed, whatever the endpoint does. It is
///   tried again with growing delays, or when the server wishes. Changes wait for that; signing in and
///   out, and ``refresh()``, don't. After a refusal for good nothing is said until something changes, the
///   user signs in, the app starts, or a day has passed; signing off is given up.
/// - Lifetime: what was said, and what the app has set, is kept in the store, so that a start of the app
///   says nothing that the server knows. All is saved before a request begins. Where a store has lost
///   everything the device is another installation, which the server knows by its token.
///
/// It does its work in the background as in the foreground, and uses the time that the system gives the
/// app there.
@MainActor
@Observable
public final class DeviceRegistration {
  /// What is reached now.
  public private(set) var state = RegistrationState()

  /// What has happened since the registration was made.
  public var statistics: RegistrationStatistics {
    var statistics = counts
    statistics.underWay = driver.core.line.request == nil ? 0 : 1
    return statistics
  }

  private var counts = RegistrationStatistics()

  /// Told of what the registration does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((RegistrationLogEntry) -> Void)?

  @ObservationIgnored private let endpoint: any RegistrationEndpoint
  @ObservationIgnored private let store: any RegistrationStore
  @ObservationIgnored private let driver: CoreDriver<RegistrationCore>

  /// Whose time counts, while it is attached.
  @ObservationIgnored private(set) var clock: (any Scheduler)?
  @ObservationIgnored private var records: FeatureRecords?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private let refreshes = RefreshWaiters()
  @ObservationIgnored private let streams = ValueStreams<RegistrationState>()

  /// What the app wanted while nothing was attached.
  @ObservationIgnored private var waitingWishes: [RegistrationCore.Wish] = []

  /// From when it is known who is signed in until nothing is attached any more.
  @ObservationIgnored private var hasBegun = false

  /// Where it was attached last.
  @ObservationIgnored private weak var lifecycle: (any LifecycleSubject)?

  /// Whether it was known who is signed in when it was detached.
  @ObservationIgnored private var wasAccountKnown = false

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
    store: any RegistrationStore,
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
  /// who is signed in, they are for whoever turns out to be, also in a later process; after a sign-out
  /// nothing is changed, which is counted. While this is detached they are for who is signed in then.
  public func subscribe(_ topic: String) {
    tell(.topic(topic, isWanted: true))
  }

  /// Takes the subscription of who is signed in to a topic back.
  public func unsubscribe(_ topic: String) {
    tell(.topic(topic, isWanted: false))
  }

  /// What who is signed in has subscribed to, whether or not the server knows; empty when not attached.
  public var topics: Set<String> { driver.isStarted ? driver.core.topics : [] }

  /// Says what else there is to know of the device, in place of what was said before.
  ///
  /// Tags are the device's, whoever is signed in, and are kept.
  public func setTags(_ tags: [String: String]) {
    tell(.tags(tags))
  }

  /// Says by which token something else than notifications is reached, or, with `nil`, that it isn't.
  ///
  /// ```swift
  /// for await token in Activity<Delivery>.pushToStartTokenUpdates {
  ///   registration.setToken(DeviceToken(token), named: "delivery")
  /// }
  /// ```
  public func setToken(_ token: DeviceToken?, named name: String) {
    tell(.token(token, name: name))
  }

  /// Says whether the user lets the app show notifications; on Apple's systems `follow(_:)` does.
  public func setPermission(_ permission: DeviceRecord.Permission?) {
    tell(.permission(permission))
  }

  /// What the server should know of this device now; `nil` without a token, or with nobody signed in.
  public var record: DeviceRecord? { driver.core.desired }

  /// Says everything now, also what the server has acknowledged or refused, and without waiting.
  ///
  /// While a request for who is signed in is under way, that one is it.
  public func refresh() {
    tell(.refresh)
  }

  /// Takes an account off, and forgets its topics.
  ///
  /// For an app that finds at its launch that the session is gone. One that is signed in is signed out
  /// as far as this registration is concerned.
  public func forget(_ account: AccountID) {
    tell(.forget(account))
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the registration is let go.
  public var states: AsyncStream<RegistrationState> { streams.stream(from: state) }

  /// What the app wants before anything is attached waits for that.
  private func tell(_ wish: RegistrationCore.Wish) {
    guard hasBegun else { return keep(wish) }
    records?.send(DeviceChange(wish))
    driver.handle(.wish(wish))
  }

  /// Keeps a wish until something is attached; topics for who is signed in now, if that is known.
  private func keep(_ wish: RegistrationCore.Wish) {
    var kept = wish
    if case .topic(let topic, let isWanted, _) = wish, let lifecycle {
      let owner = lifecycle.state.account
      guard owner != nil || !wasAccountKnown else { return note(.topicIgnored) }
      kept = .topic(topic, isWanted: isWanted, of: owner)
    }
    waitingWishes.removeAll { $0.isAbout(kept) }
    waitingWishes.append(kept)
  }

  private func grantWaitingWishes(with account: AccountID?) {
    let wishes = waitingWishes
    waitingWishes = []
    for wish in wishes {
      if case .topic(_, _, let owner?) = wish, owner != account {
        // A recording tells of who is signed in.
        driver.handle(.wish(wish))
      } else {
        tell(wish)
      }
    }
  }
}

extension RegistrationCore.Wish {
  /// Whether a later wish takes this one's place.
  fileprivate func isAbout(_ other: Self) -> Bool {
    switch (self, other) {
    case (.tags, .tags), (.permission, .permission), (.refresh, .refresh): true
    case (.token(_, let name), .token(_, let otherName)): name == otherName
    case (.topic(let topic, _, let owner), .topic(let otherTopic, _, let otherOwner)):
      topic == otherTopic && owner == otherOwner
    default: self == other
    }
  }
}

// MARK: - Plugin and observer

extension DeviceRegistration: PushPlugin, PushObserver, PushDiagnosticsObserver,
  LifecycleObserver
{
  /// New tokens.
  public var interests: Set<PushEvent.Kind> { [.tokenChanged] }

  /// Reads the store, and starts from what is true now.
  public func attach(to context: PluginContext) {
    detach()
    let scheduler = context.scheduler
    clock = scheduler
    records = context.records
    driver.start(on: scheduler, for: self) { $0.perform($1, on: scheduler) }
    lifecycle = context.lifecycle
    driver.handle(.attached(at: scheduler.date, token: context.push.deviceToken))
  }

  /// Says nothing more, and cancels what is under way.
  ///
  /// Nobody is taken off: whoever attaches it again goes on. What the app sets meanwhile waits.
  public func detach() {
    if driver.isStarted {
      wasAccountKnown = driver.core.isAccountKnown
    }
    hasBegun = false
    driver.handle(.detached)
    driver.stop()
    clock = nil
    records = nil
  }

  /// Starts from who is signed in; nobody, at this point, is taken for not known.
  public func begin(with state: LifecycleState) {
    driver.handle(.began(state.account))
    hasBegun = true
    grantWaitingWishes(with: state.account)
  }

  /// Follows accounts, and looks at the wall clock when the app comes or goes.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged(let account):
      driver.handle(.account(account))
    case .phaseChanged:
      if let clock { driver.handle(.woke(at: clock.date)) }
    default:
      break
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
    guard let clock, driver.isStarted else { return .noData }
    return try await refreshes.result { driver.handle(.backgroundRefresh(at: clock.date)) }
  }
}

// MARK: - Effects

extension DeviceRegistration {
  private func perform(_ effect: RegistrationCore.Effect, on scheduler: any Scheduler) {
    switch effect {
    case .load: load()
    case .setAside: try? store.setAside()
    case .save(let ledger): save(ledger)
    case .start(let number, let request): start(number, request, on: scheduler)
    case .cancel: task?.cancel()
    case .show(let newState):
      state = newState
      streams.yield(newState)
    case .report(let entry): note(entry)
    case .release(let result): refreshes.release(result)
    }
  }

  private func start(
    _ number: RegistrationCore.Number,
    _ request: RegistrationRequest,
    on scheduler: any Scheduler
  ) {
    task = scheduler.perform { [weak self, endpoint] in
      do {
        try Task.checkCancellation()
        try await endpoint.send(request)
        self?.accept(nil, of: number, at: scheduler.date)
      } catch {
        self?.accept(SourceFailure(error), of: number, at: scheduler.date)
      }
    }
  }

  private func accept(
    _ failure: SourceFailure?,
    of number: RegistrationCore.Number,
    at date: Date
  ) {
    if driver.core.isUnderWay(number) {
      records?.send(RegistrationAnswer(ServerAnswer(failure)))
    }
    driver.handle(.answered(number, failure, at: date))
  }

  private func load() {
    do {
      driver.answer(.loaded(try store.load().flatMap(ledger)))
    } catch {
      driver.answer(.notLoaded(error.logDescription))
    }
  }

  /// What is in the data; what can be read of it, with the data set aside, if it can't be understood.
  private func ledger(in data: Data) -> RegistrationLedger? {
    do {
      return try RegistrationLedger(data)
    } catch {
      let isSetAside = (try? store.setAside()) != nil
      note(.storeUnreadable(error.reason, isSetAside: isSetAside))
      return driver.core.salvage(from: data)
    }
  }

  private func save(_ ledger: RegistrationLedger) {
    do {
      try store.save(ledger.data())
    } catch {
      note(.storeNotSaved(error.logDescription))
      driver.answer(.notSaved)
    }
  }

  private func note(_ entry: RegistrationLogEntry) {
    counts.count(entry)
    log?(entry)
  }
}
