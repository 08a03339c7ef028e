/// Customer.io: the message id is the text `CIO-Delivery-ID`.
public struct CustomerIOSender: PushSender {
  /// Always `customerio`.
  public let name = "customerio"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id.
  public func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }

  /// The text of `CIO-Delivery-ID`.
  public func messageID(of payload: PushPayload) -> String? {
    payload.root["CIO-Delivery-ID"]?.identifier
  }

  /// What stands beside `aps`, without `CIO-Delivery-*` and the dictionary `CIO`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.customData { $0 == "CIO" || $0.hasPrefix("CIO-Delivery-") }
  }

  /// The text of `CIO.push.link`.
  public func link(of payload: PushPayload) -> String? {
    payload.root["CIO"]?["push"]?["link"]?.identifier
  }
}
