#if !os(watchOS)
import Foundation
import UserNotifications

/// [Apple](https://developer.apple.com/documentation/uikit/uiscene).
@MainActor
open class UIScene: UIResponder {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum).
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive
    case foregroundInactive
    case background
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/session).
  public let session: UISceneSession

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/delegate).
  open var delegate: (any UISceneDelegate)?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.property).
  open var activationState: ActivationState { stubActivationState }

  /// What the system says of the scene.
  public var stubActivationState = ActivationState.unattached

  /// A scene about which nothing is known.
  public override convenience init() {
    self.init(session: UISceneSession(stub: ()), connectionOptions: .stubPlain)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/init(session:connectionoptions:)).
  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/connectionoptions).
  @MainActor
  open class ConnectionOptions: NSObject {
    #if !os(tvOS)
    /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/notificationresponse).
    public let notificationResponse: UNNotificationResponse?

    /// The system alone makes these.
    public init(stub notificationResponse: UNNotificationResponse? = nil) {
      self.notificationResponse = notificationResponse
    }
    #endif

    static var stubPlain: ConnectionOptions {
      #if os(tvOS)
      ConnectionOptions()
      #else
      ConnectionOptions(stub: nil)
      #endif
    }
  }
}

extension UIScene {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/willconnectnotification).
  ///
  /// It carries the scene and no options.
  public nonisolated static let willConnectNotification = Notification.Name(
    "UISceneWillConnectNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/didactivatenotification).
  public nonisolated static let didActivateNotification = Notification.Name(
    "UISceneDidActivateNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/willdeactivatenotification).
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/willenterforegroundnotification).
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/didenterbackgroundnotification).
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification).
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification"
  )
}
#endif
