import Foundation

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationtrigger).
open class UNNotificationTrigger: NSObject {}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unpushnotificationtrigger).
///
/// The system alone makes one.
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// [Apple](https://developer.apple.com/documentation/usernotifications/untimeintervalnotificationtrigger).
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public let stubTimeInterval: TimeInterval

  /// [Apple](https://developer.apple.com/documentation/usernotifications/untimeintervalnotificationtrigger/init(timeinterval:repeats:)).
  public init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "NSInternalInconsistencyException: time interval must be > 0")
    precondition(!repeats || timeInterval >= 60, "NSInternalInconsistencyException: below 60 s")
    stubTimeInterval = timeInterval
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/uncalendarnotificationtrigger).
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  public let stubComponents: DateComponents
  public let stubRepeats: Bool

  /// [Apple](https://developer.apple.com/documentation/usernotifications/uncalendarnotificationtrigger/init(datematching:repeats:)).
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    stubComponents = dateComponents
    stubRepeats = repeats
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationrequest).
open class UNNotificationRequest: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationrequest/identifier).
  public let identifier: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationrequest/content).
  public let content: UNNotificationContent

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationrequest/trigger).
  public let trigger: UNNotificationTrigger?

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationrequest/init(identifier:content:trigger:)).
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }

  /// A remote notification's request, as the system makes it.
  public static func stub(identifier: String, userInfo: [AnyHashable: Any]) -> UNNotificationRequest
  {
    let content = UNMutableNotificationContent()
    content.fields.userInfo = userInfo
    return UNNotificationRequest(
      identifier: identifier,
      content: content,
      trigger: UNPushNotificationTrigger()
    )
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotification).
open class UNNotification: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotification/request).
  public let request: UNNotificationRequest

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotification/date).
  public let date: Date

  /// The system alone makes one.
  public init(
    stub request: UNNotificationRequest,
    date: Date = Date(timeIntervalSince1970: 1_767_225_600)
  ) {
    self.request = request
    self.date = date
  }
}

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationdefaultactionidentifier).
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationdismissactionidentifier).
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationresponse).
open class UNNotificationResponse: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationresponse/notification).
  public let notification: UNNotification

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationresponse/actionidentifier).
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

/// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationresponse).
open class UNTextInputNotificationResponse: UNNotificationResponse {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationresponse/usertext).
  public let userText: String

  /// The system alone makes one.
  public init(stub notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(stub: notification, actionIdentifier: actionIdentifier)
  }
}
#endif
