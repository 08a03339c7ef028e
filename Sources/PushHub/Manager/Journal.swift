/// What has happened lately: a bounded list of numbered events, from which whoever attaches hears what
/// nobody has heard.
///
/// An event that no observer takes waits until one attaches that does. A response waits until a
/// responder has handled it. What waits is discarded when it is too old, when the account of its time
/// signs out, or when there is no room, but for what a responder has in hand; and what waits no more is
/// kept for replay as long as there is. Times are durations since any instant that stays the same.
struct Journal {
  /// The place of an event among all, from 1.
  typealias Number = Int

  /// How often an account had signed out.
  typealias Session = Int

  /// An event, and what became of it.
  struct Entry {
    let number: Number
    let event: PushEvent
    let time: Duration
    let session: Session

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
  private(set) var session: Session = 0

  /// Whether events of earlier sessions may be here.
  private var isOfSeveralSessions = false

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

  /// Adds an event of the present session, or of an earlier one.
  mutating func append(_ event: PushEvent, at time: Duration, in session: Session) -> Number {
    lastNumber += 1
    if session < self.session { isOfSeveralSessions = true }
    entries.append(
      Entry(
        number: lastNumber,
        event: event,
        time: time,
        session: event.push == nil ? .max : session,
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
    if isOfSeveralSessions {
      discardAll(.signedOut) { $0.session < session }
      isOfSeveralSessions = entries.contains { $0.session < session }
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

  /// Records who is signed in; pruning discards what is of another account.
  mutating func signIn(_ newAccount: AccountID?) {
    if account != nil, account != newAccount {
      session += 1
      isOfSeveralSessions = true
    }
    account = newAccount
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

  /// Reads the next event of some kinds, which is then heard.
  ///
  /// - Returns: The event as it was before, and how many were discarded, not read, since the last one.
  mutating func read(
    _ position: inout Position,
    of kinds: Set<PushEvent.Kind>
  ) -> (entry: Entry?, missed: Int) {
    let index = entries.firstIndex { entry in
      entry.number > position.number && kinds.contains(entry.event.kind)
        && (position.replay || entry.number > position.start || !entry.isHeard)
    }
    let entry = index.map { entries[$0] }
    let begin = max(position.number, position.start)
    position.number = entry?.number ?? lastNumber
    let missed = (begin..<max(begin, position.number)).count { self[$0 + 1] == nil }
    if let index { entries[index].isHeard = true }
    return (entry, missed)
  }

  /// The latest response of a kind to a push.
  func number(of response: PushResponse, to push: Push) -> Number? {
    entries.last { entry in
      guard case .opened(let other, let otherResponse) = entry.event else { return false }
      return other.isSame(as: push) && otherResponse.withoutCategory == response.withoutCategory
    }?.number
  }
}
