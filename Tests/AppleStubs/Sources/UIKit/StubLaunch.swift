#if !os(watchOS) && !os(tvOS)
import Foundation
import StubSystem
import UserNotifications

/// What the system does with an app that has scenes, when the user launches it.
///
/// See [About the app launch
/// sequence](https://developer.apple.com/documentation/uikit/about-the-app-launch-sequence).
@MainActor
public struct StubLaunch {
  /// Who is launched.
  public let application: UIApplication

  /// The delegate of the app's own.
  public let delegate: any UIApplicationDelegate

  /// Where the system posts what happens.
  public let center: NotificationCenter

  /// Whether the app's Info.plist has a scene manifest, which that of the test's process has not.
  public let hasManifest: Bool

  public init(
    of application: UIApplication,
    with delegate: any UIApplicationDelegate,
    center: NotificationCenter = .default,
    hasManifest: Bool = true
  ) {
    self.hasManifest = hasManifest
    self.application = application
    self.delegate = delegate
    self.center = center
  }

  /// Whether the system takes the app for one with scenes, as it does without a manifest too if the
  /// delegate configures them.
  public var hasScenes: Bool {
    let name = "application:configurationForConnectingSceneSession:options:"
    return hasManifest
      || (delegate as? UIResponder)?.responds(to: NSSelectorFromString(name)) ?? true
  }

  /// Launches the app, in the background and with no options whatever it is launched for.
  public func finish() {
    application.stubState = .background
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
  }

  /// Connects a scene, and brings it to the front.
  ///
  /// - Parameters:
  ///   - response: What the user launched the app with.
  ///   - session: A session that the system kept from an earlier launch; the app is asked how to
  ///     configure a new one only.
  /// - Returns: The scene.
  @discardableResult
  public func connect(
    answering response: UNNotificationResponse? = nil,
    restoring session: UISceneSession? = nil
  ) -> UIWindowScene {
    precondition(hasScenes, "The app has no scenes.")
    let options = UIScene.ConnectionOptions(stub: response)
    let connecting = session ?? UISceneSession(stub: ())
    if session == nil {
      connecting.stubConfiguration = delegate.application(
        application,
        configurationForConnecting: connecting,
        options: options
      )
    }
    let scene = UIWindowScene(session: connecting, connectionOptions: options)
    if let delegateClass = connecting.configuration.delegateClass {
      scene.delegate = stubMake(delegateClass, as: (any UISceneDelegate).self)
    }
    application.stubScenes.insert(scene)
    scene.delegate?.scene(scene, willConnectTo: connecting, options: options)
    center.post(name: UIScene.willConnectNotification, object: scene)
    center.post(name: UIScene.willEnterForegroundNotification, object: scene)
    center.post(name: UIApplication.willEnterForegroundNotification, object: application)
    scene.stubActivationState = .foregroundActive
    application.stubState = .active
    center.post(name: UIScene.didActivateNotification, object: scene)
    center.post(name: UIApplication.didBecomeActiveNotification, object: application)
    return scene
  }
}
#endif
