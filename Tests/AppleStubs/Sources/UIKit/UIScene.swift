import Foundation
import UserNotifications

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor
open class UISceneSession: NSObject {
  public init(stub: Void) {}
}

/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor
open class UIScene: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
  @MainActor
  open class ConnectionOptions: NSObject {
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/notificationresponse
    public let notificationResponse: UNNotificationResponse?

    /// The system alone makes these.
    public init(stub notificationResponse: UNNotificationResponse?) {
      self.notificationResponse = notificationResponse
    }
  }
}

extension UIScene {
  /// https://developer.apple.com/documentation/uikit/uiscene/didactivatenotification
  public nonisolated static let didActivateNotification = Notification.Name(
    "UISceneDidActivateNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiscene/willdeactivatenotification
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiscene/willenterforegroundnotification
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiscene/didenterbackgroundnotification
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification"
  )
}
