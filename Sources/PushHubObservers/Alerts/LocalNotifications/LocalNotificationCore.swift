import Foundation
import PushHub

/// What a ``LocalNotifications`` keeps, for its store: what is to be shown, by id.
public struct LocalNotificationLedger: Equatable, Sendable, Codable {
  struct Entry: Equatable, Sendable, Codable {
    var notification: LocalNotification
    var account: String?

    /// When the app wanted it.
    var wishedAt: Date

    /// When it is shown, by the calendar of now; the next time, if it repeats.
    var date: Date
  }

  var entries: [String: Entry] = [:]

  /// Of ours, what the system holds, as far as is known, and whether it is as the app wants it.
  var held: [String: Bool] = [:]

  /// When the system shows what it was given once, by the monotonic clock.
  var due: [String: ContinuousClock.Instant] = [:]
}

/// Decides what the system is to hold: one call at a time, the earliest notifications first.
struct LocalNotificationCore: DrivenCore {
  enum Kind {
    case loaded(LocalNotificationLedger)
    case notSaved
    case accountChanged

    /// The app wants something, or the system answers.
    case record(LocalRecord)

    /// The system has taken what it was asked for when nobody waited for that any more.
    case addedLate(Entry)

    /// A push that is about these.
    case received(Set<NotificationSubject>)

    /// What may have freed a place, or helped a system that failed.
    case occasion
    case deadline
    case detached
  }

  struct Event {
    let kind: Kind

    /// Now; nil for what comes of the core's own doing.
    var date: Date?

    /// Who is signed in now.
    var account: AccountID?
  }

  enum Call: Equatable {
    indirect case add(Entry)
    case removePending([String])
    case pending
  }

  enum Effect {
    case load
    case save(LocalNotificationLedger)
    case call(Call)

    /// Of the call that is under way.
    case cancel
    case log(LocalNotificationsEvent)
  }

  typealias Entry = LocalNotificationLedger.Entry

  static var deadline: Event { Event(kind: .deadline) }

  /// How long the system may take for one thing.
  static let timeout = Duration.seconds(10)

  private let calendar: Calendar
  private let limit: Int

  /// When the call has failed that is under way.
  private var deadline: Duration?

  var nextDeadline: ContinuousClock.Instant? { .init(referenceTime: deadline) }

  /// Whether the system is being asked for something.
  var isBusy: Bool { call != nil }

  private var ledger = LocalNotificationLedger()
  private var isLoaded = false

  /// What happened while the store could not be read.
  private var waiting: [Event] = []

  /// What is in the store, as far as is known; what differs is saved after every event.
  private var stored: LocalNotificationLedger?
  private var account: AccountID?
  private var isAccountKnown = false
  private var date = Date.distantPast
  private var now = Duration.zero

  /// Where the dates were computed.
  private var zone: String?

  /// Whether an entry may be of another account, or have the date of another zone.
  private var isStale = true

  /// Before it no entry is due.
  private var earliest = Date.distantPast

  private var foreignCount = 0
  private var isToBeCompared = true
  private var isHalted = false
  private var call: Call?

  /// What the system did not take since the last occasion; the others are not to wait for it.
  private var refused: [Entry] = []
  private var effects: [Effect] = []

  /// - Parameter limit: How many the system keeps for an app.
  init(calendar: Calendar, limit: Int = 64) {
    (self.calendar, self.limit) = (calendar, limit)
  }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    effects = []
    self.now = now.referenceTime
    read(event)
    switch event.kind {
    case .detached:
      _ = finish()
      tryAgain()
      isToBeCompared = true
      return [.cancel]
    case .loaded(let ledger):
      (isLoaded, self.ledger, stored) = (true, ledger, ledger)
      for event in waiting { apply(event) }
      waiting = []
    case .notSaved:
      stored = nil
      return []
    case _ where !isLoaded:
      waiting.append(event)
      return [.load]
    default: apply(event)
    }
    if isStale || date >= earliest { review() }
    let next = call == nil && !isHalted ? nextCall() : nil
    if ledger != stored {
      stored = ledger
      effects.append(.save(ledger))
    }
    if let next {
      call = next
      if next == .pending { isToBeCompared = false }
      deadline = self.now + Self.timeout
      effects.append(.call(next))
    }
    return effects
  }
}

// MARK: - What happens

extension LocalNotificationCore {
  /// Also while the store can't be read: who signs out then has signed out.
  private mutating func read(_ event: Event) {
    guard let date = event.date else { return }
    let zone = calendar.timeZone.identifier
    isStale = isStale || date < self.date || zone != self.zone || event.account != account
    (self.date, self.zone, account) = (date, zone, event.account)
    if case .accountChanged = event.kind { (isAccountKnown, isStale) = (true, true) }
    isAccountKnown = isAccountKnown || account != nil
  }

  private mutating func apply(_ event: Event) {
    switch event.kind {
    case .record(let record): handle(record, from: event)
    case .deadline:
      effects.append(.cancel)
      fail("no answer")
    case .accountChanged: tryAgain()
    case .addedLate(let entry):
      tryAgain()
      recordHeld(entry)
    case .received(let subjects):
      tryAgain()
      discard(as: LocalNotificationsEvent.mooted) {
        $0.notification.mootedBy.contains(where: subjects.contains)
      }
    case .occasion:
      tryAgain()
      isToBeCompared = true
    case .loaded, .notSaved, .detached: break
    }
  }

  /// Whatever happens is an occasion for what has failed, and for what was shown to be noticed.
  private mutating func tryAgain() {
    isHalted = false
    isToBeCompared = isToBeCompared || !refused.isEmpty || date >= earliest
    refused = []
  }

  private mutating func handle(_ record: LocalRecord, from event: Event) {
    switch record {
    case .done: handleDone()
    case .pending(let identifiers): compare(with: identifiers)
    case .failed(let reason): handleFailure(reason)
    case .cancel(let ids):
      tryAgain()
      for id in ids { ledger.entries[id] = nil }
    case .schedule(let notification, let isBound):
      tryAgain()
      if isBound, event.account == nil {
        effects.append(.log(.nobodySignedIn(notification.id)))
      } else {
        schedule(notification, for: isBound ? event.account : nil, at: event.date ?? date)
      }
    }
  }

  private mutating func schedule(
    _ notification: LocalNotification,
    for account: AccountID?,
    at date: Date
  ) {
    let id = notification.id
    let next = notification.trigger.date(after: date, in: calendar.timeZone)
    guard let next, next > date else {
      ledger.entries[id] = nil
      return effects.append(.log(.neverShown(id)))
    }
    if let former = ledger.entries[id], former.notification == notification,
      former.account == account?.rawValue, former.date == next
    {
      return
    }
    earliest = min(earliest, next)
    ledger.held[id]? = false
    ledger.entries[id] = Entry(
      notification: notification,
      account: account?.rawValue,
      wishedAt: date,
      date: next
    )
  }

  private mutating func discard(
    as event: (String) -> LocalNotificationsEvent,
    where isPointless: (Entry) -> Bool
  ) {
    for entry in ordered(where: isPointless) {
      ledger.entries[entry.notification.id] = nil
      effects.append(.log(event(entry.notification.id)))
    }
  }

  private mutating func review() {
    if isAccountKnown {
      discard(as: LocalNotificationsEvent.signedOut) { [account] entry in
        entry.account != nil && entry.account != account?.rawValue
      }
    }
    followCalendar()
    // What the system has is left there until a list lacks it: its clock and ours need not agree.
    discard(as: LocalNotificationsEvent.missed) { [self] in
      isDue($0) && !isHeld($0) && call != .add($0)
    }
    isStale = false
    earliest = ledger.entries.values.map(\.date).min() ?? .distantFuture
  }

  /// The device may be somewhere else than where a date was computed.
  private mutating func followCalendar() {
    for (id, entry) in ledger.entries where isStale || entry.date <= date {
      let trigger = entry.notification.trigger
      let base = trigger.repeats ? max(date, entry.wishedAt) : entry.wishedAt
      // One that repeats no more keeps its last date.
      ledger.entries[id]?.date = trigger.date(after: base, in: calendar.timeZone) ?? entry.date
    }
  }

  /// Whether the system may have shown it, also if the clock was set since or the device has moved.
  private func isDue(_ entry: Entry) -> Bool {
    let due = isHeld(entry) ? ledger.due[entry.notification.id]?.referenceTime : nil
    return entry.date <= date || due.map { $0 <= now } == true
  }

  /// Whether the system has taken it as it is.
  private func isHeld(_ entry: Entry) -> Bool {
    ledger.held[entry.notification.id] == true
  }
}

// MARK: - What the system says

extension LocalNotificationCore {
  private mutating func finish() -> Call? {
    deadline = nil
    defer { call = nil }
    return call
  }

  private mutating func handleDone() {
    switch finish() {
    case .add(let entry): recordHeld(entry)
    case .removePending(let identifiers):
      for id in identifiers.compactMap(LocalNotification.id) { ledger.held[id] = nil }
    case .pending, nil: break
    }
  }

  private mutating func recordHeld(_ entry: Entry) {
    let id = entry.notification.id
    ledger.held[id] = ledger.entries[id] == entry
  }

  private mutating func handleFailure(_ reason: String) {
    guard case .add(let entry) = call else { return fail(reason) }
    _ = finish()
    refused.append(entry)
    effects.append(.log(.failed(reason)))
  }

  private mutating func fail(_ reason: String) {
    _ = finish()
    (isHalted, isToBeCompared) = (true, true)
    effects.append(.log(.failed(reason)))
  }

  private mutating func compare(with identifiers: [String]) {
    _ = finish()
    let ids = identifiers.compactMap(LocalNotification.id)
    foreignCount = identifiers.count - ids.count
    // Shown at its time, it is gone from there; otherwise somebody has removed it.
    for (id, entry) in ledger.entries where isHeld(entry) && !ids.contains(id) {
      if isDue(entry) { ledger.entries[id] = nil }
    }
    ledger.held = Dictionary(ids.map { ($0, ledger.held[$0] ?? false) }) { $1 }
    ledger.due = ledger.due.filter { ledger.held[$0.key] != nil }
  }
}

// MARK: - What is to be done

extension LocalNotificationCore {
  private mutating func nextCall() -> Call? {
    if isToBeCompared { return .pending }
    let chosen = self.chosen
    let kept = (chosen + due).map(\.notification.id)
    let surplus = ledger.held.keys.filter { !kept.contains($0) }.sorted()
    if !surplus.isEmpty {
      return .removePending(surplus.map { LocalNotification.prefix + $0 })
    }
    guard let next = chosen.first(where: { !isHeld($0) }) else { return nil }
    let delay = Duration.seconds(min(next.date.timeIntervalSince(date), 1e10))
    ledger.due[next.notification.id] =
      next.notification.trigger.repeats
      ? nil : ContinuousClock.Instant(referenceTime: now + delay)
    return .add(next)
  }

  /// What the system may still hold although its time has come.
  private var due: [Entry] { ordered(where: isDue) }

  /// What the system is to hold beside that, the earliest first.
  private var chosen: [Entry] {
    let places = limit - foreignCount - due.count { ledger.held[$0.notification.id] != nil }
    return Array(
      ordered { !isDue($0) && !refused.contains($0) }.prefix(max(0, places))
    )
  }

  private func ordered(where isIncluded: (Entry) -> Bool) -> [Entry] {
    ledger.entries.values.filter(isIncluded)
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
  }

  /// What is to be shown after a time, the earliest first.
  func scheduled(at date: Date) -> [LocalNotification] {
    ordered { $0.date > date || $0.notification.trigger.repeats }.map(\.notification)
  }
}
