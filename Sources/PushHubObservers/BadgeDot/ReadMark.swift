public import PushHub
public import PushHubNetworking

/// The place up to which an account has read its notifications.
///
/// Marks only grow by themselves: two of them, from two devices for example, merge to the greater.
public enum ReadMark: Equatable, Comparable, Sendable {
  /// No notification is read, and the app has been used before: all notifications are new.
  case nothing

  /// Everything up to a notification is read, and that one too.
  case upTo(NotificationCursor)
}

extension ReadMark: Codable {
  /// Reads a list of the notification, which is empty without one.
  public init(from decoder: any Decoder) throws {
    self = try [NotificationCursor](from: decoder).first.map(Self.upTo) ?? .nothing
  }

  /// Writes a list of the notification, if there is one.
  public func encode(to encoder: any Encoder) throws {
    let cursors = if case .upTo(let cursor) = self { [cursor] } else { [NotificationCursor]() }
    try cursors.encode(to: encoder)
  }
}

/// The store of marks, as a kernel uses it.
@MainActor
final class MarkStore: Store {
  private let marks: any Store<[String: ReadMark]>

  init(_ marks: any Store<[String: ReadMark]>) {
    self.marks = marks
  }

  func load() throws -> BadgeDotCore.Values? { try marks.load().map { FeatureValues($0) } }

  func save(_ values: BadgeDotCore.Values) throws { try marks.save(values.marks) }

  func update(_ change: (BadgeDotCore.Values?) -> BadgeDotCore.Values) throws
    -> BadgeDotCore.Values
  {
    FeatureValues(try marks.update { change($0.map { FeatureValues($0) }).marks })
  }
}

extension FeatureValues<ReadMark> {
  init(_ marks: [String: ReadMark]) {
    self = [:]
    for (account, mark) in marks { accounts[AccountID(rawValue: account)] = mark }
  }

  var marks: [String: ReadMark] {
    var marks: [String: ReadMark] = [:]
    // Of two ids that are equal as `String`, the lesser one keeps a mark, the greater of both.
    for (account, mark) in accounts {
      var least = account
      for other in accounts.keys where other.rawValue == account.rawValue {
        least = min(least, other)
      }
      marks[least.rawValue] = max(mark, marks[least.rawValue] ?? mark)
    }
    return marks
  }
}

/// Keeps the read marks of a ``BadgeDot`` in `UserDefaults`, by account.
///
/// Each dot has a key of its own, which stays the same from one version of the app to the next. An app
/// and its extensions that use one suite share their marks. Before the first unlock of a device the defaults may
/// be empty without an error: until the app is in the foreground, a dot without a mark is not known then, and keeps
/// nothing. A `FileStore<[String: ReadMark]>` fails in that case instead, which is better.
public typealias ReadMarkStore = UserDefaultsStore<[String: ReadMark]>
