import Foundation

/// https://developer.apple.com/documentation/usernotifications/unnotificationtrigger
open class UNNotificationTrigger: NSObject {}

/// https://developer.apple.com/documentation/usernotifications/unpushnotificationtrigger
///
/// The system alone makes one.
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// https://developer.apple.com/documentation/usernotifications/unnotificationrequest
open class UNNotificationRequest: NSObject {
  /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/identifier
  public let identifier: String

  /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/content
  public let content: UNNotificationContent

  /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/trigger
  public let trigger: UNNotificationTrigger?

  /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/init(identifier:content:trigger:)
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }

  /// A remote notification's request, as the system makes it.
  public static func stub(identifier: String, userInfo: [AnyHashable: Any]) -> UNNotificationRequest
  {
    let content = UNMutableNotificationContent()
    content.userInfo = userInfo
    return UNNotificationRequest(
      identifier: identifier,
      content: content,
      trigger: UNPushNotificationTrigger()
    )
  }
}

/// https://developer.apple.com/documentation/usernotifications/unnotification
open class UNNotification: NSObject {
  /// https://developer.apple.com/documentation/usernotifications/unnotification/request
  public let request: UNNotificationRequest

  /// The system alone makes one.
  public init(stub request: UNNotificationRequest) {
    self.request = request
  }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationdefaultactionidentifier
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// https://developer.apple.com/documentation/usernotifications/unnotificationdismissactionidentifier
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// https://developer.apple.com/documentation/usernotifications/unnotificationresponse
open class UNNotificationResponse: NSObject {
  /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/notification
  public let notification: UNNotification

  /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/actionidentifier
  public let actionIdentifier: String

  /// The system alone makes one.
  public init(
    stub notification: UNNotification,
    actionIdentifier: String = UNNotificationDefaultActionIdentifier
  ) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }
}

/// https://developer.apple.com/documentation/usernotifications/untextinputnotificationresponse
open class UNTextInputNotificationResponse: UNNotificationResponse {
  /// https://developer.apple.com/documentation/usernotifications/untextinputnotificationresponse/usertext
  public let userText: String

  /// The system alone makes one.
  public init(stub notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(stub: notification, actionIdentifier: actionIdentifier)
  }
}
