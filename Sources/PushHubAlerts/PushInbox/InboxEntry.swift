public import Foundation
public import PushHub

/// A notification that the user received, as a ``PushInbox`` keeps it.
public struct InboxEntry: Equatable, Sendable, Identifiable {
  /// Identifies the notification among those of its account, however often the system reports it.
  ///
  /// It is the sender's message id, else the request's identifier. One that the server has chosen, the collapse
  /// id, may be used again: the entry is that of the latest notification then.
  public let id: String

  /// The account that received the notification; `nil` while unknown.
  public internal(set) var account: AccountID?

  /// The arrival date, by the wall clock, to the millisecond.
  public internal(set) var date: Date

  /// The date when the system delivered the notification, where it is known.
  public internal(set) var deliveredAt: Date?

  /// The notification request's identifier, where it is known.
  public let requestIdentifier: String?

  /// The title, as it was shown where that is known.
  public var title: String

  /// The subtitle.
  public var subtitle: String

  /// The text.
  public var body: String

  /// The payload, with what a service extension has changed, for those who respond when the user opens the entry.
  public var payload: PushPayload

  /// Whether the user has read it.
  public internal(set) var isRead = false

  /// Whether nothing is left of it but its id, so that it does not come back.
  var isRemoved = false

  /// The file that has it.
  var place = InboxPlace()

  /// The name of its file, if it has one.
  var file: String? {
    get { place.file }
    set { place.file = newValue }
  }
}

/// The place of an entry, wherever it is: entries with the same content are equal.
struct InboxPlace: Equatable, Sendable {
  var file: String?

  static func == (_: Self, _: Self) -> Bool { true }
}

/// Identifies an entry among those of all accounts.
struct InboxKey: Hashable, Codable, Sendable {
  let account: AccountID?
  let id: String

  /// Compares ids by their bytes.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.account == rhs.account && lhs.id.utf8.elementsEqual(rhs.id.utf8)
  }
}

extension InboxEntry {
  /// An entry, with the texts of its payload unless others were shown; `nil` if nothing identifies the notification.
  init?(
    _ payload: PushPayload,
    messageID: String?,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date,
    deliveredAt: Date? = nil,
    texts: (String, String, String)? = nil
  ) {
    let id = messageID ?? requestIdentifier.map { UUID(uuidString: $0)?.uuidString ?? $0 }
    guard let id else { return nil }
    self.id = id
    self.account = account
    self.date = date.toTheMillisecond
    self.deliveredAt = deliveredAt?.toTheMillisecond
    self.requestIdentifier = requestIdentifier
    self.payload = payload
    (title, subtitle, body) = texts ?? payload.aps.texts
  }

  var key: InboxKey { InboxKey(account: account, id: id) }

  /// What is kept so that the notification stays read or removed: nothing that a person wrote.
  var mark: Self {
    var mark = self
    (mark.title, mark.subtitle, mark.body, mark.file) = ("", "", "", nil)
    mark.payload = PushPayload(userInfo: [:])
    return mark
  }

  /// Whether a file with this entry needs no change to have the other, apart from what marks have.
  func isStored(as other: Self) -> Bool {
    var stored = self
    stored.isRead = other.isRead
    if other.isRead { stored.deliveredAt = other.deliveredAt }
    return stored == other && file == other.file
  }
}

extension Sequence<InboxEntry> {
  /// The entries by date, and those of one date by id.
  var oldestFirst: [InboxEntry] { sorted { ($0.date, $0.id) < ($1.date, $1.id) } }
}

// MARK: - One notification, several entries

extension InboxEntry {
  /// Whether another entry of the same id is of a later notification: by the system's dates or, if the server has
  /// chosen the identifier and may use it again, by those of arrival.
  func isFollowed(by other: Self) -> Bool {
    if let deliveredAt, let later = other.deliveredAt {
      return later.timeIntervalSince(deliveredAt) >= 1
    }
    return id == requestIdentifier && UUID(uuidString: id) == nil
      && other.date.timeIntervalSince(date) > 60
  }

  /// The later one of two notifications with one id or, if they are the same, one entry of both.
  func merged(with other: Self) -> Self {
    if isFollowed(by: other) { return other }
    if other.isFollowed(by: self) { return self }
    var entry = other.precision < precision ? self : other
    entry.date = min(date, other.date)
    entry.deliveredAt = deliveredAt ?? other.deliveredAt
    entry.isRead = isRead || other.isRead
    entry.isRemoved = isRemoved || other.isRemoved
    return entry.isRemoved ? entry.mark : entry
  }

  /// How much is known of what the user saw: nothing, the payload, or the texts besides.
  private var precision: Int {
    let isAsSent = (title, subtitle, body) == payload.aps.texts
    return isAsSent ? payload.aps.hasAlert ? 1 : 0 : 2
  }
}

// MARK: - Privacy

extension InboxEntry {
  /// Removes from the payload what the entry doesn't show, if the app has changed a text, or if the text that the system
  /// shows for a localization isn't known.
  ///
  /// Of the alert, the texts stay that the app has left alone; elsewhere, what can't be a text: numbers, identifiers
  /// and links.
  mutating func hideTexts(changedSince original: Self) {
    let sent = payload.aps
    var (alert, hidden, isComplete) = ([String: JSONValue](), Set<String>(), true)
    for (name, text, former, sent, localization) in [
      ("title", title, original.title, sent.title, sent.titleLocalization),
      ("subtitle", subtitle, original.subtitle, sent.subtitle, sent.subtitleLocalization),
      ("body", body, original.body, sent.body, sent.bodyLocalization),
    ] {
      if text == former, !text.isEmpty || (sent ?? "").isEmpty && localization == nil {
        if sent == text { alert[name] = .string(text) }
      } else {
        isComplete = false
        // One that was not shown, which the app has not changed, is in the alert alone.
        if text != former { hidden.formUnion([former.lowercased(), sent?.lowercased() ?? ""]) }
      }
    }
    if isComplete { return }
    hidden.remove("")
    let ids = [id, account?.rawValue]
    var members = hidden.isEmpty ? payload.object : payload.object.without(hidden, but: ids)
    if sent.hasAlert, var aps = members["aps"]?.objectValue {
      aps["alert"] = .object(alert)
      members["aps"] = .object(aps)
    }
    payload = PushPayload(userInfo: members.compactMapValues(\.propertyList))
  }
}

extension [String: JSONValue] {
  fileprivate func without(_ texts: Set<String>, but ids: [String?]) -> Self {
    filter { !$0.key.mayHave(texts) }.mapValues { $0.without(texts, but: ids) }
  }
}

extension JSONValue {
  /// The value with an empty text in place of each that may have one of these.
  fileprivate func without(_ texts: Set<String>, but ids: [String?]) -> JSONValue {
    switch self {
    case .array(let values): .array(values.map { $0.without(texts, but: ids) })
    case .object(let members): .object(members.without(texts, but: ids))
    case .string(let text): !ids.contains(text) && text.mayHave(texts) ? "" : self
    case .number, .null, .bool: jsonText.mayHave(texts) ? "" : self
    }
  }
}

extension String {
  /// Whether this contains one of the texts, which are in lowercase, or may be what a person wrote: identifiers and
  /// links have neither white space nor the escapes of a JSON text.
  fileprivate func mayHave(_ texts: Set<String>) -> Bool {
    let text = (removingPercentEncoding ?? self).lowercased()
    return contains { $0.isWhitespace || $0 == "\\" }
      || texts.contains {
        text.contains($0) || text.contains(" ") && $0.contains(text)
          || $0.contains(" ") && !$0.words.isEmpty && text.words.contains($0.words)
      }
  }

  /// The letters and digits, whatever stands in place of white space.
  private var words: String { filter { $0.isLetter || $0.isNumber } }
}

extension String {
  /// The hash FNV-1a, see RFC 9923, the same in all processes.
  var stableHash: String {
    let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

// MARK: - JSON

/// A file of a later version of this package.
struct NewerInboxFormat: Error {}

/// The form in a file and a recording, which is redacted where it has texts that a person wrote:
///
///     {"account":"ann","body":"Hi","date":1767225600.5,"id":"m1","payload":{"aps":{"alert":"Hi"}},"read":true}
///
/// A file with a `version` above 1 is one of a later version of this package.
extension InboxEntry: Codable {
  /// Reads an entry.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    // A mark has what this version knows.
    if decoder.codingPath.isEmpty, try JSONKey.value("version", in: values, or: 1) > 1 {
      throw NewerInboxFormat()
    }
    id = try values.decode(String.self, forKey: "id")
    account = try values.decodeIfPresent(AccountID.self, forKey: "account")
    date = Date(timeIntervalSince1970: try values.decode(Double.self, forKey: "date"))
    deliveredAt = try values.decodeIfPresent(Double.self, forKey: "delivered")
      .map(Date.init(timeIntervalSince1970:))
    requestIdentifier = try values.decodeIfPresent(String.self, forKey: "request")
    title = try JSONKey.value("title", in: values, or: "")
    subtitle = try JSONKey.value("subtitle", in: values, or: "")
    body = try JSONKey.value("body", in: values, or: "")
    let content: JSONValue = try JSONKey.value("payload", in: values, or: [:])
    guard let payload = try? PushPayload(json: content.jsonText.utf8) else {
      throw JSONKey.invalid("\"payload\" of an entry must be an object")
    }
    self.payload = payload
    isRead = try JSONKey.value("read", in: values, or: false)
    isRemoved = try JSONKey.value("removed", in: values, or: false)
  }

  /// Writes an entry, without what is empty.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(Private(id), forKey: "id")
    try values.encodeIfPresent(account.map { Private($0.rawValue) }, forKey: "account")
    try values.encode(date.secondsToTheMillisecond, forKey: "date")
    try values.encodeIfPresent(deliveredAt?.secondsToTheMillisecond, forKey: "delivered")
    try values.encodeIfPresent(requestIdentifier.map { Private($0) }, forKey: "request")
    for (key, text) in [("title", title), ("subtitle", subtitle), ("body", body)]
      as [(JSONKey, String)]
    where !text.isEmpty {
      try values.encode(Private(text), forKey: key)
    }
    let content = payload.object
    if !content.isEmpty { try values.encode(Private(JSONValue.object(content)), forKey: "payload") }
    if isRead { try values.encode(true, forKey: "read") }
    if isRemoved { try values.encode(true, forKey: "removed") }
  }
}
