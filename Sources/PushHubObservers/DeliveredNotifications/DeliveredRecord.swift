import Foundation
public import PushHub

/// What the system's list of notifications holds, or what the app wants removed of it, for a
/// ``DeliveredNotifications``.
///
///     {"t":1,"delivered":{"listed":[{"id":"r1","date":1767225600,"payload":{"aps":{"alert":"Hi"}}}]}}
///     {"t":9,"delivered":{"remove":[{"thread":"t1"},{"key":"order","value":"42"}]}}
///
/// Dates are seconds since 1970. A redacted recording has payloads as redacted pushes are, and hashes that
/// fit them.
public enum DeliveredRecord: FeatureRecord {
  /// What the list holds, when it was asked for.
  case listed([DeliveredNotification])

  /// What the app wants removed.
  case removal([NotificationSubject])

  /// The key in a transcript.
  public static let key = "delivered"

  /// The keys of payloads by which a server removes notifications.
  public static let payloadKeys: Set = ["remove", "threads", "categories", "targets", "messages"]

  private enum CodingKeys: String, CodingKey {
    case listed, remove
  }

  /// Reads an object with one of the keys.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch values.allKeys {
    case [.listed]:
      self = .listed(try values.decode([Listed].self, forKey: .listed).map { try $0.notification })
    case [.remove]:
      self = .removal(try values.decode([RemovedSubject].self, forKey: .remove).map(\.subject))
    default:
      throw DecodingError("\"\(Self.key)\" must say one thing: \"listed\" or \"remove\"")
    }
  }

  /// Writes one of the keys.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .listed(let notifications):
      try values.encode(notifications.map(Listed.init), forKey: .listed)
    case .removal(let subjects):
      try values.encode(subjects.map(RemovedSubject.init), forKey: .remove)
    }
  }
}

/// A notification as it stands in a record.
private struct Listed: Codable {
  @Private var id: String
  @Private var payload: JSONValue
  let date: Double

  init(_ notification: DeliveredNotification) {
    id = notification.id
    payload = .object(notification.payload.object)
    date = notification.date.secondsToTheMillisecond
  }

  var notification: DeliveredNotification {
    get throws {
      DeliveredNotification(
        id: id,
        payload: try PushPayload(json: payload.jsonText.utf8),
        date: Date(timeIntervalSince1970: date)
      )
    }
  }
}

/// What a notification is about, as it stands in a record.
private struct RemovedSubject: Codable {
  let subject: NotificationSubject

  private enum CodingKeys: String, CodingKey {
    case category, key, message, target, thread, value
  }

  init(_ subject: NotificationSubject) {
    self.subject = subject
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try values.decode(String.self, forKey: key) }
    switch Set(values.allKeys) {
    case [.category]: subject = .category(try text(.category))
    case [.message]: subject = .message(try text(.message))
    case [.target]: subject = .target(try text(.target))
    case [.thread]: subject = .thread(try text(.thread))
    case [.key, .value]: subject = .value(try text(.value), for: try text(.key))
    default: throw DecodingError("an element of \"remove\" must say one thing")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch subject {
    case .category(let category):
      try values.encode(
        Private(category, at: ["aps", "category"]),
        forKey: .category
      )
    case .message(let id): try values.encode(Private(id), forKey: .message)
    case .target(let target):
      try values.encode(
        Private(target, at: ["aps", "target-content-id"]),
        forKey: .target
      )
    case .thread(let thread):
      try values.encode(Private(thread, at: ["aps", "thread-id"]), forKey: .thread)
    case .value(let value, let key):
      try values.encode(Private(payloadKey: key), forKey: .key)
      try values.encode(Private(value, at: [key]), forKey: .value)
    }
  }
}
