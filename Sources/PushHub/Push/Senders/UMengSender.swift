/// UMeng Push: the message id is the text `d`, and `p` stands beside it.
public struct UMengSender: PushSender {
  /// Always `umeng`.
  public let name = "umeng"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id and, since `d` alone is anybody's, the key `p`.
  public func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }

  /// The text of `d`, if `p` stands beside it.
  public func messageID(of payload: PushPayload) -> String? {
    guard payload.root["p"] != nil else { return nil }
    return payload.root["d"]?.identifier
  }

  /// What stands beside `aps`, without `d` and `p`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData { $0 == "d" || $0 == "p" }
  }
}
