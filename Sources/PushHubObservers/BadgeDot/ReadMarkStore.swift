public import PushHub
import PushHubNetworking

/// Where read marks are kept between runs of the app.
///
/// ``UserDefaultsReadMarkStore`` is the real one.
@MainActor
public protocol ReadMarkStore: AnyObject {
  /// What was read; nil on a first run.
  ///
  /// - Throws: ``ReadMarkIssue`` when there is something that can't be read.
  func mark(for key: ReadMarkKey) throws(ReadMarkIssue) -> ReadMark?

  /// Keeps a mark, unless there is a greater one; it may be written later.
  func raise(_ mark: ReadMark, for key: ReadMarkKey)

  /// Keeps a mark in place of the one there is, also of a greater one, or none at all.
  func replace(_ mark: ReadMark?, for key: ReadMarkKey)

  /// Writes now what waits to be written.
  func flush()
}

/// Whose mark it is: how far an account has read in one dot's list.
public struct ReadMarkKey: Hashable, Sendable {
  /// The dot's name; see ``BadgeDot/Configuration/name``.
  public let dot: String

  /// Who reads.
  public let account: AccountID

  /// Names the mark of an account in a dot's list.
  public init(dot: String, account: AccountID) {
    self.dot = dot
    self.account = account
  }
}

/// What is wrong with a stored read mark.
public struct ReadMarkIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it is stored.
  public let key: String

  /// What is wrong with it, in a few words.
  public let reason: String

  /// Makes an issue, for stores of one's own.
  public init(key: String, reason: String) {
    self.key = key
    self.reason = reason
  }

  /// A sentence on what is wrong, where, and what becomes of it.
  public var description: String {
    "The read mark under \(key) can't be read, since \(reason); the account starts anew."
  }
}

/// A store that forgets everything when the app ends; for tests and previews.
public final class InMemoryReadMarkStore: ReadMarkStore {
  private var marks: [ReadMarkKey: ReadMark] = [:]

  /// Makes an empty store.
  public init() {}

  /// What was read.
  public func mark(for key: ReadMarkKey) -> ReadMark? { marks[key] }

  /// Keeps a mark, unless there is a greater one.
  public func raise(_ mark: ReadMark, for key: ReadMarkKey) {
    marks[key] = max(mark, marks[key] ?? mark)
  }

  /// Keeps a mark in place of the one there is, or none.
  public func replace(_ mark: ReadMark?, for key: ReadMarkKey) {
    marks[key] = mark
  }

  /// Does nothing.
  public func flush() {}
}

/// How far an account has read.
///
/// Marks only grow: two of them, from two devices for example, merge to the greater.
public enum ReadMark: Hashable, Comparable, Sendable {
  /// Nothing is read, and the app has been used before: whatever comes is new.
  case nothing

  /// Everything up to a notification is read, and that one too.
  case upTo(NotificationCursor)
}

extension ReadMark {
  /// Whether a notification is read.
  func covers(_ cursor: NotificationCursor) -> Bool {
    .upTo(cursor) <= self
  }
}

/// A read mark as it is stored: `{"id":"n1","order":41}`, or `{}` for nothing read.
struct ReadMarkText {
  struct Malformed: Error {
    let reason: String
  }

  let mark: ReadMark

  init(_ mark: ReadMark) {
    self.mark = mark
  }

  init(_ text: String) throws(Malformed) {
    guard let root = try? PushPayload(json: text.utf8).root else {
      throw Malformed(reason: "it is no JSON object")
    }
    if root.count == 0 {
      mark = .nothing
      return
    }
    guard let order = root["order"]?.numberValue, let id = root["id"]?.stringValue else {
      throw Malformed(reason: "it lacks a number under order or a string under id")
    }
    mark = .upTo(NotificationCursor(order: order, id: id))
  }

  var text: String {
    switch mark {
    case .nothing: JSONValue.object([:]).jsonText
    case .upTo(let cursor):
      JSONValue.object(["id": .string(cursor.id), "order": .number(cursor.order)]).jsonText
    }
  }
}
