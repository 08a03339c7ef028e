import PushHub
import PushHubObservers

/// A store of read marks that records marks of what the user can't have seen.
@MainActor
final class ChaosStore: Store {
  /// Tells what may be stored now: whether the user looks at the list, or says what is read.
  var isReading: () -> Bool = { false }

  /// The greatest place that an account can know of.
  var newest: (AccountID) -> JSONNumber? = { _ in nil }

  /// What was stored that must not be.
  private(set) var violations: [String] = []

  private var marks: [String: ReadMark] = [:]

  func load() -> [String: ReadMark]? { marks }

  /// A first run takes what is there for read; everything else must have been seen.
  func save(_ value: [String: ReadMark]) {
    for (name, mark) in value where mark != marks[name] {
      let account = AccountID(rawValue: name)
      if let old = marks[name] {
        if mark < old {
          violations.append("a mark was set back, though nobody has done so")
        }
        if !isReading() {
          violations.append("\(mark) was stored for \(account) without anybody looking")
        }
      }
      if case .upTo(let cursor) = mark, !isReading(), cursor.order > newest(account) ?? 0 {
        violations.append("\(mark) was stored for \(account), who can't know of it")
      }
    }
    if !Set(marks.keys).isSubset(of: value.keys) {
      violations.append("a mark was taken away, though nobody has forgotten an account")
    }
    marks = value
  }

  /// Stores a mark as another process does, unnoticed.
  func raiseElsewhere(_ mark: ReadMark, for account: AccountID) {
    marks.merge([account.rawValue: mark], uniquingKeysWith: max)
  }
}
