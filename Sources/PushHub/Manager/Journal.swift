/// What has happened lately: a bounded list of numbered events, from which whoever attaches hears what
/// nobody has heard.
///
/// An event that no observer takes waits until one attaches that does. A response waits until a
/// responder has handled it. What waits is discarded when it is too old, when the account of its time
/// has signed out, or when there is no room; and what waits no more is kept for replay as long as
/// there is.
struct Journal {
  /// The place of an event among all, from 1.
  typealias Number = Int

  /// Names a responder, as long as it stays attached.
  typealias Responder = Int

  /// An event, and what became of it.
  struct Entry {
    let number: Number
    let event: PushEvent
    let time: ContinuousClock.Instant

    /// Whether it is a response of the user's, which waits for a responder.
    let isResponse: Bool

    fileprivate(set) var account: AccountID?

    /// Whether an observer has heard it.
    fileprivate(set) var isHeard = false

    /// Who was asked to handle it, if it is a response.
    fileprivate(set) var asked: Set<Responder> = []

    /// Who has it in hand.
    fileprivate(set) var responder: Responder?

    /// Whether a responder has handled it.
    fileprivate(set) var isHandled = false

    fileprivate var isDeclined = false

    /// Whether somebody is still to hear it, or to handle it.
    var isPending: Bool { isResponse ? !isHandled : !isHeard }

    /// What goes first when there is no room: a response that somebody has in hand last.
    fileprivate var rank: Int {
      guard isPending else { return 0 }
      return isResponse ? (responder == nil ? 2 : 3) : 1
    }
  }

  /// An event that was discarded while it waited.
  struct Loss {
    enum Reason {
      case expired
      case overflowed
      case signedOut
    }

    let entry: Entry
    let reason: Reason
  }

  /// How far somebody has read.
  struct Position {
    /// The latest event that was read or passed.
    fileprivate(set) var number: Number

    /// Up to here only what nobody has heard is read.
    fileprivate let start: Number
  }

  private let capacity: Int
  private let maximumAge: Duration
  private var entries: [Entry] = []
  private var lastNumber = 0

  /// The latest event whose turn has come; what is behind it is read by nobody yet.
  private var current = 0

  /// Who is signed in.
  private(set) var account: AccountID?

  /// Whether there may be events of an account that has signed out.
  private var mayHaveForeign = false

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = max(1, capacity)
    self.maximumAge = max(.zero, maximumAge)
  }
}

// MARK: - What comes and goes

extension Journal {
  subscript(number: Number) -> Entry? { index(of: number).map { entries[$0] } }

  /// How many events wait.
  var pendingCount: Int { entries.count(where: \.isPending) }

  /// When the oldest event that waits becomes too old.
  var nextExpiry: ContinuousClock.Instant? {
    entries.first { $0.isPending && $0.responder == nil }.map { $0.time + maximumAge }
  }

  /// Adds an event, which has its turn with ``begin(_:)``.
  mutating func append(_ event: PushEvent, at time: ContinuousClock.Instant) -> Number {
    lastNumber += 1
    entries.append(
      Entry(
        number: lastNumber,
        event: event,
        time: time,
        isResponse: event.kind == .opened,
        account: account
      )
    )
    return lastNumber
  }

  /// Gives an event its turn.
  mutating func begin(_ number: Number) {
    current = number
  }

  /// Records who is signed in.
  ///
  /// What came before anybody was known to be belongs to the first who is.
  mutating func signIn(_ newAccount: AccountID?) {
    if account == nil {
      for index in entries.indices where entries[index].account == nil {
        entries[index].account = newAccount
      }
    }
    account = newAccount
    mayHaveForeign = true
  }

  /// Whether an event may be told to anybody now.
  func isCurrent(_ entry: Entry) -> Bool {
    entry.event.push == nil || entry.account == nil || entry.account == account
  }

  /// Discards what must go, but for events whose turn is still to come and responses that somebody has
  /// in hand.
  ///
  /// - Returns: The events among these that waited.
  mutating func prune(at now: ContinuousClock.Instant) -> [Loss] {
    var losses: [Loss] = []
    func discard(at index: Int, because reason: Loss.Reason) {
      let entry = entries.remove(at: index)
      if entry.isPending { losses.append(Loss(entry: entry, reason: reason)) }
    }
    var index = 0
    while index < entries.count, entries[index].number <= current {
      if entries[index].responder == nil, mayHaveForeign, !isCurrent(entries[index]) {
        discard(at: index, because: .signedOut)
      } else if entries[index].responder == nil, now - entries[index].time >= maximumAge {
        discard(at: index, because: .expired)
      } else {
        index += 1
      }
    }
    mayHaveForeign = mayHaveForeign && entries.contains { !isCurrent($0) }
    for count in stride(from: index, to: capacity, by: -1) {
      let first = entries[..<count].firstIndex { $0.rank == 0 }
      let least = first ?? (0..<count).min { entries[$0].rank < entries[$1].rank }
      if let least { discard(at: least, because: .overflowed) }
    }
    return losses
  }

  /// - Complexity: O(log *n*), since numbers grow.
  private func index(of number: Number) -> Int? {
    var range = entries.indices
    while let first = range.first {
      let middle = first + range.count / 2
      if entries[middle].number == number { return middle }
      range = entries[middle].number < number ? middle + 1..<range.upperBound : first..<middle
    }
    return nil
  }
}

// MARK: - Who hears it

extension Journal {
  /// Records that an observer hears an event.
  mutating func setHeard(_ number: Number) {
    if let index = index(of: number) { entries[index].isHeard = true }
  }

  /// Where somebody begins to read: with all that is here, or with what nobody has heard.
  func position(replay: Bool) -> Position {
    Position(
      number: (entries.first?.number ?? lastNumber + 1) - 1,
      start: replay ? 0 : current
    )
  }

  /// Reads the next event of some kinds, which is then heard.
  ///
  /// - Returns: The event as it was before, and how many were discarded, not read, since the last one.
  mutating func read(
    _ position: inout Position,
    of kinds: Set<PushEvent.Kind>
  ) -> (entry: Entry?, missed: Int) {
    let ahead = entries.indices.filter { entries[$0].number > position.number }
    let next = ahead.first { index in
      let entry = entries[index]
      return entry.number <= current && kinds.contains(entry.event.kind) && isCurrent(entry)
        && (entry.number > position.start || !entry.isHeard)
    }
    let entry = next.map { entries[$0] }
    let end = entry?.number ?? current + 1
    let begin = max(position.number, position.start)
    let passed = ahead.count { entries[$0].number > begin && entries[$0].number < end }
    position.number = max(position.number, entry?.number ?? current)
    if let next { entries[next].isHeard = true }
    return (entry, max(0, end - 1 - begin - passed))
  }
}

// MARK: - Who handles a response

extension Journal {
  /// The latest response of a kind to a push.
  func number(of response: PushResponse, to push: Push) -> Number? {
    entries.last { entry in
      guard case .opened(let other, let otherResponse) = entry.event else { return false }
      return other.isSame(as: push) && otherResponse.withoutCategory == response.withoutCategory
    }?.number
  }

  /// The responses that nobody has in hand, oldest first.
  var openResponses: [Number] { entries.map(\.number).filter(isOpen) }

  /// Whether somebody may be asked to handle a response.
  func isOpen(_ number: Number) -> Bool {
    guard let entry = self[number], entry.isResponse else { return false }
    return !entry.isHandled && entry.responder == nil && isCurrent(entry)
  }

  /// Gives a response into the hands of the first responder that was not asked yet.
  ///
  /// - Parameters:
  ///   - number: Which response; it is open.
  ///   - responders: Who is attached, in order.
  /// - Returns: Who is to be asked; `nil` if everybody was.
  mutating func assign(_ number: Number, toFirstOf responders: [Responder]) -> Responder? {
    guard let index = index(of: number) else { return nil }
    let next = responders.first { !entries[index].asked.contains($0) }
    if let next {
      entries[index].asked.insert(next)
      entries[index].responder = next
    }
    return next
  }

  /// Records what a responder says; one that has handled a response has done so also after its time.
  ///
  /// - Returns: Whether the response is handled by that.
  mutating func finish(_ number: Number, by responder: Responder, isHandled: Bool) -> Bool {
    guard let index = index(of: number), !entries[index].isHandled else { return false }
    if isHandled || entries[index].responder == responder {
      entries[index].responder = nil
      entries[index].isHandled = isHandled
    }
    return isHandled
  }

  /// Takes a response out of the hands that it is in.
  mutating func release(_ number: Number) {
    if let index = index(of: number) { entries[index].responder = nil }
  }

  /// Records that everybody has declined a response.
  ///
  /// - Returns: Whether that is so for the first time.
  mutating func setDeclined(_ number: Number) -> Bool {
    guard let index = index(of: number), !entries[index].isDeclined else { return false }
    entries[index].isDeclined = true
    return true
  }
}
