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

/// A change of an account's stored mark.
struct MarkChange: Equatable {
  /// The new mark, or the least that it is.
  var mark: ReadMark?

  /// Whether a greater mark is replaced too; without a new one, the stored one is removed.
  var isReplacement = false

  func applied(to stored: ReadMark?) -> ReadMark? {
    isReplacement ? mark : [mark, stored].compactMap { $0 }.max()
  }
}

/// Keeps the read marks of a ``BadgeDot`` in `UserDefaults`, by account.
///
/// ```swift
/// let store = ReadMarkStore(key: "notifications.read")
/// ```
///
/// Each dot has a key of its own, which stays the same from one version of the app to the next. An app
/// and its extensions that use one suite share their marks.
public typealias ReadMarkStore = UserDefaultsStore<[String: ReadMark]>
