import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// A registration in an app that a test plays, with a store that outlives the process.
typealias RegistrationDriver = FeatureSimulation<RegistrationCore>

extension DeviceRegistration.Configuration {
  /// Changes are sent at once.
  static let testing = Self(environment: .sandbox, settling: .zero)
}

extension RegistrationCore {
  /// The core of an installation that is the last of its fleet.
  init(
    _ configuration: DeviceRegistration.Configuration = .testing,
    digit: Character = "f"
  ) {
    self.init(
      configuration: configuration,
      installation: String(repeating: digit, count: 32)
    )
  }
}

extension RegistrationDriver {
  typealias Asked = (account: AccountID, request: RegistrationCore.Request, number: Int)

  /// The device has a token, and the server has acknowledged the accounts.
  static func registered(
    _ accounts: Set<AccountID> = ["ann"],
    _ configuration: DeviceRegistration.Configuration = .testing,
    digit: Character = "f"
  ) -> Self {
    var driver = Self(
      RegistrationCore(configuration, digit: digit),
      store: [:],
      generator: FixedGenerator.most
    )
    driver.signIn(accounts)
    driver.setToken(.first)
    driver.advance(by: configuration.settling)
    for account in accounts { driver.answer(.success(Done()), for: account) }
    _ = driver.takeEffects()
    return driver
  }

  /// The requests that began since effects were taken last.
  mutating func takeRequests() -> [Asked] {
    takeEffects().compactMap { effect in
      if case .ask(let request, let account, let number) = effect {
        (account, request, number)
      } else {
        nil
      }
    }
  }

  mutating func takeRecords() -> [DeviceRecord?] { takeRequests().map(\.request.record) }

  /// The requests that began, each as "signOn ann".
  mutating func takeSummary() -> [String] {
    takeRequests().map { "\($0.request.record == nil ? "signOff" : "signOn") \($0.account)" }
  }

  mutating func takeLog() -> [RegistrationEvent] {
    takeEffects().compactMap { effect in
      switch effect {
      case .log(let event): event
      case .report(let event): RegistrationCore.event(for: event)
      default: nil
      }
    }
  }

  /// How long until the next deadline.
  var delay: Duration? { kernel.nextDeadline.map { $0 - now } }

  mutating func setToken(_ token: DeviceToken) { handle(.push(.registered(token))) }

  mutating func signIn(_ accounts: Set<AccountID>, shown: AccountID? = nil) {
    changeLifecycle { $0.setAccounts(accounts, shown: shown ?? accounts.sorted().first) }
  }

  mutating func activate() {
    changeLifecycle { $0.phase = .background }
    changeLifecycle { $0.phase = .active }
  }

  mutating func subscribe(_ topic: String, for account: AccountID? = nil) {
    setTopic(topic, to: true, for: account)
  }

  mutating func setTopic(_ topic: String, to isWanted: Bool, for account: AccountID? = nil) {
    let account = account.map { Private($0) }
    send(.setTopic(topic: Private(topic), isWanted: isWanted, account: account))
  }

  mutating func setPermission(_ level: PermissionLevel) { send(.setPermission(level: level)) }

  mutating func succeed(_ account: AccountID? = nil) { answer(.success(Done()), for: account) }

  mutating func fail(
    _ failure: SourceFailure = SourceFailure(message: "down"),
    _ account: AccountID? = nil
  ) {
    answer(.failure(failure), for: account)
  }

  /// The process ends, and another one begins with the accounts, if the app knows them.
  mutating func die(_ configuration: DeviceRegistration.Configuration = .testing) {
    let accounts = lifecycle.accounts
    let shown = lifecycle.account
    relaunch(RegistrationCore(configuration, digit: "0"))
    changeLifecycle { state in
      state.phase = .active
      if let accounts { state.setAccounts(accounts, shown: shown) }
    }
  }
}

extension RegistrationCore.Request {
  var record: DeviceRecord? { if case .signOn(let record) = self { record } else { nil } }
}

extension SourceFailure {
  /// The server does not accept the credentials.
  static let refusal = SourceFailure(message: "401", isFinal: true)
}
