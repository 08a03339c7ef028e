public import Observation
public import PushHub
import PushHubNetworking

/// Keeps a server's record of this device: how to reach it, for which account, and with what.
///
/// The record follows from the device's token, the account that is signed in, the permission, and the
/// further tokens, tags and topics that the app sets. The registration compares it with the record that the
/// server has acknowledged, and sends each difference: one request at a time, each with the whole record.
/// Changes of one moment become one request; a value that is set again is none. An acknowledgement that is
/// older than a week is renewed.
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
/// - Accounts: Without an account, nothing is registered. An account that signs out is signed off at once,
///   also by a process that starts later, and before the next account is registered. If that fails it is
///   retried later, and before any other request. The next account waits for it for 5 s at most, and not at
///   all once there was no answer within that time. A process in which no account was signed in yet signs
///   no account off: an app that finds at its launch that a session is gone calls ``forget(_:)``.
/// - Failures: A request without an answer within 60 s has failed. It is retried with growing delays, or
///   after the server's `Retry-After`. Changes wait for that; signing in and out, and ``refresh()``, don't.
///   After a permanent refusal there is no request until something changes, the user signs in, the app
///   starts, or a day has passed. A sign-off that is refused permanently is discarded.
/// - Lifetime: What the server has, and what the app has set, is kept in the store, so that an app that
///   starts sends nothing that the server has. It is saved before a request begins. If the store has lost
///   its content, or if it can't be decoded, the device is another installation, which the server knows by
///   its token. Exclude the store from backups: a device on which one is restored has an installation of
///   its own. Content that can't be read yet is not replaced, and there is no request meanwhile.
///
/// It works in the background as in the foreground, and uses the time that the system gives the app there.
@MainActor
@Observable
public final class DeviceRegistration {
  /// Called with what the registration does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((RegistrationEvent) -> Void)?

  @ObservationIgnored private let endpoint: any RegistrationEndpoint
  @ObservationIgnored private let sharedTokens: SharedTokens?

  /// What was read of them last.
  @ObservationIgnored private var lastTokens: [String: PushToken?] = [:]
  @ObservationIgnored let runtime: FeatureRuntime<RegistrationCore>

  /// Follows a permission.
  @ObservationIgnored var following: Task<Void, Never>?

  /// Makes a registration that is not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - endpoint: The server that keeps the devices.
  ///   - store: Keeps what outlives the process; for this registration alone.
  ///   - configuration: When requests are sent.
  ///   - sharedTokens: Tokens that another process of the app receives, such as those of widgets.
  ///   - generator: The source of the installation's name and of the random part of delays.
  public init(
    endpoint: any RegistrationEndpoint,
    store: any Store<RegistrationState>,
    configuration: Configuration,
    sharedTokens: SharedTokens? = nil,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.endpoint = endpoint
    self.sharedTokens = sharedTokens
    runtime = FeatureRuntime(
      RegistrationCore(
        configuration: configuration,
        generator: generator,
        hasSharedTokens: sharedTokens != nil
      ),
      observes: [.tokenChanged],
      store: store
    )
  }

  deinit {
    following?.cancel()
  }
}

// MARK: - Changes

extension DeviceRegistration {
  /// What the server should have, and what it has.
  public var state: RegistrationState { runtime.state }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the registration is deallocated.
  public var states: AsyncStream<RegistrationState> { runtime.states }

  /// Subscribes the account that is signed in to a topic; again, this does nothing.
  ///
  /// Topics are kept for each account, and are there again when its user returns. Before the account is
  /// known, they are for the next one that is. After a sign-out nothing changes, and the log has
  /// ``RegistrationEvent/topicIgnored``. While the registration is detached, they are for the account that
  /// is signed in when it is attached.
  public func subscribe(_ topic: String) {
    handle(DeviceChange(subscribe: Private([topic])))
  }

  /// Ends the subscription of the account that is signed in to a topic.
  public func unsubscribe(_ topic: String) {
    handle(DeviceChange(unsubscribe: Private([topic])))
  }

  /// Sets further properties of the device, in place of those that were set before.
  ///
  /// Tags belong to the device and not to an account, and are kept.
  public func setTags(_ tags: [String: String]) {
    handle(
      DeviceChange(
        tags: tags.sorted(by: <).map { DeviceChange.Tag(name: $0.key, value: $0.value) }
      )
    )
  }

  /// Sets the token of something else than notifications or, with `nil`, removes it.
  ///
  /// ```swift
  /// registration.setToken(PushToken(text: fcmToken), named: "fcm")
  /// ```
  ///
  /// Such tokens belong to the device and not to an account. Those of Live Activities come from a feature
  /// that the registration follows, see ``follow(_:)``, and those of widgets from ``SharedTokens``.
  public func setToken(_ token: PushToken?, named name: String) {
    handle(DeviceChange(tokens: [DeviceChange.Token(name: name, token: token)]))
  }

  /// Sets whether the user lets the app show notifications; on Apple's systems `follow(_:)` does.
  public func setPermission(_ permission: PermissionLevel) {
    handle(DeviceChange(permission: permission))
  }

  /// Sends the whole record now, also if the server has acknowledged or refused it, without waiting.
  ///
  /// Does nothing while a request for the account that is signed in is under way.
  public func refresh() {
    handle(DeviceChange(refresh: true))
  }

  /// Signs an account off, and removes its topics.
  ///
  /// For an app that finds at its launch that the session is gone. An account that is signed in is signed
  /// out for this registration.
  public func forget(_ account: AccountID) {
    handle(DeviceChange(forget: Private(account.rawValue)))
  }

  /// A change before the registration is attached waits until it is.
  package func handle(_ change: DeviceChange) {
    runtime.send(.change(change))
  }
}

// MARK: - Plugin

extension DeviceRegistration: LoggingPlugin {
  /// The environment and the durations.
  public var recordedConfiguration: (any RecordedConfiguration)? { runtime.core.configuration }

  /// Reads the store, and starts with the present account and token.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1) }
  }

  /// Sends nothing more, and cancels the request under way.
  ///
  /// No account is signed off. Changes wait until the registration is attached again.
  public func detach() {
    runtime.detach()
  }

  private func perform(_ effect: RegistrationCore.Effect) -> RegistrationCore.Input? {
    switch effect {
    case .send(let request):
      runtime.start { [endpoint] send in
        do {
          try await endpoint.send(request)
          send(.answered(nil))
        } catch {
          send(.answered(SourceFailure(error)))
        }
      }
    case .readToken: return runtime.context?.push.deviceToken.map { .token($0) }
    case .readSharedTokens: return changeOfSharedTokens.map { .change($0) }
    }
    return nil
  }

  /// What another process has written since it was last read.
  private var changeOfSharedTokens: DeviceChange? {
    let tokens = sharedTokens?.all() ?? [:]
    let changed = tokens.filter { lastTokens[$0.key] != $0.value }.sorted { $0.key < $1.key }
    guard !changed.isEmpty else { return nil }
    lastTokens = tokens
    return DeviceChange(tokens: changed.map { DeviceChange.Token(name: $0.key, token: $0.value) })
  }

  /// Reads the tokens of another process, sends what is due, and waits for the answer.
  private func work(for push: Push?) async throws -> FetchResult {
    if runtime.isAttached, let change = changeOfSharedTokens { runtime.send(.change(change)) }
    return try await runtime.work(for: push)
  }
}

extension DeviceRegistration: PushDiagnosticsObserver {
  /// Receives a token also when the manager had it before.
  public func receive(_ callback: PushCallback) {
    if case .registered(let token) = callback, runtime.isAttached { runtime.send(.token(token)) }
  }
}

extension DeviceRegistration: BackgroundPushObserver {
  /// Waits for the request under way, and for what the features that it follows have read for the push.
  ///
  /// - Returns: No data at once if there is nothing to send; else as for a refresh.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    try await work(for: push)
  }
}

extension DeviceRegistration: BackgroundRefresher {
  /// Sends what is due, and waits for the answer; if nothing is due, there is no request.
  ///
  /// - Returns: New data if the server has acknowledged something, and failed if it has not, or if the
  ///   store could not be read yet. A request that has failed before waits for its retry.
  public func performBackgroundRefresh() async throws -> FetchResult {
    try await work(for: nil)
  }
}
