#if canImport(UserNotifications) && !os(tvOS)
#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// The delegate of a scene, which passes on the tap that launched the app.
///
/// The system tells an app with scenes in the scene's connection options what it was launched for. A
/// ``PushHubAppDelegate`` gives every window's scene this delegate, unless the Info.plist names
/// another; so an app of SwiftUI's has nothing to do. One of UIKit's inherits from it, and makes its
/// windows in ``connect(_:options:)``, where there is no `super` to forget:
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
/// It tells every ``PushForwarder`` that listens at its ``notificationCenter``. See
/// [UISceneDelegate](https://developer.apple.com/documentation/uikit/uiscenedelegate).
open class PushHubSceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The scene's window, which UIKit asks for where a storyboard makes it.
  open var window: UIWindow?

  /// Makes a delegate, as the system does.
  public required override init() {
    super.init()
  }

  /// Where forwarders listen.
  open var notificationCenter: NotificationCenter { .default }

  /// Tells what the scene is connected for, and then connects it.
  public final func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let connection = SceneConnection(scene: scene, options: connectionOptions)
    notificationCenter.post(name: SceneConnection.notification, object: connection)
    connect(scene, options: connectionOptions)
  }

  /// Makes the scene's windows; does nothing unless it is overridden.
  open func connect(_ scene: UIScene, options: UIScene.ConnectionOptions) {}
}

/// The method of a scene's delegate; see
/// [UISceneDelegate](https://developer.apple.com/documentation/uikit/uiscenedelegate).
extension PushForwarder {
  /// Takes the notification that a scene was connected with.
  ///
  /// An app with scenes learns here, and perhaps nowhere else, of the tap that launched it. The
  /// center's delegate may be told too, and whichever comes second changes nothing. A
  /// ``PushHubSceneDelegate`` calls it; another scene delegate passes the call on in one line, and
  /// ``log`` tells of one that doesn't.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    (scenes as? SceneWatch)?.options(of: scene)
    take(connectionOptions)
  }

  /// Takes the answer of the user's that a scene is, or is about to be, connected with.
  func take(_ connectionOptions: UIScene.ConnectionOptions) {
    if let response = connectionOptions.notificationResponse {
      centerDelegate.tellManager(of: response)
    }
  }

  func hearOfScenes(in center: NotificationCenter) {
    scenes = SceneWatch(
      in: center,
      take: { [weak self] in self?.take($0) },
      miss: { [weak self] scene in
        let delegate = scene.delegate.map { "\(type(of: $0))" }
        self?.log?(.sceneNotTold(delegate: delegate))
      }
    )
  }
}

/// Hears from the package's scene delegates what scenes are connected for, and notices scenes whose
/// delegate said nothing.
@MainActor
private final class SceneWatch {
  private let tokens: NotificationTokens

  /// Scenes that have connected but not come to the front yet, and whose delegate has said nothing.
  private var untold: Set<ObjectIdentifier> = []

  /// Scenes whose delegate spoke before the system posted that they had connected.
  private var told: Set<ObjectIdentifier> = []

  init(
    in center: NotificationCenter,
    take: @escaping @MainActor @Sendable (UIScene.ConnectionOptions) -> Void,
    miss: @escaping @MainActor @Sendable (UIScene) -> Void
  ) {
    tokens = NotificationTokens(center: center)
    tokens.observe(SceneConnection.notification) { [weak self] (connection: SceneConnection) in
      self?.options(of: connection.scene)
      take(connection.options)
    }
    tokens.observe(UIScene.willConnectNotification) { [weak self] (scene: UIScene) in
      guard scene.session.role == .windowApplication else { return }
      self?.connected(scene)
    }
    tokens.observe(UIScene.didActivateNotification) { [weak self] (scene: UIScene) in
      if self?.forget(scene) == true { miss(scene) }
    }
    tokens.observe(UIScene.didDisconnectNotification) { [weak self] (scene: UIScene) in
      _ = self?.forget(scene)
    }
  }

  func options(of scene: UIScene) {
    told.insert(ObjectIdentifier(scene))
    untold.remove(ObjectIdentifier(scene))
  }

  private func connected(_ scene: UIScene) {
    guard !told.contains(ObjectIdentifier(scene)) else { return }
    untold.insert(ObjectIdentifier(scene))
  }

  /// - Returns: Whether nobody told of the scene.
  private func forget(_ scene: UIScene) -> Bool {
    told.remove(ObjectIdentifier(scene))
    return untold.remove(ObjectIdentifier(scene)) != nil
  }
}

/// What a scene delegate of the package's posts of a scene.
final class SceneConnection: Sendable {
  static let notification = Notification.Name("PushHubSceneConnection")

  let scene: UIScene
  let options: UIScene.ConnectionOptions

  init(scene: UIScene, options: UIScene.ConnectionOptions) {
    self.scene = scene
    self.options = options
  }
}
#else
import Foundation

extension PushForwarder {
  func hearOfScenes(in center: NotificationCenter) {}
}
#endif
#endif
