public import PushHub

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
