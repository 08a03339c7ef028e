import PushHub

@testable import PushHubObservers
@testable import TestSupport

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

    /// Failed, with `Retry-After` 10, to which as much again may come.
    case turnedAway
    case read(Int?)
    case reattached

    /// Another process stored that the account has read so far.
    case readOutside(Int, AccountID)
    case set(Int?)
    case forgotten(AccountID)
    case store(BadgeDotDriver.StoreFault?)

    /// Nothing happened for ten seconds in which the store was behind.
    case storeRetried
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

  /// Everything that an account has read; zero for nothing, empty for no mark.
  private struct Reading {
    /// What the dot knows of it.
    var known: [Int] = []
    var stored: [Int] = []

    /// What is not stored yet; alone it replaces what is.
    var unsaved: (numbers: [Int], isAlone: Bool)?

    /// Whether the store must be read for the current account, and has been.
    var isReadingDue = false
    var hasRead = false

    var isBehind: Bool { unsaved != nil || isReadingDue }

    mutating func note(_ numbers: [Int]) {
      guard let greatest = numbers.max(), known.allSatisfy({ $0 < greatest }) else { return }
      known.append(greatest)
      unsaved = ((unsaved?.numbers ?? []) + [greatest], unsaved?.isAlone ?? false)
    }

    /// Reads the store and saves there, as far as that is possible.
    mutating func askStore(_ fault: BadgeDotDriver.StoreFault?, isSignedIn: Bool) {
      guard isBehind, fault != .locked else { return }
      let wanted = unsaved.map { $0.isAlone ? $0.numbers : stored + $0.numbers } ?? stored
      if fault == nil || wanted.max() == stored.max() { (stored, unsaved) = (wanted, nil) }
      isReadingDue = false
      guard isSignedIn else { return }
      hasRead = true
      known += wanted
    }
  }

  private func reading(of account: AccountID) -> Reading {
    var reading = Reading()
    var fault: BadgeDotDriver.StoreFault?
    func useStore(after count: Int) {
      let isSignedIn = self.account(after: count) == account
      let list = isSignedIn ? list(after: count) : nil
      let isFirstRun = list != nil && reading.known.isEmpty && firstRun == .baselineAsRead
      reading.isReadingDue = reading.isReadingDue || isFirstRun
      reading.askStore(fault, isSignedIn: isSignedIn)
      guard isFirstRun, !reading.isReadingDue, reading.known.isEmpty else { return }
      reading.note([list?.max() ?? 0])
      reading.askStore(fault, isSignedIn: isSignedIn)
    }
    for (position, entry) in history.enumerated() {
      if case .store(let newFault) = entry.fact {
        fault = newFault
        continue
      }
      if case .readOutside(let number, let reader) = entry.fact {
        if reader == account { reading.stored.append(number) }
        continue
      }
      // What failed before is tried again first.
      useStore(after: position)
      let isSignedIn = self.account(after: position + 1) == account
      let list = isSignedIn ? list(after: position + 1) : nil
      if !isSignedIn { (reading.isReadingDue, reading.hasRead) = (false, false) }
      switch entry.fact {
      case .forgotten(account): reading.unsaved = ([], true)
      case .account where isSignedIn:
        (reading.known, reading.isReadingDue) = (reading.unsaved?.numbers ?? [], true)
        reading.hasRead = false
      case .phase where isSignedIn && isReturn(at: position): reading.isReadingDue = true
      case .read(let number) where isSignedIn:
        reading.note([number ?? list?.max()].compactMap { $0 })
      case .set(let number) where isSignedIn:
        reading.known = [number].compactMap { $0 }
        reading.unsaved = (reading.known, true)
      default: break
      }
      if isSignedIn, looksAtList(after: position + 1) { reading.note(list ?? []) }
      useStore(after: position + 1)
    }
    return reading
  }

  /// The greatest mark that is stored of an account.
  func mark(of account: AccountID) -> Int? { reading(of: account).stored.max() }

  var isShown: Bool {
    guard isKnown, let account else { return false }
    let read = reading(of: account).known
    guard firstRun == .show || !read.isEmpty else { return false }
    return (list(after: history.count) ?? []).contains { number in
      read.allSatisfy { $0 < number }
    }
  }

  var isKnown: Bool {
    account.map { reading(of: $0).hasRead } ?? false && list(after: history.count) != nil
  }

  /// When the store is asked again, if nothing happens before.
  private var storeRetry: Int? {
    guard ["ann", "bob"].contains(where: { reading(of: $0).isBehind }) else { return nil }
    return history.last { entry in
      switch entry.fact {
      case .store, .readOutside: false
      default: true
      }
    }
    .map { $0.second + 10 }
  }
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
      case .turnedAway where isOwn: end = entry.second + 20
      case .snapshot where isOwn: end = nil
      case .forgotten(account): end = nil
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
    let listener = listIsOverdue.map { ($0, Fact.failed) } ?? retry.map { ($0, Fact.reattached) }
    let store = storeRetry.map { ($0, Fact.storeRetried) }
    return [listener, store].compactMap { $0 }.min { $0.0 < $1.0 }
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
