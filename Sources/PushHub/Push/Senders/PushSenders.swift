/// The senders that are known without the app's doing.
public enum PushSenders {
  /// The built-in senders in the order in which they are asked; the last recognises everything.
  ///
  /// Put senders of your own in front.
  public static let standard: [any PushSender] = [
    FCMSender(),
    UMengSender(),
    JPushSender(),
    OneSignalSender(),
    AirshipSender(),
    CustomerIOSender(),
    BrazeSender(),
    PlainSender(),
  ]

  /// The first sender that recognises the payload, or ``PlainSender`` if none does.
  public static func sender(
    of payload: PushPayload,
    among senders: [any PushSender] = standard
  ) -> any PushSender {
    senders.first { $0.recognizes(payload) } ?? PlainSender()
  }
}

extension PushPayload {
  /// The values beside `aps`, but not those whose keys are the sender's housekeeping.
  func customData(except isHousekeeping: (String) -> Bool = { _ in false }) -> [String: JSONValue] {
    root.members { $0 == "aps" || isHousekeeping($0) }
  }
}

extension PushPayload.Node {
  /// The string at this place, or nil if it is empty and so identifies nothing.
  var identifier: String? {
    guard let text = stringValue, !text.isEmpty else { return nil }
    return text
  }
}
