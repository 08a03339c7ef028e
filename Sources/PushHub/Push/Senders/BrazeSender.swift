/// Braze: its payloads have a dictionary `ab` that isn't empty; there is no message id.
public struct BrazeSender: PushSender {
  /// Always `braze`.
  public let name = "braze"

  /// Creates the sender.
  public init() {}

  /// Whether `ab` is a dictionary with something in it.
  public func recognizes(_ payload: PushPayload) -> Bool {
    guard let node = payload.root["ab"] else { return false }
    return node.isObject && node.count > 0
  }

  /// Always nil.
  public func messageID(of payload: PushPayload) -> String? { nil }

  /// What stands beside `aps`, without `ab`, `ab_uri` and `ab_use_webview`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData { $0 == "ab" || $0 == "ab_uri" || $0 == "ab_use_webview" }
  }

  /// The text of `ab_uri`.
  public func link(of payload: PushPayload) -> String? { payload.root["ab_uri"]?.identifier }
}
