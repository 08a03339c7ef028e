import Foundation

/// A bounded list of recent events, numbered, for observers that attach later.
///
/// An event that no observer has received is pending until one attaches with this interest. A response is
/// pending until a responder has handled it. A pending event is discarded when it is too old, when its
/// account is not signed in, or when there is no room. Other events are kept for replay while there is room.
/// A response is not discarded while a responder is working on it, but it is not read either once it is too
/// old or its account has signed out. Times are durations since one fixed instant.
struct Journal {
  /// The number of an event, from 1.
  typealias Number = Int

  /// An event and its state.
  struct Entry {
    let number: Number
    let kind: PushEvent.Kind
    fileprivate(set) var event: PushEvent
    let time: Duration

    /// The progress of responders with it, if it is a response.
    var response: ResponseState?

    /// Whether an observer has received it.
    var isReceived = false

    /// Whether its account is not signed in, or was not for a moment.
    fileprivate(set) var isSignedOut = false

    /// Whether it waits for an observer, or a response for a responder that handles it.
    var isPending: Bool {
      response.map { !$0.isHandled } ?? (!isReceived && kind.canBePending)
    }

    /// Whether a responder is working on it, so that it is not discarded.
    fileprivate var isInUse: Bool { response?.responder != nil }

    /// The lowest rank is discarded first when there is no room, and the highest never.
    fileprivate var rank: Int {
      guard let response else { return kind.canBePending ? isReceived ? 1 : 2 : 0 }
      return response.responder != nil ? 4 : response.isHandled ? 1 : 3
    }
  }

  /// Pending events that were discarded, each with the reason.
  typealias Losses = [(entry: Entry, reason: PushEvent.DiscardReason)]

  /// The position of a reader.
  struct Position {
    /// The latest event that was read or skipped.
    fileprivate(set) var number: Number

    /// The latest event when the reader started.
    fileprivate let start: Number

    /// Whether events before the start are read even if they were received.
    fileprivate let replay: Bool
  }

  private let capacity: Int
  private let maximumAge: Duration
  private var entries: [Entry] = []
  private var lastNumber = 0

  /// The number of events that are never pending, which have the lowest rank.
  private var neverPendingCount = 0

  /// The accounts that are signed in.
  var accounts = SignedInAccounts()

  /// Whether there may be entries of accounts that are not signed in.
  private var hasSignedOut = false

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = capacity
    self.maximumAge = maximumAge
  }
}

// MARK: - Changes

extension Journal {
  /// An event that is still there.
  ///
  /// - Complexity: O(log n)
  subscript(number: Number) -> Entry? {
    get { index(of: number).map { entries[$0] } }
    set {
      if let newValue, let index = index(of: number) { entries[index] = newValue }
    }
  }

  /// The pending events, oldest first.
  var pending: [Entry] { entries.filter(\.isPending) }

  /// The number of pending events.
  var pendingCount: Int { entries.count { $0.isPending } }

  /// The time when the oldest pending event becomes too old.
  var nextExpiry: Duration? {
    entries.first { $0.isPending && !$0.isInUse }.map { $0.time + maximumAge }
  }

  /// Adds an event.
  ///
  /// - Parameter session: The session in which it happened.
  mutating func append(
    _ event: PushEvent,
    at time: Duration,
    date: Date,
    since session: SignedInAccounts.Session
  ) -> Entry {
    lastNumber += 1
    if !event.kind.canBePending { neverPendingCount += 1 }
    entries.append(
      Entry(
        number: lastNumber,
        kind: event.kind,
        event: event,
        time: time,
        response: event.kind == .opened ? ResponseState() : nil
      )
    )
    claim(at: entries.count - 1, .init(referenceTime: time), date, since: session)
    return entries[entries.count - 1]
  }

  /// Lets a push without an account belong to the one that is shown, and marks one of another account.
  ///
  /// - Parameter session: A session; an account that has signed out since has nothing.
  private mutating func claim(
    at index: Int,
    _ now: ContinuousClock.Instant,
    _ date: Date,
    since session: SignedInAccounts.Session
  ) {
    guard let push = entries[index].event.push, entries[index].kind != .discarded
    else { return }
    if push.account == nil, let owner = accounts.owner(ofDelivery: push.deliveredAt, now: date) {
      entries[index].event.push = push.with(account: owner)
      return
    }
    let hasLeft = push.account.map { accounts.hasSignedOut($0, since: session) } ?? false
    guard hasLeft || !accounts.isSignedIn(push, now: date) else { return }
    let mayReturn = push.account.map { accounts.mayBeSet($0, at: now) } ?? false
    guard hasLeft || !mayReturn || entries[index].response == nil else { return }
    entries[index].isSignedOut = true
    hasSignedOut = true
  }

  /// Discards events whose account has signed out, that are too old, or for which there is no room.
  mutating func prune(at now: Duration) -> Losses {
    var losses: Losses = []
    func discard(at index: Int, _ reason: PushEvent.DiscardReason) {
      let entry = entries.remove(at: index)
      if !entry.kind.canBePending { neverPendingCount -= 1 }
      if entry.isPending { losses.append((entry, reason)) }
    }
    func discardAll(_ reason: PushEvent.DiscardReason, where isOver: (Entry) -> Bool) {
      while let index = entries.firstIndex(where: { !$0.isInUse && isOver($0) }) {
        discard(at: index, reason)
      }
    }
    if hasSignedOut {
      discardAll(.signedOut, where: \.isSignedOut)
      hasSignedOut = entries.contains(where: \.isSignedOut)
    }
    if let first = entries.first, now - first.time >= maximumAge {
      discardAll(.expired) { now - $0.time >= maximumAge }
    }
    while entries.count > capacity,
      let index = indexOfLowestRank,
      !entries[index].isInUse
    {
      discard(at: index, .overflowed)
    }
    return losses
  }

  /// Records which accounts are signed in; pruning then discards the events of the others.
  ///
  /// Responders that declined a response before its account was shown may be asked again.
  ///
  /// - Returns: Whether something has changed.
  mutating func setAccounts(
    _ state: LifecycleState,
    at now: ContinuousClock.Instant,
    date: Date
  ) -> Bool {
    let former = accounts.state
    let session = accounts.session
    guard accounts.set(state, at: now, date: date) else { return false }
    for index in entries.indices { claim(at: index, now, date, since: session) }
    // A responder may have declined any response before the accounts were known.
    askAgain { entry in
      guard let account = entry.event.push?.account else { return false }
      return account == state.account && account != former.account
        || former.accounts == nil && state.accounts?.contains(account) == true
    }
    return true
  }

  /// Lets responders be asked again that have declined some of the responses.
  mutating func askAgain(about isMeant: (Entry) -> Bool = { _ in true }) {
    for index in entries.indices where isMeant(entries[index]) {
      entries[index].response?.askAgain()
    }
  }

  /// The first event with the lowest rank.
  private var indexOfLowestRank: Int? {
    var lowest: (index: Int, rank: Int)?
    for index in entries.indices where entries[index].rank < lowest?.rank ?? .max {
      lowest = (index, entries[index].rank)
      if lowest?.rank == (neverPendingCount > 0 ? 0 : 1) { break }
    }
    return lowest?.index
  }

  private func index(of number: Number) -> Int? {
    let index = firstIndex(after: number - 1)
    return index < entries.count && entries[index].number == number ? index : nil
  }

  /// The place of the first event with a higher number.
  private func firstIndex(after number: Number) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Reading

extension Journal {
  /// The position of a new reader.
  ///
  /// - Parameter replay: Whether it also reads events that were received before.
  func position(replay: Bool) -> Position {
    Position(
      number: (entries.first?.number ?? lastNumber + 1) - 1,
      start: lastNumber,
      replay: replay
    )
  }

  private func isReadable(_ entry: Entry, at now: Duration) -> Bool {
    now - entry.time < maximumAge && !entry.isSignedOut
  }

  /// Reads the next event of some kinds, which counts as received then.
  ///
  /// - Returns: The event as it was before, and the number of events that were discarded unread since the
  ///   last one.
  mutating func read(
    _ position: inout Position,
    of kinds: Set<PushEvent.Kind>,
    at now: Duration
  ) -> (entry: Entry?, missed: Int) {
    let index = entries[firstIndex(after: position.number)...].firstIndex { entry in
      kinds.contains(entry.kind)
        && (position.replay || entry.number > position.start
          || !entry.isReceived && entry.kind.canBePending)
        && isReadable(entry, at: now)
    }
    let entry = index.map { entries[$0] }
    let begin = max(position.number, position.start)
    position.number = entry?.number ?? lastNumber
    let missed = (begin..<max(begin, position.number)).count { number in
      !(self[number + 1].map { isReadable($0, at: now) } ?? false)
    }
    if let index { entries[index].isReceived = true }
    return (entry, missed)
  }

  /// The latest response of a kind to a push.
  func number(of response: PushResponse, to push: Push) -> Number? {
    entries.last { entry in
      guard case .opened(let other, let otherResponse) = entry.event else { return false }
      return other.isSame(as: push) && otherResponse.action == response.action
    }?.number
  }
}
