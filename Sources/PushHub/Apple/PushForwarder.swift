#if canImport(UserNotifications)
#if !os(tvOS)
public import Foundation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications
#endif

/// Takes what the system tells an app's delegate about pushes, in methods of the same shape.
///
/// An application delegate passes on each call in one line, with the arguments as they came:
///
/// ```swift
/// final class AppDelegate: UIResponder, UIApplicationDelegate {
///   let pushes = PushForwarder(manager: manager, lifecycle: lifecycle)
///
///   func application(
///     _ application: UIApplication,
///     didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///   ) -> Bool {
///     pushes.application(application, didFinishLaunchingWithOptions: launchOptions)
///   }
/// }
/// ```
///
/// It makes a ``NotificationCenterDelegate`` and installs it when the app has launched; on tvOS, where
/// notifications have no payload and no answers, it makes none. A delegate that inherits from
/// ``PushHubAppDelegate`` needs none of this.
@MainActor
public final class PushForwarder {
  /// Whom it tells.
  public let manager: NotificationManager

  #if os(tvOS)
  /// Told what other libraries do with the system's callbacks.
  public var log: ((DelegateLogEntry) -> Void)?
  #else
  /// What answers for the app at the notification center.
  public let centerDelegate: NotificationCenterDelegate

  /// Told what other libraries do with the system's callbacks, and what is missing.
  public var log: ((DelegateLogEntry) -> Void)? {
    didSet { centerDelegate.log = log }
  }
  #endif

  /// What hears of scenes.
  var scenes: AnyObject?

  private let lifecycle: any LifecycleSubject
  private var launchPayload: PushPayload?

  #if os(tvOS)
  /// Makes a forwarder.
  ///
  /// - Parameters:
  ///   - manager: Whom to tell.
  ///   - lifecycle: Where to learn what the app is doing.
  public init(manager: NotificationManager, lifecycle: any LifecycleSubject) {
    self.manager = manager
    self.lifecycle = lifecycle
    lifecycle.add(self)
  }
  #else
  /// Makes a forwarder.
  ///
  /// - Parameters:
  ///   - manager: Whom to tell.
  ///   - lifecycle: Where to learn that the app is active: then a launch is complete, and it is
  ///     looked after whether another library has become the center's delegate.
  ///   - center: The notification center, that of the process by default.
  ///   - configuration: How the center's delegate behaves.
  ///   - notificationCenter: Where scenes are posted.
  public init(
    manager: NotificationManager,
    lifecycle: any LifecycleSubject,
    center: UNUserNotificationCenter? = nil,
    configuration: NotificationCenterDelegate.Configuration = .init(),
    notificationCenter: NotificationCenter = .default
  ) {
    self.manager = manager
    self.lifecycle = lifecycle
    centerDelegate = NotificationCenterDelegate(
      manager: manager,
      center: center,
      configuration: configuration
    )
    centerDelegate.willOpen = { [weak self] in self?.settleLaunch(openedBy: $0) }
    lifecycle.add(centerDelegate)
    lifecycle.add(self)
    hearOfScenes(in: notificationCenter)
  }
  #endif
}

// MARK: - The launch

extension PushForwarder {
  /// What the system says of the notification that it launches the app with.
  enum Launch {
    /// There is none.
    case plain

    /// The user may have tapped it.
    case tap(PushPayload)

    /// The app was launched in the background to work on it.
    case background(PushPayload)
  }

  /// Takes the launch.
  ///
  /// A tap is told a second time, to the notification center's delegate, with what the user really
  /// chose; so the launch's own word is kept until then, or until the app is active without it.
  func begin(_ launch: Launch) {
    #if !os(tvOS)
    centerDelegate.install()
    #endif
    switch launch {
    case .plain: manager.didFinishLaunching(with: nil)
    case .tap(let payload):
      launchPayload = payload
      if lifecycle.state.phase == .active { settleLaunch() }
    case .background(let payload): manager.receive(payload, via: .launch)
    }
  }

  private func settleLaunch(openedBy payload: PushPayload) {
    guard let launchPayload, manager.isSamePush(launchPayload, payload) else { return }
    self.launchPayload = nil
    manager.receive(payload, via: .launch)
  }

  private func settleLaunch() {
    guard let launchPayload else { return }
    self.launchPayload = nil
    manager.didFinishLaunching(with: launchPayload)
  }
}

extension PushForwarder: LifecycleObserver {
  /// Takes the launch as complete if the app is active.
  public func begin(with state: LifecycleState) {
    if state.phase == .active { settleLaunch() }
  }

  /// Takes the launch as complete when the app becomes active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if event == .phaseChanged(.active) { settleLaunch() }
  }
}

/// What every system that waits for a push's result shares.
extension PushForwarder {
  /// Lets observers and perhaps another library work on a push, and tells what came of it, once.
  func fetch(
    _ payload: PushPayload,
    alongside other: ((@escaping @Sendable (FetchResult) -> Void) -> Void)?,
    completion: @escaping (FetchResult) -> Void
  ) {
    let manager = self.manager
    let results = SharedAnswers<FetchResult>(expecting: other == nil ? 1 : 2) {
      completion(manager.configuration.merged($0))
    }
    manager.scheduler.perform {
      results.add(await manager.deliver(payload, via: .remote))
    }
    guard let other else { return }
    let answer = SharedAnswer<FetchResult>(
      within: manager.configuration.backgroundBudget,
      on: manager.scheduler,
      timeout: { [weak self] in self?.log?(.silent("The other library", .fetch)) },
      finish: { results.add($0 ?? .failed) }
    )
    other { result in onMainActor { answer.take(result) } }
  }
}
#endif
