/// JPush: the message id is `_j_msgid`, an integer beyond 2^53 or a text.
public struct JPushSender: PushSender {
  /// Always `jpush`.
  public let name = "jpush"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id.
  public func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }

  /// The text or, digit for digit, the integer of `_j_msgid`.
  public func messageID(of payload: PushPayload) -> String? {
    let node = payload.root["_j_msgid"]
    return node?.identifier ?? node?.numberValue?.wholeDigits
  }

  /// What stands beside `aps`, without `_j_*`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData { $0.hasPrefix("_j_") }
  }
}

extension JSONNumber {
  /// The digits of an integer written without fraction, exponent or sign, or nil.
  fileprivate var wholeDigits: String? {
    text.utf8.allSatisfy(ASCII.isDigit) ? text : nil
  }
}
