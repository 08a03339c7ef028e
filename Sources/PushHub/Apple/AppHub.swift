#if canImport(UserNotifications)
public import Foundation
import Intents
// The framework's classes are not annotated for concurrency; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency public import UserNotifications

/// The parts of PushHub that an app uses, created and connected once.
///
/// ``PushHubAppDelegate`` holds one. An app delegate with another superclass holds one as well, and starts it
/// when the app has launched:
///
/// ```swift
/// final class AppDelegate: SomebodysAppDelegate {
///   let hub = AppHub()
///
///   override func application(
///     _ application: UIApplication,
///     didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///   ) -> Bool {
///     hub.start(with: application, launchOptions: launchOptions)
///     return super.application(application, didFinishLaunchingWithOptions: launchOptions)
///   }
/// }
/// ```
///
/// Forward the other callbacks in a line each: the token and its failure to the ``manager``, a push with its
/// completion handler to ``receive(_:alongside:completion:)``. From the start on the hub is the notification
/// center's delegate, and forwards everything to the previous one. Actions that fell due while the device
/// slept run on each return to the foreground. The lifecycle begins with the start; when the hub is
/// deallocated, everything ends.
@MainActor
public final class AppHub: NSObject {
  /// The app's clock.
  public let scheduler: any Scheduler

  /// The push subject.
  public let manager: NotificationManager

  /// The lifecycle subject.
  public let lifecycle: AppLifecycle

  /// The host of the app's features.
  public let host: PluginHost

  /// The notification center; `nil` in a process that has none, such as a command-line run.
  public let center: UNUserNotificationCenter?

  #if !os(tvOS)
  /// Whether the manager receives local notifications as if they were pushes.
  ///
  /// Then features vote on their presentation and respond to their responses like to those of pushes.
  /// A request's identifier is the push's id, unless a sender finds one in its payload.
  public var includesLocalNotifications = false

  /// The presentation of a local notification in the foreground if no voter and no previous delegate has an
  /// opinion; `nil` for ``NotificationManager/Configuration/defaultPresentation``.
  ///
  /// An app whose own notifications were silent in the foreground sets `[]`.
  public var localNotificationPresentation: PresentationOptions?

  let categories: NotificationCategories
  var weakPrevious: [WeakDelegate] = []
  var unhandledResponses: UnhandledResponses?
  var forwarded: [Forwarded] = []
  var knownDelegate: ObjectIdentifier?
  #endif

  #if !os(tvOS) && !os(watchOS)
  /// Called when the user asks for the app's own notification settings.
  public var openSettings: (() -> Void)? {
    didSet {
      guard isAskedForSettings, let openSettings else { return }
      isAskedForSettings = false
      openSettings()
    }
  }

  var isAskedForSettings = false
  #endif

  /// Called with each event of the hub and its features, and the name of the source.
  ///
  /// The sources are the installed features by their names, `manager` with a ``PushLogEntry``, and `lifecycle`
  /// and `hub` with a ``HubProblem``. A `PushHubLog` sends everything to the system's log:
  ///
  /// ```swift
  /// hub.log = PushHubLog.system(subsystem: "com.example.inbox")
  /// ```
  ///
  /// Setting it sets ``PluginHost/log``, ``NotificationManager/log`` and ``AppLifecycle/log``. Setting one of these
  /// later replaces its part.
  public var log: ((_ name: String, _ event: any FeatureEvent) -> Void)? {
    get { host.log }
    set {
      host.log = newValue
      manager.log = newValue.map { log in { log("manager", $0) } }
      lifecycle.log = newValue.map { log in { log("lifecycle", HubProblem(message: $0)) } }
    }
  }

  /// Problems of scenes, a sentence each.
  var sceneProblems: Set<String> = []

  /// The registration since the app has launched.
  var registration: Registration?

  /// The objects that request background tasks, by the tasks' identifiers.
  var backgroundTasks: [String: AnyObject] = [:]

  /// The identifier of background refreshes, whether or not the system accepted it.
  var refreshIdentifier: String?

  /// The identifiers of processing tasks, whether or not the system accepted them.
  var processIdentifiers: Set<String> = []

  /// The scenes whose delegate has forwarded their connection, or was reported.
  var knownScenes: Set<ObjectIdentifier> = []

  /// The center to which the system posts phases and screenshots.
  let notificationCenter: NotificationCenter

  private let network: any NetworkMonitor

  /// The accounts that were kept by the manager and have not signed out.
  private var accounts: Set<AccountID> = []
  private var observations: NotificationTokens?
  private var launchPayload: PushPayload?

  /// Creates the hub and its parts.
  ///
  /// - Parameters:
  ///   - scheduler: The clock that everything shares.
  ///   - configuration: The configuration of the manager.
  ///   - center: The notification center; that of the process by default.
  ///   - notificationCenter: The center to which the system posts phases and screenshots.
  ///   - network: Reports when the network is back, so that requests which wait after a failure begin.
  ///   - defaults: Keeps which categories of notifications belong to plugins, and when accounts signed in.
  public init(
    scheduler: any Scheduler = LiveScheduler(),
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter? = nil,
    notificationCenter: NotificationCenter = .default,
    network: any NetworkMonitor = SystemNetworkMonitor(),
    defaults: UserDefaults = .standard
  ) {
    self.network = network
    self.scheduler = scheduler
    self.notificationCenter = notificationCenter
    self.center = center ?? UNUserNotificationCenter.current(of: .main)
    manager = NotificationManager(
      configuration: configuration,
      scheduler: scheduler,
      signIns: UserDefaultsStore(key: "PushHub.signIns", in: defaults)
    )
    lifecycle = AppLifecycle()
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    #if !os(tvOS)
    categories = NotificationCategories(host: host, center: self.center, defaults: defaults)
    #endif
    super.init()
    lifecycle.add(manager, priority: .first)
    lifecycle.add(self, priority: .high)
  }
}

// MARK: - Lifecycle

extension AppHub: LifecycleObserver {
  /// Runs actions that fell due during a sleep when the app returns, and requests a token that is missing.
  ///
  /// When it becomes active, checks whether another library has replaced the delegate or the categories.
  ///
  /// The donations of messages of an account that has signed out are deleted; if it did while the app was not running,
  /// with the first change that comes ten seconds after the app was active with its accounts set.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    for account in accounts where manager.hasSignedOut(account) {
      INInteraction.delete(with: account.rawValue)
      accounts.remove(account)
    }
    accounts.formUnion(manager.keptAccounts)
    guard case .phaseChanged(let phase) = event, phase.isForeground else { return }
    scheduler.runDueActions()
    requestMissingToken()
    guard phase == .active else { return }
    endLaunch()
    #if !os(tvOS)
    checkDelegate()
    categories.check()
    #endif
  }

  /// Whether the app has been launched.
  var isStarted: Bool { observations != nil }

  /// Handles the launch, the first time, and follows the app from now on.
  func start(
    launchedBy payload: PushPayload? = nil,
    inBackground: Bool = false,
    following follow: (NotificationTokens) -> Void
  ) {
    if !isStarted {
      launch(with: payload, inBackground: inBackground)
      network.start { [weak lifecycle] in lifecycle?.networkBecameAvailable() }
    }
    let observations = NotificationTokens()
    self.observations = observations
    follow(observations)
    if lifecycle.state.phase == .active { endLaunch() }
  }

  /// A tap is reported a second time, to the notification center's delegate, with what the user really
  /// chose; so the launch's payload is kept until then, or until the app is active without it.
  private func launch(with payload: PushPayload?, inBackground: Bool) {
    #if !os(tvOS)
    if center == nil { host.report("\(NotificationCenterError.noCenter)") }
    becomeDelegate()
    #endif
    if let payload, inBackground {
      manager.receive(payload, via: .launch)
    } else if payload != nil {
      launchPayload = payload
    } else {
      manager.didFinishLaunching(with: nil)
    }
  }

  func endLaunch(openedBy payload: PushPayload) {
    guard let launchPayload, manager.isSamePush(launchPayload, payload) else { return }
    self.launchPayload = nil
    manager.receive(payload, via: .launch)
  }

  private func endLaunch() {
    guard let launchPayload else { return }
    self.launchPayload = nil
    manager.didFinishLaunching(with: launchPayload)
  }
}

// MARK: - Pushes

extension AppHub {
  /// Handles a push, and completes once: when all work for it is done, or when the budget is used.
  ///
  /// If another library calls a completion handler as well, pass it `answer` in place of the system's:
  ///
  /// ```swift
  /// hub.receive(userInfo) { answer in
  ///   Analytics.handle(userInfo) { answer(FetchResult($0)) }
  /// } completion: {
  ///   completionHandler(UIBackgroundFetchResult($0))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - userInfo: The payload sent.
  ///   - other: Starts the other library's work; its answer is merged with the observers' by
  ///     ``NotificationManager/Configuration/fetchResultPriority``, and counts as failed when it does
  ///     not come within ``NotificationManager/Configuration/backgroundBudget``.
  ///   - completion: Called exactly once, on the main actor.
  public func receive(
    _ userInfo: [AnyHashable: Any],
    alongside other: ((@escaping @Sendable (FetchResult) -> Void) -> Void)? = nil,
    completion: @escaping (FetchResult) -> Void
  ) {
    let configuration = manager.configuration
    let work = manager.startDelivery(PushOccurrence(PushPayload(userInfo: userInfo)), via: .remote)
    guard let other else { return work.whenFinished(completion) }
    let answer = TimedAnswer<FetchResult>(
      within: configuration.backgroundBudget,
      on: scheduler,
      timeout: { [weak self] in self?.recordTimeout(of: "The other library", in: "fetch") },
      finish: { other in
        work.whenFinished { completion(configuration.merged([$0, other ?? .failed])) }
      }
    )
    other { result in onMainActor { answer.receive(result) } }
  }

  /// Handles a push like ``receive(_:alongside:completion:)``, for a delegate whose callback is `async`.
  ///
  /// - Parameters:
  ///   - userInfo: The payload sent.
  ///   - other: The work of another library, or of the app's own code, at the same time.
  /// - Returns: The merged result.
  public func receive(
    _ userInfo: [AnyHashable: Any],
    alongside other: (@MainActor () async -> FetchResult)? = nil
  ) async -> FetchResult {
    await withCheckedContinuation { continuation in
      receive(
        userInfo,
        alongside: other.map { other in
          { [scheduler] answer in scheduler.perform { answer(await other()) } }
        },
        completion: { continuation.resume(returning: $0) }
      )
    }
  }

  func recordTimeout(of party: String, in callback: String) {
    host.report(
      "\(party) did not call the handler of \(callback) in time, so it was not waited for."
    )
  }
}
#endif
