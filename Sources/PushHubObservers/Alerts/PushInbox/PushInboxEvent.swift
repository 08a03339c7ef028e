public import PushHub

/// What a ``PushInbox`` did.
public enum PushInboxEvent: FeatureEvent {
  /// Notifications got entries, by these ids.
  case added([String])

  /// The user has read entries.
  case read([String])

  /// The app has removed entries.
  case removed([String])

  /// So many entries were removed, since their account has signed out.
  case emptied(Int)

  /// So many files could not be decoded, and were removed.
  case broken(Int)

  /// The folder can't be read or written, for this reason.
  case failed(String)

  /// The system did not give its list in time.
  case noAnswer

  /// The name.
  public var name: String {
    switch self {
    case .added: "added"
    case .read: "read"
    case .removed: "removed"
    case .emptied: "emptied"
    case .broken: "broken"
    case .failed: "failed"
    case .noAnswer: "noAnswer"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .added(let ids), .read(let ids), .removed(let ids):
      ["ids": .array(ids.map(JSONValue.string))]
    case .emptied(let count), .broken(let count): ["count": .number(JSONNumber(count))]
    case .failed(let message): ["error": .string(message)]
    case .noAnswer: [:]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .added(let ids): "adds \(ids.count.notifications): \(ids.listed)"
    case .read(let ids): "\(ids.count.notifications) read: \(ids.listed)"
    case .removed(let ids): "removes \(ids.count.notifications): \(ids.listed)"
    case .emptied(let count): "removes \(count.notifications), since the user has signed out"
    case .broken(let count): "removes \(count.notifications) that can't be read"
    case .failed(let message): "the folder can't be read or written: \(message.clause)"
    case .noAnswer: "the system has not given its list in time"
    }
  }
}
