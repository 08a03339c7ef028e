import Foundation
import PushHub

/// What the system's list of notifications holds, or what the app wants removed of it, for a
/// ``DeliveredNotifications``.
///
///     {"t":1,"delivered":{"listed":[{"id":"r1","date":1767225600,"payload":{"aps":{"alert":"Hi"}}}]}}
///     {"t":9,"delivered":{"remove":[{"thread":"t1"},{"key":"order","value":"42"}]}}
///
/// Dates are seconds since 1970. A redacted recording has payloads as redacted pushes are, and hashes that
/// fit them.
package enum DeliveredRecord: FeatureRecord {
  /// What the list holds, when it was asked for.
  case listed([DeliveredNotification])

  /// What the app wants removed.
  case removal([NotificationSubject])

  package static let key = "delivered"

  /// The keys of payloads by which a server removes notifications.
  package static let payloadKeys: Set = ["remove", "threads", "categories", "targets", "messages"]

  private enum CodingKeys: String, CodingKey {
    case listed, remove
  }

  package init(from decoder: any Decoder) throws {
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

  package func encode(to encoder: any Encoder) throws {
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
    let (key, value): (CodingKeys, Private<String>) =
      switch subject {
      case .category(let category): (.category, Private(category, at: ["aps", "category"]))
      case .message(let id): (.message, Private(id))
      case .target(let target): (.target, Private(target, at: ["aps", "target-content-id"]))
      case .thread(let thread): (.thread, Private(thread, at: ["aps", "thread-id"]))
      case .value(let value, let key): (.value, Private(value, at: [key]))
      }
    if case .value(_, let key) = subject {
      try values.encode(Private(payloadKey: key), forKey: .key)
    }
    try values.encode(value, forKey: key)
  }
}
