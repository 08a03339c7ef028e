/// A service that sends pushes, known by the keys it puts into them.
///
/// Conform to it to teach the app a sender of its own:
///
/// ```swift
/// struct NewsDesk: PushSender {
///   let name = "newsdesk"
///   func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }
///   func messageID(of payload: PushPayload) -> String? {
///     payload.root["news"]?["id"]?.stringValue
///   }
///   func customData(of payload: PushPayload) -> [String: JSONValue] {
///     payload["news"]?.objectValue ?? [:]
///   }
/// }
/// ```
///
/// Senders are asked about every push, off the main actor too, and about payloads of all other
/// senders: read what you need through ``PushPayload/root``, and expect any type anywhere.
public protocol PushSender: Sendable {
  /// A short name in lower case, for logs and statistics.
  var name: String { get }

  /// Whether the payload comes from this sender.
  func recognizes(_ payload: PushPayload) -> Bool

  /// The sender's id of the message, by which the push is told from all others; never empty.
  func messageID(of payload: PushPayload) -> String?

  /// What the app itself has put into the payload, without the sender's housekeeping.
  func customData(of payload: PushPayload) -> [String: JSONValue]

  /// The link that the push opens, as its sender defines it.
  func link(of payload: PushPayload) -> String?
}

extension PushSender {
  /// No link, unless the sender defines one.
  public func link(of payload: PushPayload) -> String? { nil }
}
