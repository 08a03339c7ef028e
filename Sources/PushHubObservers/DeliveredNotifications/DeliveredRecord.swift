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

  /// Reads an object with one of the keys.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let record = try fields.fields(Self.key, allowing: ["listed", "remove"])
    switch (record.has("listed"), record.has("remove")) {
    case (true, false):
      var notifications: [DeliveredNotification] = []
      for item in try record.list("listed", allowing: ["date", "id", "payload"]) {
        notifications.append(
          DeliveredNotification(
            id: try item.text("id"),
            payload: try item.payload("payload"),
            date: Date(timeIntervalSince1970: try item.number("date").double ?? 0)
          )
        )
      }
      self = .listed(notifications)
    case (false, true):
      var subjects: [NotificationSubject] = []
      for item in try record.list("remove", allowing: NotificationSubject.keys) {
        subjects.append(try NotificationSubject(from: item))
      }
      self = .removal(subjects)
    default:
      throw TranscriptMistake("\"\(Self.key)\" must say one thing: \"listed\" or \"remove\"")
    }
  }

  /// One of the keys.
  public var fields: [TranscriptField] {
    let member: JSONValue =
      switch self {
      case .listed(let notifications): ["listed": .array(notifications.map(\.json))]
      case .removal(let subjects): ["remove": .array(subjects.map(\.json))]
      }
    return [TranscriptField(Self.key, member)]
  }

  /// The record without what notifications say, and what they are about.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    switch self {
    case .listed(let notifications):
      .listed(
        notifications.map {
          DeliveredNotification(
            id: redactor.hash($0.id),
            payload: redactor.redact($0.payload),
            date: $0.date
          )
        }
      )
    case .removal(let subjects): .removal(subjects.flatMap { $0.redacted(by: redactor) })
    }
  }
}

extension DeliveredNotification {
  fileprivate var json: JSONValue {
    [
      "date": .number(JSONNumber(date.secondsToTheMillisecond) ?? 0), "id": .string(id),
      "payload": .object(payload.object),
    ]
  }
}

extension NotificationSubject {
  fileprivate static let keys = ["category", "key", "message", "target", "thread", "value"]

  fileprivate init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let known = Self.keys.filter { fields.has($0) }
    switch known {
    case ["category"]: self = .category(try fields.text("category"))
    case ["message"]: self = .message(try fields.text("message"))
    case ["target"]: self = .target(try fields.text("target"))
    case ["thread"]: self = .thread(try fields.text("thread"))
    case ["key", "value"]: self = .value(try fields.text("value"), for: try fields.text("key"))
    default: throw TranscriptMistake("an element of \"remove\" must say one thing")
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .category(let category): ["category": .string(category)]
    case .message(let id): ["message": .string(id)]
    case .target(let target): ["target": .string(target)]
    case .thread(let thread): ["thread": .string(thread)]
    case .value(let value, let key): ["key": .string(key), "value": .string(value)]
    }
  }

  fileprivate func redacted(by redactor: TranscriptRedactor) -> [Self] {
    switch self {
    case .category(let category): [.category(redactor.redact(category, inAPS: "category"))]
    case .message(let id): redactor.redact(messageID: id).map { .message($0) }
    case .target(let target): [.target(redactor.redact(target, inAPS: "target-content-id"))]
    case .thread(let thread): [.thread(redactor.redact(thread, inAPS: "thread-id"))]
    case .value(let value, let key):
      redactor.redact(value, soughtUnder: key).map { .value($0.text, for: $0.key) }
    }
  }
}

extension TranscriptVocabulary {
  /// What delivered notifications bring to transcripts.
  public static let delivered = TranscriptVocabulary(
    kinds: [DeliveredRecord.self],
    payloadKeys: ["remove", "threads", "categories", "targets", "messages"]
  )
}
