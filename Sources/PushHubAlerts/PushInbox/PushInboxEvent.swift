public import PushHub

/// An event of a ``PushInbox``.
public enum PushInboxEvent: FeatureEvent {
  /// Notifications got entries, by these ids.
  case added(ids: [String])

  /// The user has read entries.
  case read(ids: [String])

  /// The app has removed entries.
  case removed(ids: [String])

  /// This many entries were removed, since their account has signed out.
  case emptied(count: Int)

  /// This many files could not be decoded, and were removed.
  case broken(count: Int)

  /// This many files are of a later version of this package, and were left alone.
  case newer(count: Int)

  /// The folder can't be read or written, for this reason.
  case failed(error: String)

  /// The system did not give its list in time.
  case noAnswer

  /// A description for people.
  public var message: String {
    switch self {
    case .added(let ids): "adds \(ids.count.notifications): \(LogText(ids))"
    case .read(let ids): "\(ids.count.notifications) read: \(LogText(ids))"
    case .removed(let ids): "removes \(ids.count.notifications): \(LogText(ids))"
    case .emptied(let count): "removes \(count.notifications), since the user has signed out"
    case .broken(let count): "removes \(count.notifications) that can't be read"
    case .newer(let count): "leaves \(count.notifications) of a later version alone"
    case .failed(let message): "the folder can't be read or written: \(LogText(clause: message))"
    case .noAnswer: "the system has not given its list in time"
    }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .broken, .failed, .noAnswer: .error
    default: .info
    }
  }

  /// Whether it names no notifications.
  public var isPublic: Bool {
    switch self {
    case .added, .read, .removed: false
    default: true
    }
  }
}
