import PushHub

/// A token that a server sends pushes to: bytes, or the text that a provider gives.
///
/// ```swift
/// registration.setToken(PushToken(text: fcmToken), named: "fcm")
/// ```
///
/// A token allows anyone who has it to send pushes, so that only its beginning is printed.
public struct PushToken: Hashable, Sendable {
  /// The text, or two hexadecimal digits for each byte.
  public let text: String

  /// Creates a token from a text, such as the registration token of Firebase Cloud Messaging.
  public init(text: String) {
    self.text = text
  }

  /// Creates a token from bytes, such as the `Data` of ActivityKit and WidgetKit.
  public init(_ bytes: some Sequence<UInt8>) {
    self.init(text: DeviceToken(bytes).hex)
  }
}

extension PushToken: CustomStringConvertible, CustomReflectable {
  /// The first eight characters and an ellipsis.
  public var description: String { text.prefix(8) + "…" }

  /// A mirror without children, so that `dump` doesn't print the token either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PushToken: Codable {
  /// Decodes a token from its text.
  public init(from decoder: any Decoder) throws {
    self.init(text: try String(from: decoder))
  }

  /// Encodes the whole token as its text.
  public func encode(to encoder: any Encoder) throws {
    try text.encode(to: encoder)
  }
}
