#if canImport(UserNotifications) && !os(tvOS)
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
  public init(_ request: UNNotificationRequest) {
    self.init(userInfo: request.content.userInfo)
  }
}

extension UNNotificationPresentationOptions {
  /// The system's options for those of a ``PresentationDecision``.
  public init(_ options: PresentationOptions) {
    self.init(rawValue: options.rawValue)
  }
}
#endif
