import Foundation
import PushHub

@testable import PushHubBackend
@testable import PushHubNetworking

/// A registration core in an app that a test plays: it tells events, lets time pass, and keeps what is
/// saved when the process dies.
struct RegistrationDriver {
  private(set) var core: RegistrationCore
  private(set) var now: ContinuousClock.Instant

  /// What the store holds.
  var stored: RegistrationLedger?

  /// What is under way.
  private(set) var open: (number: RegistrationCore.Number, request: RegistrationRequest)?

  /// What began, what was cancelled and what was saved since it was taken last, in order.
  private var effects: [RegistrationCore.Effect] = []

  /// Whether something was said that did not stand in the store at that moment.
  private(set) var hasSaidUnsaved = false

  /// Whether a deadline was left that has passed already: handling it would never end.
  private(set) var hasStaleDeadline = false

  /// The store does not give what it holds.
  var loadFails = false

  /// The store keeps what it holds.
  var saveFails = false

  /// How far the wall clock is from where it began and should be.
  var clockShift = Duration.zero

  private let configuration: DeviceRegistration.Configuration
  private let generator: any RandomNumberGenerator
  private let start: ContinuousClock.Instant

  init(
    _ configuration: DeviceRegistration.Configuration = .testing,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) {
    self.configuration = configuration
    self.generator = generator
    core = RegistrationCore(configuration: configuration, generator: generator)
    start = ContinuousClock.now
    now = start
  }

  /// 1 January 2026, and what has passed since.
  var date: Date {
    Date(timeIntervalSince1970: 1_767_225_600 + (now - start + clockShift) / .seconds(1))
  }

  /// How long until the core wants to be asked, if it does.
  var delayOfDeadline: Duration? { core.nextDeadline.map { $0 - now } }

  mutating func takeEffects() -> [RegistrationCore.Effect] {
    defer { effects = [] }
    return effects
  }

  /// Gives the requests that began since something was taken last.
  mutating func takeRequests() -> [RegistrationRequest] {
    takeEffects().compactMap { effect in
      if case .start(_, let request) = effect { request } else { nil }
    }
  }
}

extension DeviceRegistration.Configuration {
  /// Changes are said at once.
  static let testing = Self(environment: .sandbox, settling: .zero)
}

// MARK: - What happens

extension RegistrationDriver {
  mutating func tell(_ event: RegistrationCore.Event) {
    for effect in core.handle(event, at: now) {
      effects.append(effect)
      switch effect {
      case .load: tell(loadFails ? .notLoaded : .loaded(stored))
      case .save(let state): stored = saveFails ? stored : state.ledger
      case .start(let number, let request):
        open = (number, request)
        let entry = stored?[request.account]
        if entry?.revision != request.revision || entry?.acknowledged != nil {
          hasSaidUnsaved = true
        }
      case .cancel: open = nil
      case .show, .log, .release: break
      }
    }
    if let deadline = core.nextDeadline, deadline <= now {
      hasStaleDeadline = true
    }
  }

  mutating func wish(_ change: DeviceChange) {
    tell(.change(change))
  }

  /// Lets time pass, with each deadline of the core met on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end, !hasStaleDeadline {
      now = max(now, deadline)
      tell(.deadline)
    }
    now = end
  }

  /// The app starts, with who is signed in as far as it says so.
  mutating func attach(_ account: AccountID? = nil) {
    tell(.woke(at: date))
    if let account { tell(.account(account)) }
  }

  /// The process ends, and another one begins with what is in the store.
  mutating func die(returningAs account: AccountID? = nil) {
    open = nil
    core = RegistrationCore(configuration: configuration, generator: generator)
    attach(account)
  }

  mutating func signIn(_ account: AccountID?) {
    tell(.account(account))
  }

  /// The server says that it knows, of the request under way.
  mutating func succeed() {
    guard let number = open?.number else { return }
    open = nil
    tell(.answered(number, nil, at: date))
  }

  /// The request under way fails.
  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    guard let number = open?.number else { return }
    open = nil
    tell(.answered(number, failure, at: date))
  }

  /// The server does not accept who is asking.
  mutating func refuse() {
    fail(SourceFailure(message: "401", isFinal: true))
  }
}

// MARK: - Usual starts

extension RegistrationDriver {
  /// The device has a token, Ann is signed in, and the server knows.
  static func registered(
    _ configuration: DeviceRegistration.Configuration = .testing,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) -> Self {
    var driver = Self(configuration, generator: generator)
    driver.attach("ann")
    driver.tell(.token(.first))
    driver.wait(configuration.settling)
    driver.succeed()
    _ = driver.takeEffects()
    return driver
  }
}

extension DeviceToken {
  static let first = DeviceToken([0, 1, 255])
  static let second = DeviceToken([2, 3, 254])
}

// MARK: - What the app wants

extension DeviceChange {
  static let wholeRefresh = Self(refresh: true)

  static func tags(_ tags: [String: String]) -> Self {
    Self(tags: tags.sorted(by: <).map { Tag(name: $0.key, value: $0.value) })
  }

  static func token(_ token: DeviceToken?, name: String) -> Self {
    Self(tokens: [Token(name: name, token: token)])
  }

  static func permission(_ permission: PermissionLevel) -> Self {
    Self(permission: permission)
  }

  static func topic(_ topic: String, isWanted: Bool) -> Self {
    isWanted ? Self(subscribe: Private([topic])) : Self(unsubscribe: Private([topic]))
  }

  static func forget(_ account: AccountID) -> Self { Self(forget: Private(account.rawValue)) }
}
