/// Airship: the message id is the text `_`, often with `com.urbanairship.metadata`.
public struct AirshipSender: PushSender {
  /// Always `airship`.
  public let name = "airship"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id or Airship's metadata.
  public func recognizes(_ payload: PushPayload) -> Bool {
    messageID(of: payload) != nil
      || payload.root["com.urbanairship.metadata"]?.identifier != nil
  }

  /// The text of `_`.
  public func messageID(of payload: PushPayload) -> String? { payload.root["_"]?.identifier }

  /// What stands beside `aps`, without `_`, `^d` and `com.urbanairship.*`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData { $0 == "_" || $0 == "^d" || $0.hasPrefix("com.urbanairship.") }
  }

  /// The text of `^d`, the deep link action.
  public func link(of payload: PushPayload) -> String? { payload.root["^d"]?.identifier }
}
