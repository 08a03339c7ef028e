/// OneSignal: the message id is `i` in the dictionary `custom`, or in `os_data`.
public struct OneSignalSender: PushSender {
  /// Always `onesignal`.
  public let name = "onesignal"

  /// Creates the sender.
  public init() {}

  /// Whether the payload has a message id.
  public func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }

  /// The text of `custom.i`, else that of `os_data.i`.
  public func messageID(of payload: PushPayload) -> String? {
    payload.root["custom"]?["i"]?.identifier ?? payload.root["os_data"]?["i"]?.identifier
  }

  /// The dictionary `custom.a`; of a payload with `os_data`, what stands beside `aps` and it.
  public func customData(of payload: PushPayload) -> [String: JSONValue] {
    if payload.root["custom"]?["i"]?.identifier != nil {
      return payload.root["custom"]?["a"]?.value.objectValue ?? [:]
    }
    return payload.customData { $0 == "os_data" }
  }

  /// The text of `custom.u`, else that of `os_data.u`.
  public func link(of payload: PushPayload) -> String? {
    payload.root["custom"]?["u"]?.identifier ?? payload.root["os_data"]?["u"]?.identifier
  }
}
