import PushHub
import PushHubObservers

/// A store of read marks that notes marks of what the user can't have seen.
@MainActor
final class ChaosStore: ReadMarkStore {
  /// Tells what may be stored now: whether the user looks at the list, or says what is read.
  var isReading: () -> Bool = { false }

  /// The greatest place that an account can know of.
  var newest: (AccountID) -> JSONNumber? = { _ in nil }

  /// What was stored that must not be.
  private(set) var violations: [String] = []

  private let marks = InMemoryReadMarkStore()

  func mark(for key: ReadMarkKey) -> ReadMark? { marks.mark(for: key) }

  /// A first run takes what is there for read; everything else must have been seen.
  func raise(_ mark: ReadMark, for key: ReadMarkKey) {
    let isFirstRun = marks.mark(for: key) == nil
    if !isReading(), !isFirstRun {
      violations.append("\(mark) was stored for \(key.account) without anybody looking")
    }
    if case .upTo(let cursor) = mark, !isReading(), cursor.order > newest(key.account) ?? 0 {
      violations.append("\(mark) was stored for \(key.account), who can't know of it")
    }
    marks.raise(mark, for: key)
  }

  func replace(_ mark: ReadMark?, for key: ReadMarkKey) {
    violations.append("a mark was replaced, though nobody has set one back")
  }

  /// Stores a mark as another process does, unnoticed.
  func raiseElsewhere(_ mark: ReadMark, for key: ReadMarkKey) {
    marks.raise(mark, for: key)
  }

  func flush() {}
}
