#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
import Foundation
public import UIKit

extension AppHub {
  /// Handles the launch, and follows the application from now on; to be called when it has launched.
  ///
  /// It becomes the notification center's delegate, reads the present phase and scenes, and then observes
  /// UIKit's notifications of phases, scenes and screenshots. As soon as there are scenes, the app has the phase
  /// of its most active scene, and the application's own state is ignored. Starting again begins anew.
  ///
  /// The system launches an app with scenes in the background and without options. The reason for the launch
  /// comes with the scene, in ``scene(_:willConnectTo:options:)``. See
  /// [UIApplication](https://developer.apple.com/documentation/uikit/uiapplication) and
  /// [UIScene](https://developer.apple.com/documentation/uikit/uiscene).
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - launchOptions: The options of the launch.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: UIApplication,
    launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil,
    registersForRemoteNotifications: Bool = true
  ) {
    #if os(tvOS)
    start(following: { follow(application, $0) })
    #else
    let userInfo = launchOptions?[.remoteNotification] as? [AnyHashable: Any]
    start(
      launchedBy: userInfo.map { PushPayload(userInfo: $0) },
      inBackground: application.applicationState == .background,
      following: { follow(application, $0) }
    )
    #endif
    register(
      with: application,
      isRequested: registersForRemoteNotifications,
      isLate: application.applicationState == .active
    )
  }

  private func follow(_ application: UIApplication, _ observations: NotificationTokens) {
    let connected = application.connectedScenes
    let phases = connected.compactMap { scene in
      scene.followedID.flatMap { id in AppPhase(scene.activationState).map { (id, $0) } }
    }
    knownScenes.formUnion(connected.map { ObjectIdentifier($0) })
    lifecycle.setScenes(
      phases.isEmpty
        ? [.main: AppPhase(application.applicationState)] : Dictionary(phases) { first, _ in first }
    )
    observePhases(observations)
    let center = notificationCenter
    observations.observe(UIScene.didDisconnectNotification, in: center) {
      [weak self] (scene: UIScene?) in
      guard let self, let scene else { return }
      knownScenes.remove(ObjectIdentifier(scene))
      lifecycle.sceneDisconnected(SceneID(scene))
    }
    observations.observe(UIApplication.userDidTakeScreenshotNotification, in: center) {
      [weak self] (_: Never?) in self?.lifecycle.screenshotTaken()
    }
    #if !os(tvOS)
    observations.observe(SceneConnection.notification, in: center) {
      [weak self] (connection: SceneConnection?) in
      guard let scene = connection?.scene, let options = connection?.options else { return }
      self?.scene(scene, willConnectTo: scene.session, options: options)
    }
    #endif
  }

  private func observePhases(_ observations: NotificationTokens) {
    let phases: [(application: Notification.Name, scene: Notification.Name, AppPhase)] = [
      (UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification, .active),
      (UIApplication.willResignActiveNotification, UIScene.willDeactivateNotification, .inactive),
      (
        UIApplication.willEnterForegroundNotification, UIScene.willEnterForegroundNotification,
        .inactive
      ),
      (
        UIApplication.didEnterBackgroundNotification, UIScene.didEnterBackgroundNotification,
        .background
      ),
    ]
    for (applicationName, sceneName, phase) in phases {
      observations.observe(applicationName, in: notificationCenter) {
        [weak self] (_: Never?) in
        guard let self, !hasScenes else { return }
        lifecycle.setPhase(phase)
      }
      observations.observe(sceneName, in: notificationCenter) { [weak self] (scene: UIScene?) in
        if let scene { self?.set(phase, of: scene) }
      }
    }
  }

  private var hasScenes: Bool { !lifecycle.state.scenes.isSubset(of: [.main]) }

  /// The first scene takes the place of the application.
  private func set(_ phase: AppPhase, of scene: UIScene) {
    guard let id = scene.followedID else { return }
    #if !os(tvOS)
    if phase == .active { reportIfNotForwarded(scene) }
    #endif
    if hasScenes {
      lifecycle.setPhase(phase, scene: id)
    } else {
      lifecycle.setScenes([id: phase])
    }
  }
}

#if !os(tvOS)
// MARK: - Scenes

extension AppHub {
  /// Handles the notification that a scene was connected with.
  ///
  /// An app with scenes may receive the tap that launched it only here. If the center's delegate is called as
  /// well, the second call changes nothing. A ``PushHubSceneDelegate`` calls this method. Another scene delegate
  /// forwards the call in one line; one that doesn't is logged. See
  /// [scene(_:willConnectTo:options:)](https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)).
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    knownScenes.insert(ObjectIdentifier(scene))
    open(connectionOptions)
  }

  /// Handles the user's response in the options of a scene's connection.
  func open(_ connectionOptions: UIScene.ConnectionOptions) {
    if let response = connectionOptions.notificationResponse {
      _ = open(response)
    }
  }

  private func reportIfNotForwarded(_ scene: UIScene) {
    guard scene.session.role == .windowApplication,
      knownScenes.insert(ObjectIdentifier(scene)).inserted
    else { return }
    let delegate = scene.delegate.map { "\(type(of: $0))" } ?? "No scene delegate"
    let problem = "\(delegate) did not forward the connection of its scene."
    sceneProblems.insert(problem)
    host.report(
      problem
        + " A tap that launches the app may be lost: have it inherit from PushHubSceneDelegate, or "
        + "call scene(_:willConnectTo:options:) of the hub."
    )
  }
}
#endif

extension UIApplication: RegisteringApplication {
  var backgroundProblem: String? {
    if ProcessInfo.processInfo.isLowPowerModeEnabled { return "The device is in Low Power Mode." }
    return backgroundRefreshStatus == .available ? nil : "Background App Refresh is switched off."
  }
}

extension AppPhase {
  /// Reads the application's state; one that the system adds later counts as inactive.
  public init(_ state: UIApplication.State) {
    switch state {
    case .active: self = .active
    case .background: self = .background
    default: self = .inactive
    }
  }

  /// Reads a scene's state; `nil` while it is not attached.
  ///
  /// One that the system adds later counts as inactive.
  public init?(_ state: UIScene.ActivationState) {
    switch state {
    case .foregroundActive: self = .active
    case .background: self = .background
    case .unattached: return nil
    default: self = .inactive
    }
  }
}

extension UIBackgroundFetchResult {
  /// Creates the system's value for a result.
  public init(_ result: FetchResult) {
    self = Self(rawValue: result.rawValue) ?? .failed
  }
}

extension FetchResult {
  /// Reads the system's value for a result; one that it adds later counts as failed.
  public init(_ result: UIBackgroundFetchResult) {
    self = Self(rawValue: result.rawValue) ?? .failed
  }
}

extension UIScene {
  /// The scene's identifier in the lifecycle; `nil` on CarPlay's screen, which shows no pages.
  fileprivate var followedID: SceneID? {
    session.role.rawValue.hasPrefix("CPTemplateApplication") ? nil : SceneID(self)
  }
}

extension SceneID {
  /// Names a scene by the persistent identifier of its session.
  @MainActor
  public init(_ scene: UIScene) {
    self.init(rawValue: scene.session.persistentIdentifier)
  }
}
#endif
