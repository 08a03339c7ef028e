/// What has happened lately: a bounded list of numbered events, from which whoever attaches hears what
/// nobody has heard.
///
/// An event that no observer takes waits until one attaches that does. A response waits until a
/// responder has handled it. What waits is discarded when it is too old, when its account signs out, or
/// when there is no room; and what waits no more is kept for replay as long as there is. A response that a
/// responder works on is kept until that has ended, but is not read any more when it is too old or its
/// account has signed out. Times are durations since any instant that stays the same.
struct Journal {
  /// The place of an event among all, from 1.
  typealias Number = Int

  /// How often an account had signed out.
  typealias Session = Int

  /// Whose an event is.
  struct Owner {
    /// The account that the app has read from the payload; `nil` for whoever was signed in.
    let account: AccountID?
    fileprivate let session: Session

    /// The owner of what stays when an account signs out.
    static let nobody = Owner(account: nil, session: .max)
  }

  /// An event, and what became of it.
  struct Entry {
    let number: Number
    let event: PushEvent
    let time: Duration
    let owner: Owner

    /// Whether it is a response of the user's, which waits for a responder.
    let isResponse: Bool

    /// Whether an observer has heard it.
    var isHeard = false

    /// The responders that were asked to handle it, by their numbers.
    var asked: Set<Int> = []

    /// The responder that has it in hand.
    var responder: Int?

    /// Whether a responder has handled it.
    var isHandled = false

    /// Whether all responders have declined it, at some time.
    var isDeclined = false

    /// Whether somebody is still to hear it, or to handle it.
    var isPending: Bool { isResponse ? !isHandled : !isHeard }

    /// What is discarded first when there is no room.
    fileprivate var rank: Int { isPending ? isResponse ? 2 : 1 : 0 }
  }

  /// Events that were discarded while they waited, each with what the log calls the reason.
  typealias Losses = [(entry: Entry, code: PushLogEntry.Code)]

  /// How far somebody has read.
  struct Position {
    /// The latest event that was read or passed.
    fileprivate(set) var number: Number

    /// The latest event when the position was taken.
    fileprivate let start: Number

    /// Whether what came until then is also read where somebody has heard it.
    fileprivate let replay: Bool
  }

  private let capacity: Int
  private let maximumAge: Duration
  private var entries: [Entry] = []
  private var lastNumber = 0

  /// Who is signed in; what came before anybody was belongs to the first who is.
  private var account: AccountID?

  /// The present session.
  private var session: Session = 0

  /// The session after the latest in which each account was signed in.
  private var signOuts: [AccountID: Session] = [:]

  /// Whether events of accounts that have signed out may be here.
  private var hasSignedOutEvents = false

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = capacity
    self.maximumAge = maximumAge
  }
}

// MARK: - What comes and goes

extension Journal {
  /// An event that is still there.
  ///
  /// - Complexity: O(n)
  subscript(number: Number) -> Entry? {
    get { index(of: number).map { entries[$0] } }
    set {
      if let newValue, let index = index(of: number) { entries[index] = newValue }
    }
  }

  /// The events that wait, oldest first.
  var pending: [Entry] { entries.filter(\.isPending) }

  /// How many events wait.
  var pendingCount: Int { entries.count { $0.isPending } }

  /// The responses that nobody has handled, oldest first.
  var pendingResponses: [Number] {
    pending.filter(\.isResponse).map(\.number)
  }

  /// When the oldest event that waits becomes too old.
  var nextExpiry: Duration? {
    entries.first { $0.isPending && $0.responder == nil }.map { $0.time + maximumAge }
  }

  /// The owner of an event that comes now.
  ///
  /// - Parameter account: The account that the app has read from the payload.
  func owner(_ account: AccountID?) -> Owner { Owner(account: account, session: session) }

  /// Whether an account has signed out since an event of its came.
  func hasSignedOut(_ owner: Owner) -> Bool {
    owner.session < owner.account.map { signOuts[$0] ?? 0 } ?? session
  }

  /// Adds an event that came now or earlier.
  mutating func append(_ event: PushEvent, at time: Duration, of owner: Owner) -> Number {
    lastNumber += 1
    if hasSignedOut(owner) { hasSignedOutEvents = true }
    entries.append(
      Entry(
        number: lastNumber,
        event: event,
        time: time,
        owner: owner,
        isResponse: event.kind == .opened
      )
    )
    return lastNumber
  }

  /// Discards what is of an account that has signed out, too old, or without room.
  mutating func prune(at now: Duration) -> Losses {
    var losses: Losses = []
    func discard(at index: Int, _ code: PushLogEntry.Code) {
      let entry = entries.remove(at: index)
      if entry.isPending { losses.append((entry, code)) }
    }
    func discardAll(_ code: PushLogEntry.Code, where isOver: (Entry) -> Bool) {
      while let index = entries.firstIndex(where: { $0.responder == nil && isOver($0) }) {
        discard(at: index, code)
      }
    }
    if hasSignedOutEvents {
      discardAll(.signedOut) { hasSignedOut($0.owner) }
      hasSignedOutEvents = entries.contains { hasSignedOut($0.owner) }
    }
    if let first = entries.first, now - first.time >= maximumAge {
      discardAll(.expired) { now - $0.time >= maximumAge }
    }
    for rank in 0...2 {
      while entries.count > capacity,
        let index = entries.firstIndex(where: { $0.rank == rank && $0.responder == nil })
      {
        discard(at: index, .overflowed)
      }
    }
    return losses
  }

  /// Records who is signed in; pruning discards what is of the account that has signed out.
  ///
  /// Responders that have declined a response before its account signed in are asked again.
  ///
  /// - Returns: Whether that is another account than before.
  mutating func signIn(_ newAccount: AccountID?) -> Bool {
    guard newAccount != account else { return false }
    if let account {
      session += 1
      signOuts[account] = session
      hasSignedOutEvents = true
    }
    account = newAccount
    for index in entries.indices
    where newAccount != nil && entries[index].owner.account == newAccount {
      entries[index].asked = entries[index].responder.map { [$0] } ?? []
    }
    return true
  }

  private func index(of number: Number) -> Int? {
    entries.lastIndex { $0.number == number }
  }
}

// MARK: - Who reads

extension Journal {
  /// Where somebody begins to read: with all that is here, or with what nobody has heard.
  func position(replay: Bool) -> Position {
    Position(
      number: (entries.first?.number ?? lastNumber + 1) - 1,
      start: lastNumber,
      replay: replay
    )
  }

  private func isReadable(_ entry: Entry, at now: Duration) -> Bool {
    now - entry.time < maximumAge && !hasSignedOut(entry.owner)
  }

  /// Reads the next event of some kinds, which is then heard.
  ///
  /// - Returns: The event as it was before, and how many were discarded, not read, since the last one.
  mutating func read(
    _ position: inout Position,
    of kinds: Set<PushEvent.Kind>,
    at now: Duration
  ) -> (entry: Entry?, missed: Int) {
    let index = entries.firstIndex { entry in
      entry.number > position.number && kinds.contains(entry.event.kind)
        && (position.replay || entry.number > position.start || !entry.isHeard)
        && isReadable(entry, at: now)
    }
    let entry = index.map { entries[$0] }
    let begin = max(position.number, position.start)
    position.number = entry?.number ?? lastNumber
    let missed = (begin..<max(begin, position.number)).count { number in
      !(self[number + 1].map { isReadable($0, at: now) } ?? false)
    }
    if let index { entries[index].isHeard = true }
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
