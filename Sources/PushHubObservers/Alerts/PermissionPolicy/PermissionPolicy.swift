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
/// let policy = PermissionPolicy(permission, store: FileStore<PermissionLedger>(url: url)) {
///   await sheet.ask("Shall we tell you when your order arrives?")
/// }
/// try host.install(policy, named: "permission")
/// policy.noteMomentOfValue()  // the first order has arrived
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
  /// What is known, and what may still be done.
  public private(set) var state = PermissionState()

  /// Told of what the policy does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((PermissionEvent) -> Void)?

  @ObservationIgnored private let authority: any PermissionAuthority
  @ObservationIgnored private let store: any Store<PermissionLedger>
  @ObservationIgnored private let ask: @MainActor () async -> PermissionAnswer
  @ObservationIgnored private let driver: CoreDriver<PermissionCore>
  @ObservationIgnored private var context: PluginContext?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Makes a policy that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - authority: Who asks the system's question.
  ///   - store: Where to keep what was asked; of this policy alone.
  ///   - configuration: How often the user may be asked.
  ///   - ask: Asks the user in the app's own words, and returns the answer. Called while the app is
  ///     active. When the task is cancelled the answer has taken too long: the question is to be taken
  ///     away, and what is returned counts no more. A user who leaves it without an answer has said
  ///     ``PermissionAnswer/later``.
  public init(
    authority: any PermissionAuthority,
    store: any Store<PermissionLedger>,
    configuration: Configuration = Configuration(),
    asking ask: @escaping @MainActor () async -> PermissionAnswer
  ) {
    self.authority = authority
    self.store = store
    self.ask = ask
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
  public struct Configuration: Hashable, Sendable {
    /// Whether notifications are shown quietly until the user is asked.
    public var startsProvisional: Bool

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
  public func noteMomentOfValue() {
    handle(.moment)
  }
}

extension PermissionPolicy: LoggingPlugin, LifecycleObserver {
  /// Reads the store.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
    driver.handle(.attached)
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
    if case .phaseChanged(let phase) = event {
      driver.handle(.phase(isActive: phase == .active))
    }
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
    case .load: load()
    case .save(let ledger): save(ledger)
    case .request(let request): start(request)
    case .cancel: task?.cancel()
    case .show(let newState): state = newState
    case .log(let event): log?(event)
    }
  }

  private func load() {
    do {
      driver.answer(.loaded(try store.load() ?? PermissionLedger()))
    } catch {
      log?(.storeFailed(error.logDescription))
      if error is DecodingError { driver.answer(.loaded(PermissionLedger())) }
    }
  }

  private func save(_ ledger: PermissionLedger) {
    do {
      try store.save(ledger)
      driver.answer(.saved(true))
    } catch {
      log?(.storeFailed(error.logDescription))
      driver.answer(.saved(false))
    }
  }

  /// What is cancelled is waited for no more.
  private func start(_ request: PermissionRequest) {
    task = context?.scheduler.perform { [weak self, authority, ask] in
      guard !Task.isCancelled else { return }
      let record: PermissionRecord =
        switch request {
        case .level: .system(try? await authority.level())
        case .provisional: .system(try? await authority.requestProvisional())
        case .question: .system(try? await authority.request())
        case .appQuestion: .answer(await ask())
        }
      if !Task.isCancelled { self?.handle(record) }
    }
  }
}
