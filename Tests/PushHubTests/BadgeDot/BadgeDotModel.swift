import PushHub

@testable import PushHubObservers

/// The badge dot as the design tells it, read from the history of what happened.
///
/// Whatever is asked is answered from the whole history anew. Notifications are whole numbers, time
/// is in whole seconds, and every random delay is the longest.
struct BadgeDotModel {
  enum Fact: Equatable {
    case account(AccountID?)
    case foreground(Bool)
    case list(visible: Bool)
    case snapshot([Int])
    case failed
    case read(Int?)
    case reattached
  }

  let firstRun: BadgeDot.FirstRun
  private var history: [(second: Int, fact: Fact)] = []
  private var second = 0

  init(firstRun: BadgeDot.FirstRun) {
    self.firstRun = firstRun
  }
}

// MARK: - What the history says

extension BadgeDotModel {
  var account: AccountID? { account(after: history.count) }

  private func account(after count: Int) -> AccountID? {
    for entry in history.prefix(count).reversed() {
      if case .account(let account) = entry.fact { return account }
    }
    return nil
  }

  /// The list as the present account knows it, after so many facts; nil if it doesn't.
  private func list(after count: Int) -> [Int]? {
    for entry in history.prefix(count).reversed() {
      if case .snapshot(let list) = entry.fact { return list }
      if case .account = entry.fact { return nil }
    }
    return nil
  }

  private func looksAtList(after count: Int) -> Bool {
    var isForeground = false
    var isVisible = false
    for entry in history.prefix(count) {
      if case .foreground(let value) = entry.fact { isForeground = value }
      if case .list(let value) = entry.fact { isVisible = value }
    }
    return isForeground && isVisible
  }

  /// Everything that an account was ever said to have read; zero for nothing, empty for no mark.
  func read(by account: AccountID) -> [Int] {
    var marks: [Int] = []
    for count in 1..<(history.count + 1) where self.account(after: count) == account {
      let known = list(after: count)
      switch history[count - 1].fact {
      case .read(let number): marks += [number ?? known?.max()].compactMap { $0 }
      case .snapshot(let list) where marks.isEmpty && firstRun == .baselineAsRead:
        marks.append(list.max() ?? 0)
      default: break
      }
      if looksAtList(after: count) {
        marks += known ?? []
      }
    }
    return marks
  }

  var isShown: Bool {
    guard let account else { return false }
    let read = read(by: account)
    return (list(after: history.count) ?? []).contains { number in
      read.allSatisfy { $0 < number }
    }
  }

  var isKnown: Bool { list(after: history.count) != nil }

  /// The failures since the account's last snapshot.
  private var failures: [Int] {
    history.reversed().prefix { entry in
      switch entry.fact {
      case .snapshot, .account: false
      default: true
      }
    }
    .filter { $0.fact == .failed }.map(\.second)
  }

  var isStale: Bool { !failures.isEmpty }

  var isListening: Bool {
    for entry in history.reversed() {
      switch entry.fact {
      case .failed: return false
      case .reattached, .foreground(true), .snapshot: return account != nil
      case .account(let account): return account != nil
      default: continue
      }
    }
    return false
  }

  /// The failures since the account came, or since a listener had lasted for a minute.
  private var streak: [Int] {
    var streak: [Int] = []
    var wellSince: Int?
    for (second, fact) in history {
      switch fact {
      case .account: (streak, wellSince) = ([], nil)
      case .snapshot: wellSince = wellSince ?? second
      case .reattached, .foreground(true): wellSince = nil
      case .failed:
        let lasted = wellSince.map { second - $0 >= 60 } ?? false
        (streak, wellSince) = ((lasted ? [] : streak) + [second], nil)
      default: break
      }
    }
    return streak
  }

  private var retry: Int? {
    guard account != nil, !isListening else { return nil }
    let streak = streak
    return streak.last.map { $0 + min(1 << (streak.count - 1), 60) }
  }
}

// MARK: - What happens

extension BadgeDotModel {
  mutating func note(_ fact: Fact) {
    history.append((second, fact))
  }

  mutating func wait(_ seconds: Int) {
    second += seconds
    if let retry, retry <= second {
      note(.reattached)
    }
  }
}
