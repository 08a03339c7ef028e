public import Foundation
public import PushHub

/// What became of a push on this device, for the server that sent it.
///
/// It holds names and times, and nothing of what anybody wrote: no text of a message, no reply.
public struct PushReceipt: Hashable, Sendable, Identifiable {
  /// What became of the push, and where.
  public enum Kind: Hashable, Sendable {
    /// The app has received it.
    case received

    /// The app's service extension has received it, before it is shown.
    ///
    /// It often tells of a push of which the app itself never hears, since it was not running.
    case delivered

    /// The user has answered it, by this action.
    case opened(PushResponse.Action)

    /// It arrived in the foreground, and was shown so; or not at all, with no options.
    case presented(PresentationOptions)

    /// An event of it was let go before anybody took it, or an answer that no responder handled of
    /// those that were asked, for this reason.
    ///
    /// What is let go at a sign-out is of who signs out, and its receipt goes with all of theirs.
    case dropped(PushLogEntry.Code)
  }

  /// Tells it from all other receipts, of all devices; empty until it is in an outbox.
  ///
  /// A receipt that is sent twice has the same id, so that a server can drop the double.
  public internal(set) var id = ""

  /// What became of the push.
  public let kind: Kind

  /// The push's own id, see `Push.id`.
  public let pushID: String

  /// The identifier that the sender gave the message, if the sender gave one and it was known.
  public let messageID: String?

  /// Who was signed in then; `nil` if that was not known, or nobody was.
  public let account: AccountID?

  /// When, by the device's wall clock, to the millisecond.
  public let date: Date

  /// Makes a receipt that is in no outbox.
  public init(
    _ kind: Kind,
    pushID: String,
    messageID: String? = nil,
    account: AccountID?,
    date: Date
  ) {
    self.kind = kind
    self.pushID = pushID
    self.messageID = messageID
    self.account = account
    self.date = date.toTheMillisecond
  }
}

extension PushReceipt.Kind {
  /// The kind in one word, without what it carries.
  public var name: String {
    switch self {
    case .received: "received"
    case .delivered: "delivered"
    case .opened: "opened"
    case .presented: "presented"
    case .dropped: "dropped"
    }
  }
}

// MARK: - JSON

extension PushReceipt {
  /// Writes the receipt, without its id and account for an outbox, which keeps them beside it.
  ///
  ///     {"action":"default","date":1767225600123,"kind":"opened","push":"m1"}
  ///
  /// The date is in milliseconds since 1970.
  func write(to text: inout [UInt8], withID: Bool = false) {
    text.append(UInt8(ascii: "{"))
    if case .opened(let action) = kind {
      text.append(field: "action", "\(action)")
    }
    text.append(key: "date")
    text += String(milliseconds).utf8
    if withID {
      text.append(field: "id", id)
    }
    text.append(field: "kind", kind.name)
    if let messageID {
      text.append(field: "message", messageID)
    }
    if case .presented(let options) = kind {
      text.append(key: "options")
      text += JSONValue.array(options.names.map { .string($0) }).jsonText.utf8
    }
    text.append(field: "push", pushID)
    if case .dropped(let code) = kind {
      text.append(field: "reason", code.rawValue)
    }
    text.append(UInt8(ascii: "}"))
  }

  private var milliseconds: Int {
    Int(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) ?? 0
  }

  /// Reads what an outbox kept; `nil` if it is no receipt that is known here.
  init?(_ entry: OutboxEntry) {
    guard let content = try? JSONDecoder().decode(Content.self, from: entry.content),
      let kind = content.receiptKind
    else { return nil }
    self.init(
      kind,
      pushID: content.push,
      messageID: content.message,
      account: entry.account,
      date: Date(timeIntervalSince1970: Double(content.date) / 1_000)
    )
    id = entry.id
  }

  private struct Content: Decodable {
    let kind: String
    let push: String
    let date: Int
    let message: String?
    let action: String?
    let options: [String]?
    let reason: String?

    var receiptKind: Kind? {
      switch kind {
      case "received": .received
      case "delivered": .delivered
      case "opened": action.map { .opened(PushResponse.Action(receiptName: $0)) }
      case "presented": options.map { .presented(PresentationOptions(names: $0)) }
      case "dropped": reason.flatMap(PushLogEntry.Code.init).map { .dropped($0) }
      default: nil
      }
    }
  }
}

extension [UInt8] {
  /// Writes a field's key, behind a comma unless it is an object's first.
  fileprivate mutating func append(key: String) {
    if last != UInt8(ascii: "{") {
      append(UInt8(ascii: ","))
    }
    append(jsonString: key)
    append(UInt8(ascii: ":"))
  }

  fileprivate mutating func append(field key: String, _ value: String) {
    append(key: key)
    append(jsonString: value)
  }
}

extension PushResponse.Action {
  fileprivate init(receiptName name: String) {
    switch name {
    case "default": self = .default
    case "dismiss": self = .dismiss
    default: self = .custom(name)
    }
  }
}

extension PresentationOptions {
  private static let named: [(option: Self, name: String)] = [
    (.banner, "banner"), (.list, "list"), (.sound, "sound"), (.badge, "badge"),
  ]

  fileprivate var names: [String] {
    Self.named.filter { contains($0.option) }.map(\.name)
  }

  fileprivate init(names: [String]) {
    self = Self.named.filter { names.contains($0.name) }.reduce(into: []) { $0.insert($1.option) }
  }
}
