import Foundation
public import Observation
public import PushHub

/// Asks for permission to show notifications at the right moment, and no more often than that.
///
/// The system asks a user once in an app's life, so the question is worth a thought. First notifications
/// are shown quietly, which asks nobody. When the app says that a moment of value has come, it asks in
/// its own words; only who accepts is asked by the system. After that only Settings change anything.
///
/// ```swift
/// let policy = PermissionPolicy(permission, store: FileStore<PermissionLedger>(url: url))
/// try host.install(policy, named: "permission")
/// policy.recordMomentOfValue()  // the first order has arrived
/// ```
///
/// A view shows the app's own question while ``isAsking``, and passes on what the user says:
///
/// ```swift
/// .alert("Shall we tell you when your order arrives?", isPresented: .constant(policy.isAsking)) {
///   Button("Yes") { policy.answer(.accepted) }
///   Button("Not now") { policy.answer(.later) }
/// }
/// ```
///
/// - Refusals: who refuses in the app's own words is not asked again for ``Configuration/pause``, nor more
///   often than ``Configuration/maximumQuestions``; who says never, never. A question without an answer is
///   a refusal. The pause goes by the clock on the wall.
/// - Presence: nobody is asked while the app is not active. A moment that comes then has passed.
/// - Changes: what the user allows is read whenever the app becomes active, and a change is told.
/// - Lifetime: that the app asks is saved before it does. What can't be kept is not asked; an answer that
///   can't is saved again whenever something else happens.
@MainActor
@Observable
public final class PermissionPolicy {
  package private(set) var state = PermissionState()

  /// Told of what the policy does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((PermissionEvent) -> Void)?

  @ObservationIgnored private let authority: any PermissionAuthority
  @ObservationIgnored private let store: any Store<PermissionLedger>
  @ObservationIgnored private let driver: CoreDriver<PermissionCore>
  @ObservationIgnored private var context: PluginContext?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Makes a policy that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - authority: Who asks the system's question.
  ///   - store: Where to keep what was asked; of this policy alone.
  ///   - configuration: How often the user may be asked.
  public init(
    authority: any PermissionAuthority,
    store: any Store<PermissionLedger>,
    configuration: Configuration = Configuration()
  ) {
    self.authority = authority
    self.store = store
    driver = CoreDriver(PermissionCore(configuration))
  }

  deinit {
    task?.cancel()
  }
}

extension PermissionPolicy {
  /// How often the user may be asked.
  ///
  /// What lies outside the bounds that each states is moved to the nearest within them.
  public struct Configuration: Equatable, Sendable {
    /// Whether notifications are shown quietly until the user is asked.
    public let startsProvisional: Bool

    /// How long nobody asks after a refusal in the app's own words.
    ///
    /// From one day to ten years; by default 30 days.
    public let pause: Duration

    /// How often the app's own question is asked; from none to 100, by default three times.
    public let maximumQuestions: Int

    private static let pauses = Duration.seconds(86_400)...Duration.seconds(3_653 * 86_400)

    /// Starts with the defaults, but for what is given.
    public init(
      startsProvisional: Bool = true,
      pause: Duration = .seconds(30 * 86_400),
      maximumQuestions: Int = 3
    ) {
      self.startsProvisional = startsProvisional
      self.pause = pause.clamped(to: Self.pauses)
      self.maximumQuestions = maximumQuestions.clamped(to: 0...100)
    }
  }
}

// MARK: - What the app says

extension PermissionPolicy {
  /// Says that the user has just seen what notifications are good for.
  ///
  /// It asks if everything allows that; otherwise ``log`` says why not. Call it whenever such a moment
  /// comes: how often the user is asked is the policy's business. When not attached it does nothing.
  public func recordMomentOfValue() {
    handle(.moment)
  }

  /// Says what the user has answered to the app's own question; without effect unless ``isAsking``.
  public func answer(_ answer: PermissionAnswer) {
    if isAsking { handle(.answer(answer)) }
  }
}

// MARK: - What the app shows

extension PermissionPolicy {
  /// What the user allows; `nil` until the system has said so.
  public var level: PermissionLevel? { state.level }

  /// Whether a moment of value may still lead to a question, be it after a pause; `nil` as long as too
  /// little is known.
  public var canAsk: Bool? { state.canAsk }

  /// Whether the app is to ask the user in its own words.
  ///
  /// It begins while the app is active, and ends with ``answer(_:)``, after ten minutes, or on detaching.
  /// A user who closes the question without an answer has said ``PermissionAnswer/later``.
  public var isAsking: Bool { state.isAsking }
}

extension PermissionPolicy: LoggingPlugin, LifecycleObserver {
  /// Follows the app's lifecycle; nothing is read before the app is active.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  /// Asks nothing more, and cancels what is under way.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    context = nil
  }

  /// Reads what the user allows, if the app is active.
  public func begin(with state: LifecycleState) {
    driver.handle(.phase(isActive: state.phase == .active))
  }

  /// Reads what the user allows when the app becomes active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .phaseChanged = event { begin(with: state) }
  }
}

// MARK: - Effects

extension PermissionPolicy {
  private func handle(_ record: PermissionRecord) {
    guard let context else { return }
    context.record(record)
    driver.handle(.record(record, at: context.scheduler.date))
  }

  private func perform(_ effect: PermissionCore.Effect) {
    switch effect {
    case .load:
      let ledger = store.load(orFirst: PermissionLedger(), onFailure: logFailure)
      if let ledger { driver.answer(.loaded(ledger)) }
    case .save(let ledger):
      if !store.save(ledger, onFailure: logFailure) { driver.answer(.notSaved) }
    case .ask(let ledger):
      if store.save(ledger, onFailure: logFailure) {
        driver.answer(.asked(ledger))
      } else {
        log?(.passedOver(.storeUnknown))
      }
    case .request(let request): start(request)
    case .cancel: task?.cancel()
    case .show(let newState): state = newState
    case .log(let event): log?(event)
    }
  }

  private func logFailure(_ error: String) {
    log?(.storeFailed(error))
  }

  /// What is cancelled is waited for no more.
  private func start(_ request: PermissionRequest) {
    task = context?.scheduler.perform { [weak self, authority] in
      guard !Task.isCancelled else { return }
      let level: PermissionLevel? =
        switch request {
        case .level: try? await authority.level()
        case .provisional, .question:
          try? await authority.request(isProvisional: request == .provisional)
        }
      if !Task.isCancelled { self?.handle(.system(level)) }
    }
  }
}
