public import Foundation
public import PushHub

/// A notification that the user received, as a ``PushInbox`` keeps it.
public struct InboxEntry: Equatable, Sendable, Identifiable {
  /// Identifies the notification, however often the system reports it.
  ///
  /// It is the sender's message id, else the request's identifier. An identifier that is no UUID was chosen by
  /// the server, which may use it again for another text; a hash of the payload is part of the id then.
  public let id: String

  /// The account that received the notification; `nil` while unknown.
  public internal(set) var account: AccountID?

  /// The arrival date, by the wall clock, to the millisecond.
  public internal(set) var date: Date

  /// The notification request's identifier, where it is known.
  public let requestIdentifier: String?

  /// The title, as a service extension has changed it.
  public var title: String

  /// The subtitle.
  public var subtitle: String

  /// The text.
  public var body: String

  /// The payload sent, for those who respond when the user opens the entry.
  public var payload: PushPayload

  /// Whether the user has read it.
  public internal(set) var isRead = false

  /// Whether nothing is left of it but its id, so that it does not come back.
  var isRemoved = false
}

extension InboxEntry {
  /// An entry with the texts of its payload; `nil` if nothing identifies the notification.
  init?(
    _ payload: PushPayload,
    messageID: String?,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date
  ) {
    let id =
      messageID
      ?? requestIdentifier.map { identifier in
        UUID(uuidString: identifier)?.uuidString ?? "\(identifier)#\(payload.contentHash)"
      }
    guard let id else { return nil }
    self.id = id
    self.account = account
    self.date = date.toTheMillisecond
    self.requestIdentifier = requestIdentifier
    self.payload = payload
    let aps = payload.aps
    title = aps.title ?? ""
    subtitle = aps.subtitle ?? ""
    body = aps.body ?? ""
  }

  private static let signOutPrefix = "sign-out of "

  /// Creates the record of a sign-out: entries of the account that arrived before it are not kept.
  init(signOutOf account: AccountID, at date: Date) {
    (id, self.account, self.date) = (Self.signOutPrefix + account.rawValue, account, date)
    (requestIdentifier, isRemoved) = (nil, true)
    (title, subtitle, body, payload) = ("", "", "", PushPayload(userInfo: [:]))
  }

  /// The account that has signed out, if it records a sign-out.
  var signedOutAccount: AccountID? { isRemoved && id.hasPrefix(Self.signOutPrefix) ? account : nil }

  /// Removes all but the id.
  mutating func remove() {
    isRemoved = true
    (title, subtitle, body, payload) = ("", "", "", PushPayload(userInfo: [:]))
  }

  /// Whether another entry of the same id is of a later sign-out, or of a later notification with the same
  /// text and the same identifier, which the server has chosen.
  func isFollowed(by other: Self) -> Bool {
    let interval = other.date.timeIntervalSince(date)
    return signedOutAccount != nil && interval > 0
      || requestIdentifier.map { id.hasPrefix("\($0)#") } == true && interval > 60
  }
}

extension [InboxEntry] {
  /// The latest notification of entries with one id, with the texts of the last entry; `nil` for none.
  ///
  /// To which notification an entry belongs depends on those before it. So their dates decide, and not the
  /// order in which they were read.
  var latest: InboxEntry? {
    let first = sorted { $0.date < $1.date }.reduce(nil as InboxEntry?) { former, next in
      former.map { $0.isFollowed(by: next) ? next : $0 } ?? next
    }
    guard let first else { return nil }
    let same = filter { $0.date >= first.date }
    var latest = same[same.count - 1]
    latest.account = same.compactMap(\.account).first
    latest.date = first.date
    latest.isRead = same.contains(where: \.isRead)
    if same.contains(where: \.isRemoved) { latest.remove() }
    return latest
  }
}

extension PushPayload {
  /// The hash FNV-1a of the content, see RFC 9923, the same in all processes.
  fileprivate var contentHash: String {
    let hash = JSONValue.object(object).jsonText.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

// MARK: - JSON

/// The form in a file and a recording, which is redacted where it has texts that a person wrote:
///
///     {"account":"ann","body":"Hi","date":1767225600.5,"id":"m1","payload":{"aps":{"alert":"Hi"}},"read":true}
extension InboxEntry: Codable {
  /// Reads an entry.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    id = try values.decode(String.self, forKey: "id")
    account = try values.decodeIfPresent(AccountID.self, forKey: "account")
    date = Date(timeIntervalSince1970: try values.decode(Double.self, forKey: "date"))
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
    try values.encodeIfPresent(requestIdentifier.map { Private($0) }, forKey: "request")
    for (key, text) in [("title", title), ("subtitle", subtitle), ("body", body)]
      as [(JSONKey, String)]
    where !text.isEmpty {
      try values.encode(Private(text), forKey: key)
    }
    if !isRemoved {
      try values.encode(Private(JSONValue.object(payload.object)), forKey: "payload")
    }
    if isRead { try values.encode(true, forKey: "read") }
    if isRemoved { try values.encode(true, forKey: "removed") }
  }
}
