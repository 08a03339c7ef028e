import PushHub

@testable import PushHubObservers

/// The unread sync as designed, read from the history of events.
///
/// Whatever is asked is answered from that history anew. Time is in whole seconds, and every random
/// delay is the longest.
struct UnreadSyncModel {
  /// Something that happened at a time.
  struct Entry {
    enum Fact: Equatable {
      case appeared(PageID)
      case disappeared(PageID)
      case phase(AppPhase)

      /// It is the only one that is signed in now.
      case account(AccountID?)

      /// It is shown, and the others stay signed in.
      case shown(AccountID)
      case push

      /// The app has asked while a request was under way.
      case refreshed
      case began(UnreadSyncReason)
      case succeeded(Int)
      case failed
      case refused

      /// Failed, with `Retry-After` 10, to which a second may come.
      case turnedAway
    }

    let second: Int
    let fact: Fact
  }

  private(set) var begun: [UnreadSyncDriver.Beginning] = []
  private var history: [Entry] = []
  private var second = 0

  mutating func takeBegun() -> [UnreadSyncDriver.Beginning] {
    defer { begun = [] }
    return begun
  }
}

// MARK: - What the history says

extension UnreadSyncModel {
  /// How present the user was after each entry of the history.
  private struct Presence {
    var phase = AppPhase.background
    var pages: Set<PageID> = []
    var isOnPage: Bool { phase != .background && !pages.isEmpty }

    mutating func follow(_ fact: Entry.Fact) {
      switch fact {
      case .appeared(let page): pages.insert(page)
      case .disappeared(let page): pages.remove(page)
      case .phase(let newPhase): phase = newPhase
      default: break
      }
    }
  }

  /// What happened since the last change of the account, with that change.
  private var epoch: ArraySlice<Entry> {
    let start = history.lastIndex { shownAccount(of: $0) != nil }
    return history[(start ?? history.endIndex)...]
  }

  private var account: AccountID? { epoch.first.flatMap { shownAccount(of: $0) } ?? nil }

  /// The account that is shown after an entry, if it says so.
  private func shownAccount(of entry: Entry) -> AccountID?? {
    switch entry.fact {
    case .account(let account): .some(account)
    case .shown(let account): .some(account)
    default: nil
    }
  }

  /// What happened while the account was shown, since it has signed in.
  private var session: [Entry] {
    var session: [Entry] = []
    var present: AccountID?
    for entry in history {
      present = shownAccount(of: entry) ?? present
      if case .account(let only) = entry.fact, only != account { session = [] }
      if present == account { session.append(entry) }
    }
    return session
  }

  private var presence: Presence {
    var presence = Presence()
    for entry in history {
      presence.follow(entry.fact)
    }
    return presence
  }

  /// The tracked pages that the account has seen in the foreground.
  private var seenPages: Set<PageID> {
    var presence = Presence()
    var pages: Set<PageID> = []
    let start = epoch.startIndex
    for index in history.indices {
      presence.follow(history[index].fact)
      if index >= start, presence.isOnPage {
        pages.formUnion(presence.pages)
      }
    }
    return pages
  }

  /// When the user last stopped looking at tracked pages.
  private var lastLeft: Int? {
    var presence = Presence()
    var second: Int?
    for entry in history {
      let wasOnPage = presence.isOnPage
      presence.follow(entry.fact)
      if wasOnPage, !presence.isOnPage {
        second = entry.second
      }
    }
    return second
  }

  private func isOutcome(_ entry: Entry) -> Bool {
    switch entry.fact {
    case .succeeded, .failed, .refused, .turnedAway: true
    default: false
    }
  }

  private func isBeginning(_ entry: Entry) -> Bool {
    if case .began = entry.fact { true } else { false }
  }

  /// What happened since the request under way began, if one is.
  private var flight: ArraySlice<Entry>? {
    guard let start = epoch.lastIndex(where: isBeginning) else { return nil }
    let flight = epoch[start...]
    return flight.contains(where: isOutcome) ? nil : flight
  }

  var isAsking: Bool { flight != nil }

  /// The account's failures since its last success.
  private var failures: [Entry] {
    session.reversed().prefix { entry in
      if case .succeeded = entry.fact { false } else { true }
    }
    .filter(isOutcome)
  }

  private var isRefused: Bool {
    epoch.last { isOutcome($0) && $0.fact != .failed && $0.fact != .turnedAway }?.fact == .refused
  }

  var state: UnreadState {
    let counts = session.compactMap { entry in
      if case .succeeded(let count) = entry.fact { count } else { nil }
    }
    let outcome = epoch.last(where: isOutcome)?.fact
    let isAnswered = if case .succeeded = outcome { true } else { false }
    let wasSignedIn = history.contains { entry in
      if case .account(.some) = entry.fact { true } else { false }
    }
    return UnreadState(
      count: counts.last ?? 0,
      isStale: !isAnswered && (outcome != nil || !counts.isEmpty),
      isKnown: account == nil ? wasSignedIn : !counts.isEmpty
    )
  }

  /// The end of the account's Retry-After, also if another was signed in meanwhile.
  private var quietUntil: Int? {
    guard let account else { return nil }
    var present: AccountID?
    var end: Int?
    for entry in history {
      present = shownAccount(of: entry) ?? present
      switch entry.fact {
      case .turnedAway where present == account: end = entry.second + 11
      case .succeeded where present == account: end = nil
      default: break
      }
    }
    return end
  }

  /// Whether a push has come that was not asked for, since the server wanted to be left alone.
  private var pushIsHeld: Bool {
    guard let quietUntil else { return false }
    let end = epoch.lastIndex(where: isOutcome)
    let start = end.flatMap { epoch[..<$0].lastIndex(where: isBeginning) } ?? epoch.startIndex
    let since = end.map { epoch[$0].second } ?? 0
    return epoch[start...].contains {
      $0.fact == .push && max($0.second, since) < quietUntil
    }
  }

  private var intervalIsOver: Int? {
    guard account != nil, presence.isOnPage, !isAsking, !isRefused, retryIsDue == nil else {
      return nil
    }
    return epoch.last(where: isBeginning).map { $0.second + 60 }
  }

  /// When the next try comes, in the foreground.
  private var retryIsDue: Int? {
    guard account != nil, !isAsking else { return nil }
    if pushIsHeld { return quietUntil }
    guard let end = epoch.last(where: isOutcome) else { return nil }
    switch end.fact {
    case .failed where !isRefused, .turnedAway where !isRefused:
      return max(end.second + min(1 << (failures.count - 1), 60), quietUntil ?? 0)
    default: return nil
    }
  }

  /// When the request under way has failed for want of an answer.
  private var answerIsOverdue: Int? { flight?.first.map { $0.second + 60 } }

  /// What happens by itself, and when.
  private var next: (second: Int, reason: UnreadSyncReason?)? {
    if let answerIsOverdue { return (answerIsOverdue, nil) }
    if let retryIsDue { return presence.phase == .background ? nil : (retryIsDue, .retry) }
    return intervalIsOver.map { ($0, .interval) }
  }

  /// Whether the delivery of a push waits: until nothing is asked any more.
  ///
  /// What begins by itself at the very end of a request leaves no time without one.
  func holds(pushAt index: Int) -> Bool {
    history[index...].indices.allSatisfy { place in
      guard place == index || isEnd(history[place]) else { return true }
      let next = history[(place + 1)...].first
      switch next?.fact {
      case .began(.push), .began(.request), .began(.interval), .began(.account):
        return next?.second == history[place].second
      default:
        let last = history[..<index].last { isBeginning($0) || isEnd($0) }
        return place == index && last.map(isBeginning) ?? false
      }
    }
  }

  private func isEnd(_ entry: Entry) -> Bool {
    isOutcome(entry) || shownAccount(of: entry) != nil
  }
}

// MARK: - What happens

extension UnreadSyncModel {
  private mutating func note(_ fact: Entry.Fact) {
    history.append(Entry(second: second, fact: fact))
  }

  /// Begins a request unless one is under way, which then answers, or no account is signed in.
  mutating func want(_ reason: UnreadSyncReason) {
    guard let account, !isAsking else { return }
    note(.began(reason))
    begun.append(.init(milliseconds: second * 1_000, reason: reason, account: account))
  }

  /// - Returns: The place of the push in the history.
  mutating func push() -> Int {
    note(.push)
    let place = history.count - 1
    if second >= quietUntil ?? 0 {
      want(.push)
    }
    return place
  }

  mutating func refresh() {
    if isAsking { note(.refreshed) } else { want(.request) }
  }

  mutating func change(_ fact: Entry.Fact) {
    let before = self
    note(fact)
    guard account != nil else { return }
    if !presence.isOnPage {
      meetDeadlines(until: second)
    } else if !presence.pages.isSubset(of: before.seenPages) {
      want(.firstAppearance)
    } else if !before.presence.isOnPage, let left = before.lastLeft, second - left > 60 {
      want(.return)
    } else {
      meetDeadlines(until: second)
    }
  }

  mutating func signIn(_ account: AccountID?) {
    show(.account(account))
  }

  mutating func show(_ fact: Entry.Fact) {
    note(fact)
    if account != nil, presence.isOnPage {
      want(.account)
    }
  }

  mutating func end(_ outcome: Entry.Fact) {
    guard let flight else { return }
    let facts = flight.map(\.fact)
    note(outcome)
    if facts.contains(.refreshed) {
      want(.request)
    } else if facts.contains(.push), !pushIsHeld {
      want(.push)
    } else {
      meetDeadlines(until: second)
    }
  }

  mutating func wait(_ seconds: Int) {
    let end = second + seconds
    meetDeadlines(until: end)
    second = end
  }

  private mutating func meetDeadlines(until end: Int) {
    while let next, next.second <= end {
      second = max(second, next.second)
      if let reason = next.reason {
        want(reason)
      } else {
        self.end(.failed)
      }
    }
  }
}
