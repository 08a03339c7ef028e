public import PushHub

/// Where accounts' read marks are kept between runs of the app.
///
/// ``UserDefaultsReadMarkStore`` is the real one.
@MainActor
public protocol ReadMarkStore: AnyObject {
  /// What an account has read; nil on its first run.
  ///
  /// - Throws: ``ReadMarkIssue`` when there is something that can't be read.
  func mark(for account: AccountID) throws(ReadMarkIssue) -> ReadMark?

  /// Keeps a mark, unless there is a greater one; it may be written later.
  func raise(_ mark: ReadMark, for account: AccountID)

  /// Writes now what waits to be written.
  func flush()
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
  private var marks: [AccountID: ReadMark] = [:]

  /// Makes an empty store.
  public init() {}

  /// What an account has read.
  public func mark(for account: AccountID) -> ReadMark? { marks[account] }

  /// Keeps a mark, unless there is a greater one.
  public func raise(_ mark: ReadMark, for account: AccountID) {
    marks[account] = max(mark, marks[account] ?? mark)
  }

  /// Does nothing.
  public func flush() {}
}
