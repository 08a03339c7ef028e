/// A server that speaks to the push service directly, and whatever nobody else recognises.
public struct PlainSender: PushSender {
  /// Always `apns`.
  public let name = "apns"

  /// Creates the sender.
  public init() {}

  /// Always true.
  public func recognizes(_ payload: PushPayload) -> Bool { true }

  /// Always nil: the push service puts no id into the payload.
  public func messageID(of payload: PushPayload) -> String? { nil }

  /// Everything beside `aps`.
  public func customData(of payload: PushPayload) -> [String: JSONValue] { payload.customData() }
}
