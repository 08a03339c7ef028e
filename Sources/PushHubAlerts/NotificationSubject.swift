public import PushHub

/// A subject of notifications, such as a conversation or a page.
///
/// A mute, a removal and a reminder's end all name it so. It is stored as an object of one key, or of `key`
/// and `value`:
///
///     {"all":true}
///     {"thread":"orders"}
///     {"key":"topic","value":"news"}
public enum NotificationSubject: Hashable, Sendable {
  /// All notifications.
  case all

  /// The account that the payload names.
  case account(AccountID)

  /// The conversation, see `thread-id`.
  case thread(String)

  /// The kind, see `category`.
  case category(String)

  /// The content that the app would show for it, see `target-content-id`.
  case target(String)

  /// The message, by the identifier that its sender gave it; of what was delivered, also by that of its
  /// request.
  case message(String)

  /// The sender, by the name of the `PushSender`.
  case sender(String)

  /// A value under a key, at the top of the payload or of the sender's custom data.
  ///
  /// It is a text, a number's digits, or `true` or `false`: many senders make texts of all values, so that
  /// `"7"` stands for the number too.
  case value(String, forKey: String)
}

extension NotificationSubject {
  /// All that a notification is about.
  static func all(of payload: PushPayload, _ identity: PushIdentity) -> [Self] {
    let (aps, sender) = (payload.aps, identity.sender)
    let named = [
      aps.threadID.map(thread), aps.category.map(category), aps.targetContentID.map(target),
      identity.messageID.map(message), identity.account.map(account),
    ]
    let values = [payload.object, sender.customData(of: payload)].joined()
      .compactMap { key, value in value.plainText.map { Self.value($0, forKey: key) } }
    return named.compactMap { $0 } + values + [.all, .sender(sender.name)]
  }

  /// A description without the value, which may be anything.
  package var message: String {
    switch self {
    case .all: "everything"
    case .account(let account): "account \(account.rawValue)"
    case .thread(let thread): "thread \(thread)"
    case .category(let category): "category \(category)"
    case .target(let target): "target \(target)"
    case .message(let id): "message \(id)"
    case .sender(let sender): "sender \(sender)"
    case .value(_, let key): "a value of \(key)"
    }
  }
}

extension Push {
  /// All that it is about.
  var subjects: [NotificationSubject] { NotificationSubject.all(of: payload, identity) }
}

extension JSONValue {
  /// One text for all spellings of a text, a number or a truth value.
  fileprivate var plainText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.canonicalText
    case .bool(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}

// MARK: - Storage

extension NotificationSubject: Codable {
  /// Reads what it is about.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    let named: KeyValuePairs<JSONKey, (String) -> Self> = [
      "thread": Self.thread, "category": Self.category, "target": Self.target,
      "message": Self.message, "sender": Self.sender,
      "account": { .account(AccountID(rawValue: $0)) },
    ]
    if try values.decodeIfPresent(Bool.self, forKey: "all") == true {
      self = .all
      return
    }
    for (key, subject) in named {
      guard let text = try values.decodeIfPresent(String.self, forKey: key) else { continue }
      self = subject(text)
      return
    }
    self = .value(
      try values.decode(String.self, forKey: "value"),
      forKey: try values.decode(String.self, forKey: "key")
    )
  }

  /// Writes what it is, so that a redacted recording has what redacted pushes have.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    func put(_ value: String, _ key: JSONKey, _ path: [String]) throws {
      try values.encode(Private(value, .payloadValue(at: path)), forKey: key)
    }
    switch self {
    case .all: try values.encode(true, forKey: "all")
    case .account(let account): try values.encode(Private(account), forKey: "account")
    case .thread(let thread): try put(thread, "thread", ["aps", "thread-id"])
    case .category(let category): try put(category, "category", ["aps", "category"])
    case .target(let target): try put(target, "target", ["aps", "target-content-id"])
    case .message(let id): try values.encode(Private(id), forKey: "message")
    case .sender(let sender): try values.encode(sender, forKey: "sender")
    case .value(let value, let key):
      try values.encode(Private(key, .payloadKey), forKey: "key")
      try put(value, "value", [key])
    }
  }
}
