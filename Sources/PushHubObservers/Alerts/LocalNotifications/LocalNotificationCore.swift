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

    /// Whether the system has taken it as it is.
    var isGiven = false
  }

  var entries: [String: Entry] = [:]
}

/// Decides what the system is to hold: one call at a time, the earliest notifications first.
struct LocalNotificationCore: FeatureCore {
  enum Kind {
    case loaded(LocalNotificationLedger)
    case notSaved
    case accountChanged

    /// What the app wants, or what the system answers.
    case record(LocalRecord)

    /// A push that is about these.
    case received(Set<NotificationSubject>)

    /// What may have freed a place, or helped a system that failed.
    case occasion
    case deadline

    /// The system has done what it was given up for.
    case doneLate
    case detached
  }

  struct Event {
    let kind: Kind

    /// When; nil for what comes of the core's own doing.
    var date: Date?

    /// Who is signed in, then.
    var account: AccountID?
  }

  enum Call: Equatable {
    indirect case add(LocalNotification, at: Date)
    case removePending([String])
    case pending
  }

  enum Effect {
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
  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var isLoaded = false

  /// Whether the system is being asked for something.
  var isBusy: Bool { call != nil }

  /// Whether the system may still hold what a push has made pointless.
  private(set) var isMooting = false
  private var ledger = LocalNotificationLedger()

  /// What is in the store, as far as is known; what differs is saved after every event.
  private var stored: LocalNotificationLedger?
  private var account: AccountID?
  private var isAccountKnown = false
  private var date = Date.distantPast

  /// Of ours, what the system holds.
  private var present: [String] = []
  private var foreignCount = 0
  private var isToBeCompared = true
  private var isHalted = false
  private var call: Call?

  /// What the system did not take since the last occasion; the others are not to wait for it.
  private var refused: [String] = []
  private var effects: [Effect] = []

  init(calendar: Calendar, limit: Int) {
    (self.calendar, self.limit) = (calendar, limit)
  }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    effects = []
    switch event.kind {
    case .detached:
      self = Self(calendar: calendar, limit: limit)
      return [.cancel]
    case .loaded(let ledger):
      (isLoaded, self.ledger, stored) = (true, ledger, ledger)
      return []
    case _ where !isLoaded: return []
    case .notSaved:
      stored = nil
      return []
    default: apply(event, at: now)
    }
    followCalendar()
    discardMissed()
    let next = call == nil && !isHalted ? nextCall() : nil
    if ledger != stored {
      stored = ledger
      effects.append(.save(ledger))
    }
    if let next {
      call = next
      if next == .pending { isToBeCompared = false }
      nextDeadline = now + Self.timeout
      effects.append(.call(next))
    }
    isMooting = isMooting && isBusy
    return effects
  }
}

// MARK: - What happens

extension LocalNotificationCore {
  private mutating func apply(_ event: Event, at now: ContinuousClock.Instant) {
    if let date = event.date {
      (self.date, account) = (date, event.account)
      isAccountKnown = isAccountKnown || account != nil
    }
    switch event.kind {
    case .record(.done): handleDone()
    case .record(.pending(let identifiers)): compare(with: identifiers)
    case .record(.failed(let reason)): handleFailure(reason)
    case .deadline:
      guard let nextDeadline, nextDeadline <= now else { return }
      effects.append(.cancel)
      fail("no answer")
    case .accountChanged:
      isAccountKnown = true
      tryAgain()
    case .record(let wish):
      tryAgain()
      fulfil(wish)
    case .received(let subjects):
      tryAgain()
      discard(because: .mooted) { $0.notification.mootedBy.contains(where: subjects.contains) }
    case .occasion:
      tryAgain()
      isToBeCompared = true
    case .doneLate: isToBeCompared = true
    case .loaded, .notSaved, .detached: break
    }
    guard isAccountKnown else { return }
    discard(because: .signedOut) { [account] entry in
      entry.account != nil && entry.account != account?.rawValue
    }
  }

  /// Whatever happens is an occasion for what has failed, and for what was shown to be noticed.
  private mutating func tryAgain() {
    isHalted = false
    isToBeCompared = isToBeCompared || !refused.isEmpty || !due.isEmpty
    refused = []
  }

  private mutating func fulfil(_ wish: LocalRecord) {
    switch wish {
    case .schedule(let notification, let isBound):
      guard !isBound || account != nil else {
        return effects.append(.log(.dropped(notification.id, .nobodySignedIn)))
      }
      schedule(notification, for: isBound ? account : nil)
    case .cancel(let ids):
      for id in ids { ledger.entries[id] = nil }
    case .cancelAll(let account):
      for entry in ordered(where: { $0.account == account.rawValue }) {
        ledger.entries[entry.notification.id] = nil
      }
    case .done, .pending, .failed: break
    }
  }

  private mutating func schedule(_ notification: LocalNotification, for account: AccountID?) {
    let id = notification.id
    let next = notification.trigger.date(after: date, in: calendar)
    guard let next, next > date else {
      ledger.entries[id] = nil
      return effects.append(.log(.dropped(id, .neverShown)))
    }
    let entry = Entry(
      notification: notification,
      account: account?.rawValue,
      wishedAt: date,
      date: next
    )
    if let former = ledger.entries[id], former.notification == notification,
      former.account == entry.account, former.date == next
    {
      return
    }
    ledger.entries[id] = entry
  }

  private mutating func discard(
    because reason: LocalNotificationReason,
    where isPointless: (Entry) -> Bool
  ) {
    for entry in ordered(where: isPointless) {
      ledger.entries[entry.notification.id] = nil
      isMooting = true
      effects.append(.log(.dropped(entry.notification.id, reason)))
    }
  }

  /// The device may be somewhere else than where a date was computed.
  private mutating func followCalendar() {
    for (id, entry) in ledger.entries {
      guard case .calendar(_, let repeats) = entry.notification.trigger else { continue }
      let base = repeats ? max(date, entry.wishedAt) : entry.wishedAt
      // One that repeats no more keeps its last date.
      let next = entry.notification.trigger.date(after: base, in: calendar)
      ledger.entries[id]?.date = next ?? entry.date
    }
  }

  /// What the system has is left there until a list lacks it: its clock and ours need not agree.
  private mutating func discardMissed() {
    let idUnderWay: String? =
      if case .add(let notification, _) = call { notification.id } else { nil }
    for id in due where ledger.entries[id]?.isGiven == false && id != idUnderWay {
      ledger.entries[id] = nil
      effects.append(.log(.dropped(id, .missed)))
    }
  }
}

// MARK: - What the system says

extension LocalNotificationCore {
  private mutating func finish() -> Call? {
    nextDeadline = nil
    defer { call = nil }
    return call
  }

  private mutating func handleDone() {
    switch finish() {
    case .add(let notification, let date):
      if !present.contains(notification.id) { present.append(notification.id) }
      if isWanted(notification, at: date) { ledger.entries[notification.id]?.isGiven = true }
    case .removePending(let identifiers):
      let removed = identifiers.compactMap(LocalNotification.id)
      present.removeAll(where: removed.contains)
    case .pending, nil: break
    }
  }

  private mutating func handleFailure(_ reason: String) {
    guard case .add(let notification, let date) = call else { return fail(reason) }
    _ = finish()
    if isWanted(notification, at: date) { refused.append(notification.id) }
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
    present = ids
    for (id, entry) in ledger.entries where entry.isGiven && !present.contains(id) {
      // Shown at its time, it is gone from there; otherwise somebody has removed it.
      if entry.date <= date {
        ledger.entries[id] = nil
      } else {
        ledger.entries[id]?.isGiven = false
      }
    }
  }

  /// Whether another one has not been wanted under its name in the meantime.
  private func isWanted(_ notification: LocalNotification, at date: Date) -> Bool {
    let entry = ledger.entries[notification.id]
    return entry?.notification == notification && entry?.date == date
  }
}

// MARK: - What is to be done

extension LocalNotificationCore {
  private func nextCall() -> Call? {
    if isToBeCompared { return .pending }
    let chosen = self.chosen
    let kept = chosen.map(\.notification.id) + due
    let surplus = present.filter { !kept.contains($0) }
    if !surplus.isEmpty {
      return .removePending(surplus.map { LocalNotification.prefix + $0 })
    }
    return chosen.first { !$0.isGiven || !present.contains($0.notification.id) }
      .map { .add($0.notification, at: $0.date) }
  }

  /// What the system may still hold although its time has come.
  private var due: [String] { ordered { $0.date <= date }.map(\.notification.id) }

  /// What the system is to hold beside that, the earliest first.
  private var chosen: [Entry] {
    let places = limit - foreignCount - due.count(where: present.contains)
    return Array(
      ordered { $0.date > date && !refused.contains($0.notification.id) }.prefix(max(0, places))
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

  /// Of these, what waits for a place.
  func waiting(at date: Date) -> [LocalNotification] {
    let given = refused + chosen.map(\.notification.id)
    return scheduled(at: date).filter { !given.contains($0.id) }
  }
}

// MARK: - Times

extension LocalNotification.Trigger {
  fileprivate var repeats: Bool {
    if case .calendar(_, repeats: true) = self { true } else { false }
  }

  /// When a notification is shown that was wanted at a date; nil if never.
  fileprivate func date(after date: Date, in calendar: Calendar) -> Date? {
    switch self {
    case .at(let moment): return moment
    case .after(let delay): return date + max(1, delay / .seconds(1))
    case .calendar(var components, _):
      var place = components.calendar ?? calendar
      place.timeZone = components.timeZone ?? calendar.timeZone
      (components.calendar, components.timeZone) = (nil, nil)
      return place.nextDate(after: date, matching: components, matchingPolicy: .strict)
    }
  }
}
