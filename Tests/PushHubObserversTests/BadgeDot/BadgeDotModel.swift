import PushHub

@testable import PushHubObservers

/// The badge dot as the design describes it, computed from the history of what happened.
///
/// Each property is computed from the whole history. Notifications are whole numbers, time
/// is in whole seconds, and every random delay is the longest.
struct BadgeDotModel {
  enum Fact: Equatable {
    case account(AccountID?)
    case phase(AppPhase)
    case list(visible: Bool)
    case overlay(Bool)
    case snapshot([Int])
    case failed

    /// Failed, with `Retry-After` 10, to which a second may come.
    case turnedAway
    case read(Int?)
    case reattached

    /// Another process stored that the account has read so far.
    case readOutside(Int, AccountID)
    case set(Int?)
    case forgotten(AccountID)
  }

  let firstRun: BadgeDot.FirstRun
  private var history: [(second: Int, fact: Fact)] = []
  private var second = 0

  init(firstRun: BadgeDot.FirstRun) {
    self.firstRun = firstRun
  }
}

// MARK: - What is true of the app

extension BadgeDotModel {
  var account: AccountID? { account(after: history.count) }

  /// The account of the dot: the last that signed in, unless it was forgotten since.
  private func account(after count: Int) -> AccountID? {
    var account: AccountID?
    for entry in history.prefix(count) {
      if case .account(let next) = entry.fact { account = next }
      if entry.fact == account.map(Fact.forgotten) { account = nil }
    }
    return account
  }

  private func phase(after count: Int) -> AppPhase {
    for entry in history.prefix(count).reversed() {
      if case .phase(let phase) = entry.fact { return phase }
    }
    return .background
  }

  private func isReturn(at position: Int) -> Bool {
    phase(after: position + 1).isForeground && !phase(after: position).isForeground
  }

  private func looksAtList(after count: Int) -> Bool {
    var isCovered = false
    var isVisible = false
    for entry in history.prefix(count) {
      if case .overlay(let value) = entry.fact { isCovered = value }
      if case .list(let value) = entry.fact { isVisible = value }
    }
    return phase(after: count) == .active && isVisible && !isCovered
  }
}

// MARK: - What is read

extension BadgeDotModel {
  /// The list as the present account knows it, after so many facts; nil if it doesn't.
  private func list(after count: Int) -> [Int]? {
    guard account(after: count) != nil else { return nil }
    for entry in history.prefix(count).reversed() {
      if case .snapshot(let list) = entry.fact { return list }
      if case .account = entry.fact { return nil }
    }
    return nil
  }

  /// What is read; zero for nothing, empty for no mark.
  private struct Reading {
    /// What the dot knows of the account that is shown.
    var known: Int?
    var stored: [AccountID: Int] = [:]

    /// What the dot knows of the store: as it was at the latest return, or when a mark was saved.
    var seen: [AccountID: Int] = [:]

    mutating func save(_ mark: Int?, of account: AccountID) {
      stored[account] = mark
      (known, seen) = (mark, stored)
    }

    /// A mark is stored unless it is less than the one that is there.
    mutating func raise(to mark: Int, of account: AccountID) {
      guard known.map({ $0 < mark }) ?? true else { return }
      save(max(stored[account] ?? 0, mark), of: account)
    }
  }

  private var reading: Reading {
    var reading = Reading()
    for (position, entry) in history.enumerated() {
      let account = account(after: position + 1)
      let list = list(after: position + 1)
      switch entry.fact {
      case .readOutside(let number, let reader):
        reading.stored[reader] = max(number, reading.stored[reader] ?? 0)
        continue
      case .account: reading.known = account.flatMap { reading.seen[$0] }
      case .phase where isReturn(at: position):
        reading.seen = reading.stored
        if let account, let mark = reading.seen[account] {
          reading.known = max(mark, reading.known ?? 0)
        }
      case .read(let number):
        if let account, let mark = number ?? list?.max() { reading.raise(to: mark, of: account) }
      case .set(let number):
        guard let account else { continue }
        // A mark of another process that the dot does not know is not replaced.
        if reading.known != nil { reading.save(nil, of: account) }
        if let number { reading.raise(to: number, of: account) }
      case .forgotten(let forgotten) where reading.seen[forgotten] != nil:
        reading.stored[forgotten] = nil
        reading.seen = reading.stored
      default: break
      }
      guard let account, let list else { continue }
      if reading.known == nil, firstRun == .baselineAsRead {
        reading.raise(to: list.max() ?? 0, of: account)
      }
      if looksAtList(after: position + 1), let newest = list.max() {
        reading.raise(to: newest, of: account)
      }
    }
    return reading
  }

  /// The mark that is stored of an account.
  func mark(of account: AccountID) -> Int? { reading.stored[account] }

  var isShown: Bool {
    (list(after: history.count) ?? []).contains { $0 > reading.known ?? 0 }
  }

  var isKnown: Bool { list(after: history.count) != nil }
}

// MARK: - Who is listened to

extension BadgeDotModel {
  /// Until when the server wants to be left alone by an account, after so many facts.
  private func quietEnd(of account: AccountID?, after count: Int) -> Int? {
    guard let account else { return nil }
    var end: Int?
    for (position, entry) in history.prefix(count).enumerated() {
      let isOwn = self.account(after: position) == account
      switch entry.fact {
      case .turnedAway where isOwn: end = entry.second + 11
      case .snapshot where isOwn: end = nil
      default: break
      }
    }
    return end
  }

  /// When each subscription began, whether the last one goes on and has reported a list, and the failures
  /// that count.
  private var subscriptions: (beginnings: [Int], isOpen: Bool, isTold: Bool, streak: [Int]) {
    var beginnings: [Int] = []
    var isOpen = false
    var isTold = false
    var hasBeenSeen = false
    var streak: [Int] = []
    var wellSince: Int?
    for (position, entry) in history.enumerated() {
      let hasAccount = account(after: position + 1) != nil
      switch entry.fact {
      case .account:
        isOpen = false
        hasBeenSeen = phase(after: position).isForeground
        streak = []
      case .reattached:
        isOpen = false
      case .phase where isReturn(at: position):
        let quietEnd = quietEnd(of: account(after: position), after: position)
        if let quietEnd, entry.second < quietEnd {
          hasBeenSeen = true
          continue
        }
        let isYoung = entry.second - (beginnings.last ?? 0) < 10
        isOpen = isOpen && isYoung && !hasBeenSeen
        hasBeenSeen = true
      case .failed, .turnedAway:
        let lasted = wellSince.map { entry.second - $0 >= 60 } ?? false
        streak = (lasted ? [] : streak) + [entry.second]
        wellSince = nil
        isOpen = false
        continue
      case .snapshot:
        wellSince = wellSince ?? entry.second
        isTold = true
        continue
      default:
        isOpen = isOpen && hasAccount
        streak = hasAccount ? streak : []
        continue
      }
      if !isOpen, hasAccount {
        beginnings.append(entry.second)
        isOpen = true
        isTold = false
        wellSince = nil
      }
    }
    return (beginnings, isOpen, isTold, streak)
  }

  var subscriptionCount: Int { subscriptions.beginnings.count }
  var isListening: Bool { subscriptions.isOpen }

  /// The failures since the account's last snapshot.
  private var failures: [Int] {
    guard account != nil else { return [] }
    return history.reversed().prefix { entry in
      switch entry.fact {
      case .snapshot, .account: false
      default: true
      }
    }
    .filter { $0.fact == .failed || $0.fact == .turnedAway }.map(\.second)
  }

  var isStale: Bool { !failures.isEmpty }

  /// The failures since the account came, or since a listener had lasted for a minute.
  private var streak: [Int] { subscriptions.streak }

  private var retry: Int? {
    guard account != nil, !isListening else { return nil }
    let streak = streak
    let quietEnd = quietEnd(of: account, after: history.count) ?? 0
    return streak.last.map { max($0 + min(1 << (streak.count - 1), 60), quietEnd) }
  }

  /// When the subscription has failed for want of a first list.
  private var listIsOverdue: Int? {
    let subscriptions = subscriptions
    guard subscriptions.isOpen, !subscriptions.isTold else { return nil }
    return subscriptions.beginnings.last.map { $0 + 60 }
  }

  /// What happens by itself, and when.
  private var next: (second: Int, fact: Fact)? {
    listIsOverdue.map { ($0, Fact.failed) } ?? retry.map { ($0, Fact.reattached) }
  }
}

// MARK: - What happens

extension BadgeDotModel {
  mutating func note(_ fact: Fact) {
    history.append((second, fact))
  }

  mutating func wait(_ seconds: Int) {
    let end = second + seconds
    while let next, next.second <= end {
      second = max(second, next.second)
      note(next.fact)
    }
    second = end
  }
}
