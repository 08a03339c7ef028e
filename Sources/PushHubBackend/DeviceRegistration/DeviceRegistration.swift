public import PushHub
import PushHubNetworking

/// Keeps a server's record of this device up to date for every account that is signed in.
///
/// An account's record follows from the device's token, the permission, the additional tokens and tags that the app
/// sets, and the account's topics. The registration compares it with the record that the server has acknowledged, and
/// sends each difference: one request of an account at a time, each with the whole record. Changes of one moment
/// become one request. An acknowledgement that is older than a week is renewed.
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
/// - Accounts: Accounts that are signed in are registered side by side, whichever is shown. One that signs out is
///   signed off after the request under way, also by a process that starts later. ``signOff(_:within:)`` waits for
///   that, and ``withdraw(_:)`` signs off an account that stays signed in. A process in which the app has not set
///   the accounts signs no account off. An account that is not signed in at a launch is signed off once the app has
///   been active for 10 s. One for which a push comes although it is not signed in is signed off again, at most once a
///   day.
/// - Failures: A request without an answer within 60 s has failed. It is retried with growing delays, or after the
///   server's `Retry-After`. A return to the foreground retries within 5 s. Changes wait for `Retry-After`; signing in
///   and out, and ``refresh()``, don't. A permanent refusal, such as with the status 400 or 401, is not retried until
///   something changes, the user signs in or out, the app starts or returns to the foreground, or ``refresh()`` is
///   called. A sign-off that is refused is kept, see ``discardSignOff(of:)``.
/// - Lifetime: The store has the latest request of each account and the values that the app has set. It is saved
///   before a request begins. If the store has lost its content, or if the content can't be decoded, the device is
///   another installation, which the server recognizes by its token. Exclude the store from backups, since another
///   device is another installation. Content that can't be read yet is not replaced. Changes wait meanwhile, and there
///   is no request.
///
/// It works in the background as in the foreground.
@MainActor
public final class DeviceRegistration: PushFeature {
  /// Runs the core.
  public let runtime: FeatureRuntime<RegistrationCore>

  private let sharedTokens: SharedTokens?
  private let details: (@MainActor () -> DeviceDetails)?

  /// The tokens that were last read from there, and the details.
  private var lastTokens: [String: PushToken?] = [:]
  private var lastDetails: DeviceDetails?

  /// Follows a permission.
  var following: Task<Void, Never>?

  /// Creates a registration that is not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - endpoint: The server.
  ///   - store: Stores the state across launches; for this registration alone.
  ///   - configuration: The times when requests are sent.
  ///   - sharedTokens: Tokens that another process of the app receives, such as those of widgets.
  ///   - details: Returns optional parts of the record, at the launch, on each return to the foreground and in the
  ///     background; a change is sent.
  ///   - generator: The source of the installation's name and of random delays; by default one whose delays a
  ///     recording can repeat.
  public init(
    endpoint: any RegistrationEndpoint,
    store: any Store<RegistrationCore.Values>,
    configuration: Configuration,
    sharedTokens: SharedTokens? = nil,
    details: (@MainActor () -> DeviceDetails)? = nil,
    generator: (any RandomNumberGenerator)? = nil
  ) {
    (self.sharedTokens, self.details) = (sharedTokens, details)
    var digits = generator ?? SystemRandomNumberGenerator()
    let installation = (0..<32).map { _ in
      String(Int.random(in: 0..<16, using: &digits), radix: 16)
    }.joined()
    let sender = RegistrationSender(endpoint)
    runtime = FeatureRuntime(
      RegistrationCore(configuration: configuration, installation: installation),
      store: store,
      generator: generator,
      server: sender.send
    )
    sender.runtime = runtime
  }

  deinit {
    following?.cancel()
  }
}

/// Sends requests with their numbers as revisions.
@MainActor
private final class RegistrationSender {
  weak var runtime: FeatureRuntime<RegistrationCore>?
  private let endpoint: any RegistrationEndpoint

  init(_ endpoint: any RegistrationEndpoint) {
    self.endpoint = endpoint
  }

  func send(_ request: RegistrationCore.Request, for account: AccountID) async throws -> Done {
    guard let kernel = runtime?.kernel, let number = kernel.requests[account]?.number else {
      throw CancellationError()
    }
    let (record, token): (DeviceRecord?, DeviceToken) =
      switch request {
      case .signOn(let record): (record, record.token)
      case .signOff(let token): (nil, token)
      }
    try await endpoint.send(
      RegistrationRequest(
        installation: kernel.core.device.installation,
        account: account,
        record: record,
        deviceToken: token,
        revision: number
      )
    )
    return Done()
  }
}

// MARK: - Changes

extension DeviceRegistration {
  /// The state of the account that is shown now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the registration is deallocated.
  public var states: AsyncStream<RegistrationState> { runtime.states }

  /// Subscribes an account to a topic; again, this does nothing.
  ///
  /// Topics are stored for each account until it is forgotten. Before the app has set the accounts, a change is for the
  /// one that is shown first. While no account is signed in, a change is ignored, and the log has
  /// ``RegistrationEvent/topicIgnored``. While the registration is detached, a change is for the account that is
  /// shown when it is attached. A blank topic is refused.
  ///
  /// - Parameters:
  ///   - topic: The topic.
  ///   - account: The account; by default the one that is shown.
  public func subscribe(_ topic: String, for account: AccountID? = nil) {
    send(.setTopic(topic: Private(topic), isWanted: true, account: account.map { Private($0) }))
  }

  /// Ends the subscription of an account, by default of the one that is shown, to a topic.
  public func unsubscribe(_ topic: String, for account: AccountID? = nil) {
    send(.setTopic(topic: Private(topic), isWanted: false, account: account.map { Private($0) }))
  }

  /// Sets further properties of the device, in place of those that were set before.
  ///
  /// Tags belong to the device and not to an account.
  public func setTags(_ tags: [String: String]) { send(.setTags(tags: Private(tags))) }

  /// Sets a token for something else than notifications or, with `nil`, removes it; an empty one is refused.
  ///
  /// ```swift
  /// registration.setToken(PushToken(text: fcmToken), named: "fcm")
  /// ```
  ///
  /// Such tokens belong to the device and not to an account. For the tokens of Live Activities call
  /// ``follow(_:)``, and for those of widgets use ``SharedTokens``.
  public func setToken(_ token: PushToken?, named name: String) {
    send(.setTokens(tokens: Private([name: token])))
  }

  /// Sets whether the user lets the app show notifications; on Apple's systems `follow(_:)` does.
  public func setPermission(_ permission: PermissionLevel) {
    send(.setPermission(level: permission))
  }

  /// Sends the whole records now, also those that the server has acknowledged or refused, without waiting.
  ///
  /// Call it when the app has credentials again: sign-offs that were refused are sent, too. Does nothing for an
  /// account whose request is under way.
  public func refresh() {
    send(.refresh)
    for account in runtime.kernel.leavingAccounts { runtime.send(.refresh, for: account) }
  }
}

// MARK: - Accounts

extension DeviceRegistration {
  /// The accounts that have signed out, and whose sign-off the server has not acknowledged.
  ///
  /// It is empty before the store was read and the app has set the accounts.
  public var leavingAccounts: Set<AccountID> { runtime.kernel.leavingAccounts }

  /// Signs an account off now, and waits until the server has acknowledged that.
  ///
  /// Call it before the app drops the session's credentials. In this process an account that is signed in is not
  /// registered again until it has signed out and in. Without an answer in time, the sign-off is continued.
  ///
  /// - Returns: Whether the server has no record of the device for the account; `false` if the app has not set the
  ///   accounts.
  public func signOff(_ account: AccountID, within limit: Duration) async -> Bool {
    runtime.send(.signOff, for: account)
    return await runtime.wait(within: limit) { kernel in
      kernel.core.areAccountsKnown && !kernel.leavingAccounts.contains(account)
        && kernel.core(of: account)?.stored == nil
    }
  }

  /// Signs the device off for an account that stays signed in, also in later launches, until ``register(_:)``.
  public func withdraw(_ account: AccountID) {
    send(.setRegistered(isRegistered: false, account: Private(account)))
  }

  /// Registers the device again for an account that was withdrawn.
  public func register(_ account: AccountID) {
    send(.setRegistered(isRegistered: true, account: Private(account)))
  }

  /// Signs an account off, and removes its topics.
  ///
  /// In this process an account that is signed in is not registered again until it has signed out and in.
  public func forget(_ account: AccountID) { send(.forget(account: Private(account))) }

  /// Gives up the sign-off of an account that has left, such as when there will be no credentials for it again.
  ///
  /// The server may continue to send pushes for the account.
  public func discardSignOff(of account: AccountID) { runtime.send(.discard, for: account) }
}

// MARK: - Feature

extension DeviceRegistration {
  /// The environment and the durations.
  public var recordedConfiguration: (any RecordedConfiguration)? {
    runtime.kernel.core.configuration
  }

  /// Whether the server has the device of the account that is shown, and the number of sign-offs that it has not
  /// acknowledged.
  public var facts: [(name: String, value: JSONValue)] {
    let device =
      state.account == nil
      ? "no account" : state.isAcknowledged ? "acknowledged" : "not acknowledged"
    return [
      ("device", .string(device)), ("accounts to sign off", JSONValue(leavingAccounts.count)),
    ]
  }

  /// Returns the record of an input; `nil` for Live Activities, which have records of their own.
  public static func record(
    of input: KernelRecord<RegistrationCore>
  ) -> (any FeatureRecord)? {
    if case .action(.setActivities) = input.content { nil } else { input }
  }

  /// Reads the tokens that another process has written since they were last read, and the details, or signs an account
  /// off again.
  public func perform(_ effect: RegistrationCore.Effect) {
    switch effect {
    case .read: read()
    case .repeatSignOff(let account): runtime.send(.repeatSignOff, for: account)
    }
  }

  private func read() {
    if let details = details?(), details != lastDetails {
      lastDetails = details
      send(.setDetails(details: Private(details)))
    }
    let tokens = sharedTokens?.all() ?? [:]
    let changed = tokens.filter { lastTokens[$0.key] != $0.value }
    lastTokens = tokens
    if !changed.isEmpty { send(.setTokens(tokens: Private(changed))) }
  }

  /// Reads the tokens of another process, sends the records that are due, and waits for the answers.
  ///
  /// For a push it also waits for tokens that followed features have read for that push.
  ///
  /// - Returns: New data if the server has acknowledged a record, and failed if a request has failed, or if the store
  ///   could not be read yet; no data if no request is due. A request that has failed before waits for its retry.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    if runtime.scheduler != nil { read() }
    return try await runtime.work(isRefresh: true)
  }
}
