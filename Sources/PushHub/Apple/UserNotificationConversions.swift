#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import UserNotifications

extension PushResponse {
  /// Copies what the user did.
  ///
  /// See [UNNotificationResponse](https://developer.apple.com/documentation/usernotifications/unnotificationresponse).
  public init(_ response: UNNotificationResponse) {
    let category = response.notification.request.content.categoryIdentifier
    self.init(
      action: Action(identifier: response.actionIdentifier),
      reply: (response as? UNTextInputNotificationResponse)?.userText,
      category: category.isEmpty ? nil : category
    )
  }
}

extension PushResponse.Action {
  fileprivate init(identifier: String) {
    switch identifier {
    case UNNotificationDefaultActionIdentifier: self = .default
    case UNNotificationDismissActionIdentifier: self = .dismiss
    default: self = .custom(identifier)
    }
  }
}

extension PushPayload {
  /// Copies the payload of a notification request.
  ///
  /// A local notification without an `aps` of its own gets one with what its content shows: the texts, the
  /// category, the thread, the badge, the interruption level, and the default sound for any.
  public init(_ request: UNNotificationRequest) {
    var userInfo = request.content.userInfo
    if userInfo["aps"] == nil, !(request.trigger is UNPushNotificationTrigger) {
      userInfo["aps"] = request.content.aps
    }
    self.init(userInfo: userInfo)
  }
}

extension UNNotificationContent {
  fileprivate var aps: [String: Any] {
    let alert = ["title": title, "subtitle": subtitle, "body": body].filter { !$0.value.isEmpty }
    var aps: [String: Any] = ["category": categoryIdentifier, "thread-id": threadIdentifier]
      .filter { !$0.value.isEmpty }
    aps["alert"] = alert.isEmpty ? nil : alert
    aps["badge"] = badge?.intValue
    aps["sound"] = sound.map { _ in "default" }
    let level = UNNotificationInterruptionLevel.levels.first { $0.value == interruptionLevel }
    aps["interruption-level"] = level?.key.rawValue
    return aps
  }
}

extension UNNotificationInterruptionLevel {
  /// The levels besides the default one.
  fileprivate static let levels: [APS.InterruptionLevel: Self] = [
    .passive: .passive, .timeSensitive: .timeSensitive, .critical: .critical,
  ]

  /// The level that a payload spells so; the default one for any that isn't known.
  init(_ level: APS.InterruptionLevel?) {
    self = level.flatMap { Self.levels[$0] } ?? .active
  }
}

extension UNNotificationSound {
  /// Returns the sound for its name in a payload: a file of the app, or `default`.
  public static func sound(_ name: String) -> UNNotificationSound {
    #if os(watchOS)
    .default
    #else
    name == "default"
      ? .default : UNNotificationSound(named: UNNotificationSoundName(rawValue: name))
    #endif
  }
}

extension UNNotificationPresentationOptions {
  /// The system's options for those of a ``PresentationDecision``.
  public init(_ options: PresentationOptions) {
    self.init(rawValue: options.rawValue)
  }
}
#endif
