/// Firebase Cloud Messaging: the message id is the text `gcm.message_id`.
public struct FCMSender: PushSender {
  /// Always `fcm`.
  public let name = "fcm"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id.
  public func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }

  /// The text of `gcm.message_id`.
  public func messageID(of payload: PushPayload) -> String? {
    payload.root["gcm.message_id"]?.identifier
  }

  /// What stands beside `aps`, without `google.c.*`, `gcm.*` and `fcm_options`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData {
      $0.hasPrefix("google.c.") || $0.hasPrefix("gcm.") || $0 == "fcm_options"
    }
  }
}
