import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// A registration core in an app that a test plays, with a store that outlives the process.
struct RegistrationDriver {
  private var simulation: CoreSimulation<RegistrationCore>

  /// What the store holds.
  var stored: RegistrationLedger?

  /// The request under way.
  private(set) var open: RegistrationRequest?

  /// The effects since they were taken last, but for records.
  private var effects: [ManualFeatureEffect<RegistrationCore>] = []

  /// Whether a request began that was not in the store at that moment.
  private(set) var hasSaidUnsaved = false

  /// Whether a deadline was left that has passed already: handling it would never end.
  private(set) var hasStaleDeadline = false

  /// The store keeps what it holds.
  var failsToSave = false

  private let configuration: DeviceRegistration.Configuration
  private let generator: any RandomNumberGenerator

  init(
    _ configuration: DeviceRegistration.Configuration = .testing,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) {
    self.configuration = configuration
    self.generator = generator
    simulation = CoreSimulation(
      RegistrationCore(configuration: configuration, generator: generator)
    )
  }

  var core: RegistrationCore { simulation.core }
  var now: ContinuousClock.Instant { simulation.now }

  /// The wall clock, which begins on 1 January 2026.
  var date: Date {
    get { simulation.date }
    set { simulation.date = newValue }
  }

  /// How long until the core's deadline, if it has one.
  var delayOfDeadline: Duration? { core.nextDeadline.map { $0 - now } }

  mutating func takeEffects() -> [ManualFeatureEffect<RegistrationCore>] {
    defer { effects = [] }
    return effects
  }

  /// Gives the requests that began since effects were taken last.
  mutating func takeRequests() -> [RegistrationRequest] {
    takeEffects().compactMap { effect in
      if case .own(.send(let request)) = effect { request } else { nil }
    }
  }
}

extension DeviceRegistration.Configuration {
  /// Changes are said at once.
  static let testing = Self(environment: .sandbox, settling: .zero)
}

// MARK: - What happens

extension RegistrationDriver {
  private mutating func handle(_ input: ManualFeatureInput<RegistrationCore>) {
    simulation.handle(input)
    performEffects()
  }

  private mutating func performEffects() {
    for answer in simulation.takeEffects().compactMap({ perform($0) }) { handle(answer) }
    if let deadline = core.nextDeadline, deadline <= now { hasStaleDeadline = true }
  }

  private mutating func perform(
    _ effect: ManualFeatureEffect<RegistrationCore>
  ) -> ManualFeatureInput<RegistrationCore>? {
    switch effect {
    case .record, .own(.readSharedTokens): return nil
    case .own(.begin(let account)): return .own(.began(account, nil))
    default: break
    }
    effects.append(effect)
    switch effect {
    case .save(let state):
      if !failsToSave { stored = state.ledger }
      return .saved(!failsToSave)
    case .own(.send(let request)):
      open = request
      let entry = stored?.entries[request.account]
      if entry?.revision != request.revision || entry?.acknowledged != nil {
        hasSaidUnsaved = true
      }
    case .cancel: open = nil
    case .own, .log, .load, .record, .finishWork: break
    }
    return nil
  }

  mutating func wish(_ change: DeviceChange) {
    handle(.own(.change(change)))
  }

  mutating func setToken(_ token: DeviceToken) {
    handle(.push(.registered(token)))
  }

  /// Lets time pass, with each deadline of the core on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end, !hasStaleDeadline {
      simulation.advance(by: deadline - now)
      performEffects()
    }
    if !hasStaleDeadline { simulation.advance(by: end - now) }
  }

  /// The app starts, with the account that is signed in if it is known.
  mutating func attach(_ account: AccountID? = nil) {
    if core.state.ledger == nil {
      var state = stored.map { _ in RegistrationState() }
      state?.ledger = stored
      handle(.loaded(state))
    }
    handle(.lifecycle(LifecycleState(account: account), after: nil))
  }

  /// The app comes to the foreground.
  mutating func activate() {
    handle(.lifecycle(LifecycleState(phase: .active), after: .phaseChanged(.active)))
  }

  /// The process ends, and another one begins with what is in the store.
  mutating func die(returningAs account: AccountID? = nil) {
    open = nil
    simulation = CoreSimulation(
      RegistrationCore(configuration: configuration, generator: generator),
      date: date
    )
    attach(account)
  }

  mutating func signIn(_ account: AccountID?) {
    handle(.lifecycle(LifecycleState(account: account), after: .accountChanged(account)))
  }

  /// The server acknowledges the request under way.
  mutating func succeed() {
    answer(nil)
  }

  /// The request under way fails.
  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    answer(failure)
  }

  /// The server does not accept who is asking.
  mutating func refuse() {
    answer(SourceFailure(message: "401", isFinal: true))
  }

  private mutating func answer(_ failure: SourceFailure?) {
    guard open != nil else { return }
    open = nil
    handle(.own(.answered(failure)))
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
    driver.setToken(.first)
    driver.wait(configuration.settling)
    driver.succeed()
    _ = driver.takeEffects()
    return driver
  }
}

// MARK: - What the app wants

extension DeviceChange {
  static let wholeRefresh = Self(refresh: true)

  static func tags(_ tags: [String: String]) -> Self {
    Self(tags: tags.sorted(by: <).map { Tag(name: $0.key, value: $0.value) })
  }

  static func token(_ token: PushToken?, name: String) -> Self {
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
