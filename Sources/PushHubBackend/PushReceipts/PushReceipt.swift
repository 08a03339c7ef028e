public import Foundation
public import PushHub

/// The outcome of a push on this device, for the server that sent it.
///
/// It holds names and times, and no content: no text of a message, no reply.
public struct PushReceipt: Equatable, Sendable, Identifiable {
  /// The outcome of a push, and the place where it happened.
  public enum Kind: Hashable, Sendable {
    /// The app has received the push.
    case received

    /// The app's service extension has received the push, before it is shown.
    ///
    /// Often the app itself does not receive such a push, since it was not running.
    case delivered

    /// The user has responded to the push with this action, which is no dismissal.
    case opened(PushResponse.Action)

    /// The user has dismissed the push, whose category reports dismissals.
    case dismissed

    /// The push arrived in the foreground, and was shown with these options; with none it was not shown.
    case presented(PresentationOptions)

    /// An event of the push was dropped before an observer received it, or a response that no responder
    /// handled, for this reason.
    ///
    /// An event that is dropped at a sign-out belongs to the account that signs out, and its receipt is
    /// removed with that account's others.
    case dropped(PushEvent.DiscardReason)
  }

  /// Identifies the receipt among those of all devices.
  ///
  /// A receipt that is sent twice has the same id, so that a server can drop the duplicate.
  public let id: String

  /// The outcome of the push.
  public let kind: Kind

  /// The push's own id, see `Push.id`.
  public let pushID: String

  /// The identifier that the sender gave the message, if the sender gave one and it was known.
  public let messageID: String?

  /// The account that was signed in then; `nil` if there was none, or it was not known.
  public internal(set) var account: AccountID?

  /// The date, by the device's wall clock, to the millisecond.
  public let date: Date

  /// Creates a receipt that is not in an outbox yet.
  public init(
    _ kind: Kind,
    pushID: String,
    messageID: String? = nil,
    account: AccountID?,
    date: Date
  ) {
    id = UUID().uuidString
    self.kind = kind
    self.pushID = pushID
    self.messageID = messageID
    self.account = account
    // As it is read again from the outbox.
    self.date = Date(milliseconds: date.milliseconds)
  }
}

// MARK: - JSON

/// The form that the outbox keeps, and that the server receives, but without the account:
///
///     {"account":"ann","action":"default","date":1767225600123,"id":"…","kind":"opened","push":"m1"}
///
/// The date is in milliseconds since 1970.
extension PushReceipt: Codable {
  /// Reads a receipt.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    func text(_ key: JSONKey) throws -> String { try values.decode(String.self, forKey: key) }
    id = try text("id")
    pushID = try text("push")
    messageID = try values.decodeIfPresent(String.self, forKey: "message")
    account = try values.decodeIfPresent(AccountID.self, forKey: "account")
    date = Date(milliseconds: try values.decode(Int.self, forKey: "date"))
    let name = try text("kind")
    let kind: Kind? =
      switch name {
      case "received": .received
      case "delivered": .delivered
      case "dismissed": .dismissed
      case "opened": .opened(PushResponse.Action(name: try text("action")))
      case "presented":
        .presented(PresentationOptions(try values.decode([String].self, forKey: "options")))
      case "dropped": PushEvent.DiscardReason(rawValue: try text("reason")).map { .dropped($0) }
      default: nil
      }
    guard let kind else { throw JSONKey.invalid("\"\(name)\" is no kind of receipt") }
    self.kind = kind
  }

  /// Writes a receipt.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(id, forKey: "id")
    try values.encode(pushID, forKey: "push")
    try values.encodeIfPresent(messageID, forKey: "message")
    try values.encodeIfPresent(account, forKey: "account")
    try values.encode(date.milliseconds, forKey: "date")
    try values.encode(kind.name, forKey: "kind")
    switch kind {
    case .received, .delivered, .dismissed: break
    case .opened(let action): try values.encode("\(action)", forKey: "action")
    case .presented(let options): try values.encode(options.names, forKey: "options")
    case .dropped(let code): try values.encode(code.rawValue, forKey: "reason")
    }
  }
}

extension PushReceipt.Kind {
  /// The kind in one word, without its values.
  public var name: String {
    switch self {
    case .received: "received"
    case .delivered: "delivered"
    case .dismissed: "dismissed"
    case .opened: "opened"
    case .presented: "presented"
    case .dropped: "dropped"
    }
  }
}

extension PresentationOptions {
  private static let each: [Self] = [.banner, .list, .sound, .badge]

  fileprivate var names: [String] { Self.each.filter(contains).map(\.description) }

  fileprivate init(_ names: [String]) {
    self.init(Self.each.filter { names.contains($0.description) })
  }
}

extension Date {
  fileprivate init(milliseconds: Int) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// Milliseconds since 1970; zero for a date that no clock shows.
  fileprivate var milliseconds: Int { Int(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0 }
}
