import Foundation
import PushHub

/// Decides what the system is to hold: one call at a time, the earliest notifications first.
struct LocalNotificationCore: FeatureCore {
  /// Who is known to be signed in.
  enum Presence: Hashable {
    case unknown
    case signedIn(AccountID)
    case signedOut
  }

  /// Whom a notification is for.
  enum Owner: Hashable {
    case everybody
    case present
    case account(AccountID)
  }

  enum Kind {
    case loaded(Ledger)
    case account(Presence)
    case schedule(LocalNotification, for: Owner)
    case cancel(Set<String>)
    case cancelAll(AccountID)
    case received(PushPayload, messageID: String?)
    /// What may have freed a place, or helped a system that failed.
    case occasion
    /// The same, and a refresh waits for what comes of it.
    case backgroundRefresh
    case answered(Int, Answer)
    case deadline
  }

  struct Event {
    let kind: Kind

    /// The wall clock's time; nil for a deadline.
    let date: Date?

    init(_ kind: Kind, at date: Date?) {
      self.kind = kind
      self.date = date
    }
  }

  enum Call: Hashable {
    case add(LocalNotificationRequest)
    case removePending([String])
    case pending
  }

  enum Answer: Hashable {
    case done
    case pending([String])
    case failed(String)
  }

  enum Effect {
    case save(Ledger)
    case call(Int, Call)
    case log(LocalNotificationLogEntry)
    case release(FetchResult)
  }

  /// A notification that is wanted.
  struct Entry: Hashable, Codable {
    var notification: LocalNotification
    var account: String?
    /// When it is shown; the next time, if it repeats.
    var date: Date
    /// Whether the system has taken it as it is.
    var isTaken = false

    var repeats: Bool {
      if case .calendar(_, repeats: true) = notification.trigger { true } else { false }
    }
  }

  /// What is kept.
  struct Ledger: Hashable, Codable {
    static let latestVersion = 1
    var version = Self.latestVersion
    var entries: [String: Entry] = [:]
  }

  static var deadline: Event { Event(.deadline, at: nil) }

  private struct UnderWay {
    let number: Int
    let call: Call
    let end: ContinuousClock.Instant
    /// What was wanted of it when it was added.
    let entry: Entry?
  }

  private(set) var ledger = Ledger()
  private(set) var presence = Presence.unknown
  private(set) var isLoaded = false

  /// Of ours, what the system may hold.
  private(set) var present: Set<String> = []

  /// What is in the store, unless it failed.
  private var saved = Ledger()

  private let limit: Int
  private let timeout: Duration
  private let calendar: Calendar
  private var foreignCount = 0
  private var isToBeCompared = true
  private var isHalted = false

  /// What the system did not take since the last occasion; the others are not to wait for it.
  private var refused: Set<String> = []
  private var callCount = 0
  private var underWay: UnderWay?
  private var date = Date.distantPast

  /// What came of it since the system gave the app time in the background.
  private var refresh = RefreshWork()
  private var effects: [Effect] = []

  init(limit: Int, timeout: Duration, calendar: Calendar) {
    self.limit = limit
    self.timeout = timeout
    self.calendar = calendar
  }

  var nextDeadline: ContinuousClock.Instant? { underWay?.end }

  /// Whether the answer to a call is waited for.
  func waits(for number: Int) -> Bool { underWay?.number == number }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    effects = []
    date = event.date ?? date
    accept(event.kind)
    if isLoaded {
      cancelForAccounts()
      letPass()
      if ledger != saved {
        saved = ledger
        effects.append(.save(ledger))
      }
      callNext(at: now)
    }
    if underWay == nil, let result = refresh.end() { effects.append(.release(result)) }
    return effects
  }
}

// MARK: - What happens

extension LocalNotificationCore {
  private mutating func accept(_ kind: Kind) {
    switch kind {
    case .answered(let number, let answer): accept(answer, of: number)
    case .deadline: fail("no answer")
    default:
      isHalted = false
      isToBeCompared = isToBeCompared || !refused.isEmpty
      refused = []
      acceptWish(kind)
    }
  }

  private mutating func acceptWish(_ kind: Kind) {
    switch kind {
    case .loaded(let ledger):
      self.ledger = ledger
      saved = ledger
      isLoaded = true
      isToBeCompared = true
    case .account(let presence):
      self.presence = presence
    case .schedule(let notification, let owner):
      schedule(notification, for: owner)
    case .cancel(let ids):
      for id in ids { ledger.entries[id] = nil }
    case .cancelAll(let account):
      ledger.entries = ledger.entries.filter { $0.value.account != account.rawValue }
    case .received(let payload, let messageID):
      let ids = ledger.entries.values.map(\.notification).filter { notification in
        notification.mootedBy.contains { $0.fits(payload, messageID: messageID) }
      }
      for id in ids.map(\.id).sorted() {
        ledger.entries[id] = nil
        effects.append(.log(.mooted(id)))
      }
    case .occasion:
      isToBeCompared = true
    case .backgroundRefresh:
      refresh.await()
      if !isLoaded { refresh.noteFailure() }
      isToBeCompared = true
    case .answered, .deadline:
      break
    }
  }

  private mutating func schedule(_ notification: LocalNotification, for owner: Owner) {
    let id = notification.id
    let account: AccountID?
    switch (owner, presence) {
    case (.everybody, _): account = nil
    case (.account(let named), _): account = named
    case (.present, .signedIn(let present)): account = present
    case (.present, _):
      effects.append(.log(.nobodySignedIn(id)))
      return
    }
    guard let next = nextDate(of: notification.trigger), next > date else {
      ledger.entries[id] = nil
      effects.append(.log(.neverShown(id)))
      return
    }
    let entry = Entry(notification: notification, account: account?.rawValue, date: next)
    var same = ledger.entries[id]
    same?.isTaken = false
    guard same != entry else { return }
    ledger.entries[id] = entry
  }

  /// When it is shown next; nil if never.
  private func nextDate(of trigger: LocalNotification.Trigger) -> Date? {
    switch trigger {
    case .at(let moment): moment
    case .after(let delay): date + max(1, delay / .seconds(1))
    case .calendar(let components, _):
      // Strictly, so that a 31 February never comes; then as clocks are that are put forward.
      calendar.nextDate(after: date, matching: components, matchingPolicy: .strict).flatMap { _ in
        calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTime)
      }
    }
  }

  private mutating func accept(_ answer: Answer, of number: Int) {
    guard let underWay, underWay.number == number else {
      // A late answer: what it has done is seen when the system is asked what it holds.
      isToBeCompared = true
      isHalted = false
      return
    }
    switch (underWay.call, answer) {
    case (.add(let request), .failed(let reason)):
      refused.insert(request.notification.id)
      refresh.noteFailure()
      effects.append(.log(.failed(reason)))
    case (_, .failed(let reason)):
      return fail(reason)
    case (.add(let request), _):
      refresh.noteNews()
      let id = request.notification.id
      if ledger.entries[id] == underWay.entry { ledger.entries[id]?.isTaken = true }
    case (.removePending(let identifiers), _):
      refresh.noteNews()
      present.subtract(identifiers.compactMap(LocalNotification.id))
    case (.pending, .pending(let identifiers)):
      compare(with: identifiers)
    case (.pending, .done):
      return fail("no list")
    }
    self.underWay = nil
  }

  private mutating func compare(with identifiers: [String]) {
    let ids = identifiers.compactMap(LocalNotification.id)
    foreignCount = identifiers.count - ids.count
    present = Set(ids)
    isToBeCompared = false
    for (id, entry) in ledger.entries where !present.contains(id) {
      // Shown at its time, it is gone from there; otherwise somebody has removed it.
      if entry.repeats || entry.date > date { ledger.entries[id]?.isTaken = false }
    }
  }

  private mutating func fail(_ reason: String) {
    underWay = nil
    isHalted = true
    isToBeCompared = true
    refresh.noteFailure()
    effects.append(.log(.failed(reason)))
  }
}

// MARK: - What is to be done

extension LocalNotificationCore {
  private mutating func cancelForAccounts() {
    guard presence != .unknown else { return }
    for id in ledger.entries.keys.sorted() {
      guard let account = ledger.entries[id]?.account else { continue }
      if presence != .signedIn(AccountID(rawValue: account)) {
        ledger.entries[id] = nil
        effects.append(.log(.signedOut(id)))
      }
    }
  }

  private mutating func letPass() {
    for (id, entry) in ledger.entries where entry.date <= date {
      if entry.repeats {
        let next = nextDate(of: entry.notification.trigger)
        ledger.entries[id]?.date = next ?? .distantFuture
      } else if !isBeingAdded(id) {
        ledger.entries[id] = nil
        if entry.isTaken {
          present.remove(id)
        } else {
          effects.append(.log(.missed(id)))
        }
      }
    }
  }

  private func isBeingAdded(_ id: String) -> Bool {
    if case .add(let request) = underWay?.call { request.notification.id == id } else { false }
  }

  private mutating func callNext(at now: ContinuousClock.Instant) {
    guard underWay == nil, !isHalted, let call = nextCall() else { return }
    callCount += 1
    var entry: Entry?
    if case .add(let request) = call {
      entry = ledger.entries[request.notification.id]
      present.insert(request.notification.id)
    }
    underWay = UnderWay(number: callCount, call: call, end: now + timeout, entry: entry)
    effects.append(.call(callCount, call))
  }

  private func nextCall() -> Call? {
    if isToBeCompared { return .pending }
    let chosen = self.chosen
    let surplus = present.subtracting(chosen.map(\.notification.id))
    if !surplus.isEmpty {
      return .removePending(surplus.sorted().map { LocalNotificationRequest.prefix + $0 })
    }
    let missing = chosen.first {
      let id = $0.notification.id
      return !($0.isTaken && present.contains(id)) && !refused.contains(id)
    }
    return missing.map { .add(LocalNotificationRequest($0.notification, at: $0.date)) }
  }

  /// What the system is to hold, the earliest first.
  private var chosen: ArraySlice<Entry> {
    ledger.entries.values
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
      .prefix(max(0, limit - foreignCount))
  }

  /// What is wanted, the earliest first.
  var wanted: [LocalNotification] {
    ledger.entries.values
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
      .map(\.notification)
  }

  /// What waits for a place, the earliest first.
  var waiting: [LocalNotification] { Array(wanted.dropFirst(chosen.count)) }
}
