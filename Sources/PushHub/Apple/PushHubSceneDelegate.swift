#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
public import Foundation
public import UIKit

/// The delegate of a scene, which forwards the tap that launched the app.
///
/// In an app with scenes, the reason for the launch is in the scene's connection options. A
/// ``PushHubAppDelegate`` gives every window's scene this delegate, unless the Info.plist names another, so a
/// SwiftUI app needs no code. A scene delegate of a UIKit app inherits from it, and creates its windows in
/// ``connect(_:options:)``, which needs no call of `super`:
///
/// ```swift
/// final class SceneDelegate: PushHubSceneDelegate {
///   override func connect(_ scene: UIScene, options: UIScene.ConnectionOptions) {
///     guard let scene = scene as? UIWindowScene else { return }
///     window = UIWindow(windowScene: scene)
///     window?.rootViewController = InboxViewController()
///     window?.makeKeyAndVisible()
///   }
/// }
/// ```
///
/// It posts to every ``AppHub`` that observes its ``notificationCenter``. See
/// [UISceneDelegate](https://developer.apple.com/documentation/uikit/uiscenedelegate).
open class PushHubSceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The scene's window, which UIKit sets for a storyboard.
  open var window: UIWindow?

  /// Creates a delegate, as the system does.
  public required override init() {
    super.init()
  }

  /// The notification center that hubs observe.
  open var notificationCenter: NotificationCenter { .default }

  /// Forwards the scene's connection, and then connects it.
  public final func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let connection = SceneConnection(scene: scene, options: connectionOptions)
    notificationCenter.post(name: SceneConnection.notification, object: connection)
    connect(scene, options: connectionOptions)
  }

  /// Creates the scene's windows; does nothing unless it is overridden.
  open func connect(_ scene: UIScene, options: UIScene.ConnectionOptions) {}
}

/// The notification that a ``PushHubSceneDelegate`` posts.
final class SceneConnection: Sendable {
  static let notification = Notification.Name("PushHubSceneConnection")

  let scene: UIScene
  let options: UIScene.ConnectionOptions

  init(scene: UIScene, options: UIScene.ConnectionOptions) {
    self.scene = scene
    self.options = options
  }
}
#endif
