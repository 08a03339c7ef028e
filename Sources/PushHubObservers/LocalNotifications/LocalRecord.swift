import Foundation
public import PushHub

/// What the app wants of a ``LocalNotifications``, or what the system says to it.
///
///     {"t":1,"local":{"bound":true,"schedule":{"id":"cart","body":"Still there.",…}}}
///     {"t":1,"local":{"pending":["pushhub.local.cart"]}}
///     {"t":1,"local":{"done":true}}
///     {"t":5,"local":{"cancel":["cart"]}}
///     {"t":9,"local":{"error":"no room"}}
///
/// A notification stands there as it is stored. What was scheduled before the recording began stands in
/// the store, and not here.
public enum LocalRecord: FeatureRecord {
  /// The app wants a notification shown, for who is signed in alone or not.
  indirect case schedule(LocalNotification, isBoundToAccount: Bool)

  /// The app takes notifications back, by id.
  case cancel([String])

  /// The app takes everything of an account back.
  case cancelAll(AccountID)

  /// The system has done what it was asked for.
  case done

  /// The system holds requests with these identifiers.
  case pending([String])

  /// The system has not done what it was asked for.
  case failed(String)

  /// The key in a transcript.
  public static let key = "local"

  /// Reads an object that says one thing.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let keys = ["bound", "cancel", "cancelAll", "done", "error", "pending", "schedule"]
    let record = try fields.fields(Self.key, allowing: keys)
    switch keys.filter({ record.has($0) }) {
    case ["bound", "schedule"]:
      let payload = try record.payload("schedule")
      guard let notification = try? payload.decode(LocalNotification.self) else {
        throw TranscriptMistake("\"schedule\" is no notification as it is stored")
      }
      self = .schedule(notification, isBoundToAccount: try record.bool("bound"))
    case ["cancel"]: self = .cancel(try record.optionalTexts("cancel") ?? [])
    case ["cancelAll"]: self = .cancelAll(AccountID(rawValue: try record.text("cancelAll")))
    case ["done"] where try record.bool("done"): self = .done
    case ["error"]: self = .failed(try record.text("error"))
    case ["pending"]: self = .pending(try record.optionalTexts("pending") ?? [])
    default: throw TranscriptMistake("\"\(Self.key)\" must say one thing")
    }
  }

  /// What is read.
  public var fields: [TranscriptField] {
    let members: [TranscriptField] =
      switch self {
      case .schedule(let notification, let isBound):
        [
          TranscriptField("bound", .bool(isBound)),
          TranscriptField("schedule", notification.stored),
        ]
      case .cancel(let ids): [TranscriptField("cancel", .array(ids.map(JSONValue.string)))]
      case .cancelAll(let account): [TranscriptField("cancelAll", .string(account.rawValue))]
      case .done: [TranscriptField("done", true)]
      case .pending(let ids): [TranscriptField("pending", .array(ids.map(JSONValue.string)))]
      case .failed(let reason): [TranscriptField("error", .string(reason))]
      }
    return [TranscriptField(Self.key, members)]
  }

  /// The record without what notifications say; equal ones stay equal.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    switch self {
    case .schedule(let notification, let isBound):
      .schedule(notification.redacted(by: redactor), isBoundToAccount: isBound)
    case .cancel(let ids): .cancel(ids.map(redactor.hash))
    case .cancelAll(let account): .cancelAll(AccountID(rawValue: redactor.hash(account.rawValue)))
    case .done: .done
    case .pending(let identifiers):
      .pending(
        identifiers.map { identifier in
          LocalNotification.id(inRequest: identifier)
            .map { LocalNotificationRequest.prefix + redactor.hash($0) }
            ?? redactor.hash(identifier)
        }
      )
    case .failed(let reason): .failed(redactor.redact(name: reason))
    }
  }
}

extension LocalNotification {
  fileprivate var stored: PushPayload {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try? encoder.encode(self)
    return (try? PushPayload(json: Array(data ?? Data()))) ?? PushPayload(userInfo: [:])
  }

  fileprivate func redacted(by redactor: TranscriptRedactor) -> Self {
    var notification = self
    notification.id = redactor.hash(id)
    notification.title = redactor.hash(title)
    notification.subtitle = redactor.hash(subtitle)
    notification.body = redactor.hash(body)
    notification.thread = thread.map { redactor.redact($0, inAPS: "thread-id") }
    notification.category = category.map { redactor.redact($0, inAPS: "category") }
    if case .named(let name) = sound {
      notification.sound = .named(redactor.redact(name: name))
    }
    notification.userInfo = redactor.redacted(userInfo)
    notification.mootedBy = mootedBy.flatMap { rule -> [PushRule] in
      switch rule {
      case .messageID(let id):
        return redactor.redact(messageID: id).map { .messageID($0) }
      case .value(let value, let key):
        let (path, value) = redactor.redact(value, at: [key])
        return [.value(value, forKey: path.first ?? "")]
      }
    }
    return notification
  }
}

extension TranscriptRedactor {
  /// Members of a payload, with the hashes that they have in pushes.
  fileprivate func redacted(_ members: [String: JSONValue]) -> [String: JSONValue] {
    let text = JSONValue.object(members).jsonText
    return (try? PushPayload(json: Array(text.utf8))).map { redact($0).object } ?? [:]
  }
}

extension TranscriptVocabulary {
  /// What local notifications bring to transcripts.
  public static let localNotifications = TranscriptVocabulary(kinds: [LocalRecord.self])
}
