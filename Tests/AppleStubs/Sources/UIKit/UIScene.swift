import Foundation
import UserNotifications

/// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession).
@MainActor
open class UISceneSession: NSObject {
  public init(stub: Void) {}
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiscene).
@MainActor
open class UIScene: UIResponder {
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
