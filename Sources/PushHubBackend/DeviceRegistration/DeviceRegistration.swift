public import Observation
public import PushHub
import PushHubNetworking

/// Keeps a server's record of this device up to date: its tokens, its account and its settings.
///
/// The record follows from the device's token, the account that is signed in, the permission, and the
/// additional tokens, tags and topics that the app sets. The registration compares it with the record that the
/// server has acknowledged, and sends each difference: one request at a time, each with the whole record.
/// Changes of one moment become one request. An acknowledgement that is older than a week is renewed.
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
///   also by a process that starts later, and before the next account is registered. A sign-off that fails is
///   retried, before any other request. The next account waits for it for 5 s at most, and not at all after a
///   sign-off that had no answer within that time. A process in which no account was signed in yet signs no
///   account off. If a session is gone at the launch, call ``forget(_:)``.
/// - Failures: A request without an answer within 60 s has failed. It is retried with growing delays, or
///   after the server's `Retry-After`. Changes wait for that; signing in and out, and ``refresh()``, don't.
///   After a permanent refusal there is no request until something changes, the user signs in, the app
///   starts, or a day has passed. A sign-off that is refused permanently is discarded.
/// - Lifetime: The store has the record of the server and the values that the app has set. It is saved before a
///   request begins. If the store has lost its content, or if the content can't be decoded, the device is another
///   installation, which the server recognizes by its token. Exclude the store from backups, since another device
///   is another installation. Content that can't be read yet is not replaced. Changes wait meanwhile, and there is
///   no request.
///
/// It works in the background as in the foreground.
@MainActor
@Observable
public final class DeviceRegistration {
  /// Called with each event, at once; for logs and tests.
  @ObservationIgnored public var log: ((RegistrationEvent) -> Void)?

  @ObservationIgnored private let endpoint: any RegistrationEndpoint
  @ObservationIgnored private let sharedTokens: SharedTokens?

  /// The tokens that were last read from there.
  @ObservationIgnored private var lastTokens: [String: PushToken?] = [:]
  @ObservationIgnored let runtime: ManualFeatureRuntime<RegistrationCore>

  /// Follows a permission.
  @ObservationIgnored var following: Task<Void, Never>?

  /// Creates a registration that is not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - endpoint: The server.
  ///   - store: Stores the state across launches; for this registration alone.
  ///   - configuration: The times when requests are sent.
  ///   - sharedTokens: Tokens that another process of the app receives, such as those of widgets.
  ///   - generator: The source of the installation's name and of random delays.
  public init(
    endpoint: any RegistrationEndpoint,
    store: any Store<RegistrationState>,
    configuration: Configuration,
    sharedTokens: SharedTokens? = nil,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.endpoint = endpoint
    self.sharedTokens = sharedTokens
    runtime = ManualFeatureRuntime(
      RegistrationCore(
        configuration: configuration,
        generator: generator
      ),
      observes: [.registered],
      store: store
    )
  }

  deinit {
    following?.cancel()
  }
}

// MARK: - Changes

extension DeviceRegistration {
  /// The record that the server should have, and whether it has it.
  public var state: RegistrationState { runtime.state }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the registration is deallocated.
  public var states: AsyncStream<RegistrationState> { runtime.states }

  /// Subscribes the account that is signed in to a topic; again, this does nothing.
  ///
  /// Topics are stored for each account until it is forgotten. Before an account is known, a change is for the next
  /// one that signs in. After a sign-out a change is ignored, and the log has ``RegistrationEvent/topicIgnored``.
  /// While the registration is detached, a change is for the account that is signed in when it is attached.
  public func subscribe(_ topic: String) {
    handle(DeviceChange(subscribe: Private([topic])))
  }

  /// Ends the subscription of the account that is signed in to a topic.
  public func unsubscribe(_ topic: String) {
    handle(DeviceChange(unsubscribe: Private([topic])))
  }

  /// Sets further properties of the device, in place of those that were set before.
  ///
  /// Tags belong to the device and not to an account.
  public func setTags(_ tags: [String: String]) {
    handle(
      DeviceChange(
        tags: tags.sorted(by: <).map { DeviceChange.Tag(name: $0.key, value: $0.value) }
      )
    )
  }

  /// Sets a token for something else than notifications or, with `nil`, removes it.
  ///
  /// ```swift
  /// registration.setToken(PushToken(text: fcmToken), named: "fcm")
  /// ```
  ///
  /// Such tokens belong to the device and not to an account. For the tokens of Live Activities call
  /// ``follow(_:)``, and for those of widgets use ``SharedTokens``.
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
  /// For an app whose session is gone at the launch. An account that is signed in is signed out for this
  /// registration.
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
    case .begin(let account): return .began(account, runtime.context?.push.deviceToken)
    case .readSharedTokens: return changeOfSharedTokens.map { .change($0) }
    }
    return nil
  }

  /// The tokens that another process has written since they were last read.
  private var changeOfSharedTokens: DeviceChange? {
    let tokens = sharedTokens?.all() ?? [:]
    let changed = tokens.filter { lastTokens[$0.key] != $0.value }.sorted { $0.key < $1.key }
    guard !changed.isEmpty else { return nil }
    lastTokens = tokens
    return DeviceChange(tokens: changed.map { DeviceChange.Token(name: $0.key, token: $0.value) })
  }
}

extension DeviceRegistration: BackgroundWorker {
  /// Reads the tokens of another process, sends the record if it is due, and waits for the answer.
  ///
  /// For a push it also waits for tokens that followed features have read for that push.
  ///
  /// - Returns: New data if the server has acknowledged a request, and failed if it has not, or if the store could
  ///   not be read yet; no data if no request is due. A request that has failed before waits for its retry.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    if runtime.isAttached, let change = changeOfSharedTokens { runtime.send(.change(change)) }
    return try await runtime.work(for: push)
  }
}
