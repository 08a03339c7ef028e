import Foundation
import UserNotifications

/// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession).
@MainActor
open class UISceneSession: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/persistentidentifier).
  open var persistentIdentifier: String { stubIdentifier }

  /// What the system calls the session.
  public var stubIdentifier = UUID().uuidString

  public init(stub: Void) {}
}

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
  public let session = UISceneSession(stub: ())

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.property).
  open var activationState: ActivationState { stubActivationState }

  /// What the system says of the scene.
  public var stubActivationState = ActivationState.unattached

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/connectionoptions).
  @MainActor
  open class ConnectionOptions: NSObject {
    /// [Apple](https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/notificationresponse).
    public let notificationResponse: UNNotificationResponse?

    /// The system alone makes these.
    public init(stub notificationResponse: UNNotificationResponse?) {
      self.notificationResponse = notificationResponse
    }
  }
}

extension UIScene {
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
