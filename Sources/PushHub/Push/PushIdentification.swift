/// The rules that find out which push a payload is, and which account it belongs to.
///
/// An app has one value, which its ``NotificationManager`` and its service extension's ``ServiceExtensionHost``
/// share:
///
/// ```swift
/// let identification = PushIdentification { payload in
///   payload["account"]?.stringValue.map(AccountID.init(rawValue:))
/// }
/// ```
///
/// A manager identifies each callback once, before anything else. Features read ``Push/account``,
/// ``Push/messageID`` and ``Push/sender``, and have no such rules of their own.
public struct PushIdentification: Sendable {
  /// The possible senders of a push; the first that recognizes a payload is its sender.
  public var senders: [any PushSender]

  /// Further keys of a payload that may hold a message id, for pushes whose sender has none.
  public var messageIDKeys: [String]

  /// Returns the account that a payload names; `nil` if it names none.
  ///
  /// Called once for each callback, and for what a feature reads in lists and folders, on any thread.
  public var account: @Sendable (PushPayload) -> AccountID?

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - senders: The possible senders.
  ///   - messageIDKeys: Further keys that may hold a message id: a text that is not empty, or a number.
  ///   - account: Returns the account that a payload names; by default none does.
  public init(
    senders: [any PushSender] = Self.standardSenders,
    messageIDKeys: [String] = [],
    account: @escaping @Sendable (PushPayload) -> AccountID? = { _ in nil }
  ) {
    self.senders = senders
    self.messageIDKeys = messageIDKeys
    self.account = account
  }
}

/// The sender, the message id and the account of a payload.
public struct PushIdentity: Sendable {
  /// The sender.
  public let sender: any PushSender

  /// The message id, which identifies the push; `nil` if the payload has none.
  public let messageID: String?

  /// The account that the payload names.
  public internal(set) var account: AccountID?
}

extension PushIdentification {
  /// The senders that this package knows, in the order in which they are asked.
  ///
  /// Put senders of your own in front: `senders: [NewsDesk()] + PushIdentification.standardSenders`.
  public static let standardSenders: [any PushSender] = KeyedSender.table

  /// Returns the identity of a payload.
  public func identity(of payload: PushPayload) -> PushIdentity {
    let sender = senders.first { $0.recognizes(payload) } ?? KeyedSender.apns
    let ids =
      [sender.messageID(of: payload)]
      + messageIDKeys.map { key in payload[key].flatMap { $0.stringValue ?? $0.numberValue?.text } }
    return PushIdentity(
      sender: sender,
      messageID: ids.lazy.compactMap(\.self).first { !$0.isEmpty },
      account: account(of: payload)
    )
  }

  /// Returns the account that a payload names; an empty one is none.
  public func account(of payload: PushPayload) -> AccountID? {
    account(payload).flatMap { $0.rawValue.isEmpty ? nil : $0 }
  }
}
