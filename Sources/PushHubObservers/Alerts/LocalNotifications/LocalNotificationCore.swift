import Foundation
import PushHub

/// What a ``LocalNotifications`` keeps in its store: what will be shown, by id.
public struct LocalNotificationLedger: Equatable, Sendable, Codable {
  struct Entry: Equatable, Sendable, Codable {
    var notification: LocalNotification
    var account: String?

    /// When the app scheduled it.
    var wishedAt: Date

    /// When it is shown, by the calendar of now; the next time, if it repeats.
    var date: Date
  }

  var entries: [String: Entry] = [:]

  /// What the system holds of ours, as far as is known.
  var held: [String: Version] = [:]

  /// Whether the system holds a notification as the app wants it.
  enum Version: String, Codable {
    case current
    case outdated
  }

  /// When the system shows what it was given once, by the monotonic clock.
  var due: [String: ContinuousClock.Instant] = [:]
}

/// Decides what the system holds: one call at a time, the earliest notifications first.
struct LocalNotificationCore: FeatureCore {
  typealias Event = LocalNotificationsEvent
  typealias Stored = LocalNotificationLedger
  typealias Effect = Call
  typealias Entry = LocalNotificationLedger.Entry

  enum Input {
    /// The app schedules or cancels, while an account is signed in.
    ///
    /// One that waited until the feature was attached has the account of its time.
    case request(LocalRecord, account: AccountID?, waited: Bool)

    /// The system answers the call.
    case answer(LocalRecord)

    /// The system has added a notification after the call had failed.
    case addedLate(Entry)
  }

  enum Call: Equatable {
    indirect case add(Entry)
    case removePending([String])
    case pending
  }

  /// What happened; it waits while the store can't be read.
  private enum Change {
    case request(LocalRecord, account: AccountID?, date: Date)
    case addedLate(Entry)
    case received(Set<NotificationSubject>)
    case accountChanged

    /// What may have freed a place, or helped a system that failed.
    case opportunity
  }

  /// How long the system may take for one call.
  private static let timeout = Duration.seconds(10)

  private let calendar: Calendar
  private let limit: Int

  /// When the call that is under way has failed.
  private(set) var nextDeadline: ContinuousClock.Instant?

  private(set) var state = LocalNotificationLedger()
  private var isLoaded = false
  private var changes: [Change] = []

  /// What is in the store, or will be; what differs is saved after every input.
  private var stored: LocalNotificationLedger?
  private var account: AccountID?
  private var isAccountKnown = false

  /// The date and the time zone of the latest input.
  private var date = Date.distantPast
  private var zone: String?

  /// Whether an entry may be of another account, or have the date of another zone.
  private var isStale = true

  /// Before it no entry is due.
  private var earliest = Date.distantPast

  private var foreignCount = 0
  private var needsComparison = true
  private var isHalted = false
  private var call: Call?
  private var isAwaited = false

  /// What the system did not take since the last opportunity; it does not delay the others.
  private var refused: [Entry] = []

  /// - Parameter limit: How many the system keeps for an app.
  init(calendar: Calendar, limit: Int = 64) {
    (self.calendar, self.limit) = (calendar, limit)
  }

  static func storeFailed(_ message: String) -> Event? { .storeFailed(message) }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    readClock(turn.date)
    switch input {
    case .lifecycle(let state, let event): follow(state.account, after: event)
    case .push(.received(let push)):
      // A local notification that is shown does not cancel others.
      let isLocal = LocalNotification.id(inRequest: push.id) != nil
      changes.append(isLocal ? .opportunity : .received(push.subjects))
    case .work(let push):
      isAwaited = true
      if push == nil { changes.append(.opportunity) }
    case .own(.request(let record, let account, let waited)):
      request(record, by: account, waited: waited, in: &turn)
    case .own(.answer(let record)): handle(record, in: &turn)
    case .own(.addedLate(let entry)): changes.append(.addedLate(entry))
    case .deadline:
      turn.cancel()
      fail("no answer", in: &turn)
    case .loaded(let ledger):
      isLoaded = true
      state = ledger ?? state
      stored = state
    case .detached:
      _ = finish()
      (isHalted, needsComparison, isAwaited, refused) = (false, true, false, [])
      return
    case .push, .saved: return
    }
    if isLoaded { decide(in: &turn) } else if changes.count == 1 { turn.load() }
    guard isAwaited, call == nil else { return }
    isAwaited = false
    turn.finishWork(.noData)
  }

  private mutating func decide(in turn: inout FeatureTurn<Self>) {
    for change in changes { apply(change, in: &turn) }
    changes = []
    if isStale || date >= earliest { review(in: &turn) }
    let next = call == nil && !isHalted ? nextCall(at: turn.now) : nil
    if state != stored {
      stored = state
      turn.save(state)
    }
    guard let next else { return }
    call = next
    if next == .pending { needsComparison = false }
    nextDeadline = turn.now + Self.timeout
    turn.perform(next)
  }
}

// MARK: - What happens

extension LocalNotificationCore {
  private mutating func readClock(_ date: Date) {
    let zone = calendar.timeZone.identifier
    isStale = isStale || date < self.date || zone != self.zone
    (self.date, self.zone) = (date, zone)
  }

  private mutating func follow(_ account: AccountID?) {
    isStale = isStale || account != self.account
    isAccountKnown = isAccountKnown || account != nil
    self.account = account
  }

  /// Also while the store can't be read: an account that signs out then has signed out.
  private mutating func follow(_ account: AccountID?, after event: LifecycleEvent?) {
    follow(account)
    switch event {
    case .accountChanged:
      (isAccountKnown, isStale) = (true, true)
      changes.append(.accountChanged)
    case .phaseChanged(let phase) where !phase.isForeground: break
    case .phaseChanged, nil: changes.append(.opportunity)
    default: break
    }
  }

  private mutating func request(
    _ record: LocalRecord,
    by account: AccountID?,
    waited: Bool,
    in turn: inout FeatureTurn<Self>
  ) {
    if !waited { follow(account) }
    if case .schedule(let notification, true) = record, account != self.account {
      turn.log(
        account == nil ? .nobodySignedIn(notification.id) : .signedOut(notification.id)
      )
    } else {
      turn.record(record)
      changes.append(.request(record, account: self.account, date: date))
    }
  }

  private mutating func apply(_ change: Change, in turn: inout FeatureTurn<Self>) {
    // Each change is an opportunity for what has failed, and to notice what was shown.
    isHalted = false
    needsComparison = needsComparison || !refused.isEmpty || date >= earliest
    refused = []
    switch change {
    case .request(.schedule(let notification, let isBound), let account, let date):
      if isBound, account == nil {
        turn.log(.nobodySignedIn(notification.id))
      } else {
        schedule(notification, for: isBound ? account : nil, at: date, in: &turn)
      }
    case .request(let record, _, _):
      if case .cancel(let ids) = record { for id in ids { state.entries[id] = nil } }
    case .addedLate(let entry): recordHeld(entry)
    case .received(let subjects):
      let mooted = ordered { $0.notification.cancelledBy.contains(where: subjects.contains) }
      discard(mooted, as: Event.mooted, in: &turn)
    case .accountChanged: break
    case .opportunity: needsComparison = true
    }
  }

  private mutating func schedule(
    _ notification: LocalNotification,
    for account: AccountID?,
    at date: Date,
    in turn: inout FeatureTurn<Self>
  ) {
    let id = notification.id
    let next = notification.trigger.date(after: date, in: calendar.timeZone)
    guard let next, next > date else {
      state.entries[id] = nil
      return turn.log(.neverShown(id))
    }
    if let former = state.entries[id], former.notification == notification,
      former.account == account?.rawValue, former.date == next
    {
      return
    }
    earliest = min(earliest, next)
    state.held[id]? = .outdated
    state.entries[id] = Entry(
      notification: notification,
      account: account?.rawValue,
      wishedAt: date,
      date: next
    )
  }

  private mutating func discard(
    _ entries: [Entry],
    as event: (String) -> Event,
    in turn: inout FeatureTurn<Self>
  ) {
    for entry in entries {
      state.entries[entry.notification.id] = nil
      turn.log(event(entry.notification.id))
    }
  }

  private mutating func review(in turn: inout FeatureTurn<Self>) {
    if isAccountKnown {
      let foreign = ordered { $0.account != nil && $0.account != account?.rawValue }
      discard(foreign, as: Event.signedOut, in: &turn)
    }
    followCalendar()
    // What the system has is left there until a list lacks it: its clock and ours may differ.
    let now = turn.now
    let missed = ordered { isDue($0, at: now) && !isHeld($0) && call != .add($0) }
    discard(missed, as: Event.missed, in: &turn)
    isStale = false
    earliest = state.entries.values.map(\.date).min() ?? .distantFuture
  }

  /// The device may be somewhere else than where a date was computed.
  private mutating func followCalendar() {
    for (id, entry) in state.entries where isStale || entry.date <= date {
      let trigger = entry.notification.trigger
      let base = trigger.repeats ? max(date, entry.wishedAt) : entry.wishedAt
      // One that repeats no more keeps its last date.
      let date = trigger.date(after: base, in: calendar.timeZone)
      state.entries[id]?.date = date ?? entry.date
    }
  }

  /// Whether the system may have shown it, also if the clock was set since or the device has moved.
  private func isDue(_ entry: Entry, at now: ContinuousClock.Instant) -> Bool {
    let due = isHeld(entry) ? state.due[entry.notification.id] : nil
    return entry.date <= date || due.map { $0 <= now } == true
  }

  /// Whether the system has taken it as it is.
  private func isHeld(_ entry: Entry) -> Bool {
    state.held[entry.notification.id] == .current
  }
}

// MARK: - What the system answers

extension LocalNotificationCore {
  private mutating func finish() -> Call? {
    nextDeadline = nil
    defer { call = nil }
    return call
  }

  private mutating func handle(_ answer: LocalRecord, in turn: inout FeatureTurn<Self>) {
    turn.record(answer)
    switch (answer, call) {
    case (.failed(let reason), .add(let entry)):
      _ = finish()
      refused.append(entry)
      turn.log(.failed(reason))
    case (.failed(let reason), _): fail(reason, in: &turn)
    case (.pending(let identifiers), _): compare(with: identifiers, at: turn.now)
    default: handleDone()
    }
  }

  private mutating func handleDone() {
    switch finish() {
    case .add(let entry): recordHeld(entry)
    case .removePending(let identifiers):
      for id in identifiers.compactMap(LocalNotification.id) { state.held[id] = nil }
    case .pending, nil: break
    }
  }

  private mutating func recordHeld(_ entry: Entry) {
    let id = entry.notification.id
    state.held[id] = state.entries[id] == entry ? .current : .outdated
  }

  private mutating func fail(_ reason: String, in turn: inout FeatureTurn<Self>) {
    _ = finish()
    (isHalted, needsComparison) = (true, true)
    turn.log(.failed(reason))
  }

  private mutating func compare(with identifiers: [String], at now: ContinuousClock.Instant) {
    _ = finish()
    let ids = identifiers.compactMap(LocalNotification.id)
    foreignCount = identifiers.count - ids.count
    // Shown at its time, it is gone from there; otherwise it was removed by others.
    for (id, entry) in state.entries where isHeld(entry) && !ids.contains(id) {
      if isDue(entry, at: now) { state.entries[id] = nil }
    }
    state.held = Dictionary(ids.map { ($0, state.held[$0] ?? .outdated) }) { $1 }
    state.due = state.due.filter { state.held[$0.key] != nil }
  }
}

// MARK: - What is done next

extension LocalNotificationCore {
  private mutating func nextCall(at now: ContinuousClock.Instant) -> Call? {
    if needsComparison { return .pending }
    // The system may still hold these, although their time has come.
    let due = ordered { isDue($0, at: now) }
    let places = limit - foreignCount - due.count { state.held[$0.notification.id] != nil }
    let chosen = ordered { !isDue($0, at: now) && !refused.contains($0) }.prefix(max(0, places))
    let kept = (due + chosen).map(\.notification.id)
    let surplus = state.held.keys.filter { !kept.contains($0) }.sorted()
    if !surplus.isEmpty {
      return .removePending(surplus.map { LocalNotification.prefix + $0 })
    }
    guard let next = chosen.first(where: { !isHeld($0) }) else { return nil }
    let delay = Duration.seconds(min(next.date.timeIntervalSince(date), 1e10))
    state.due[next.notification.id] = next.notification.trigger.repeats ? nil : now + delay
    return .add(next)
  }

  private func ordered(where isIncluded: (Entry) -> Bool) -> [Entry] {
    state.entries.values.filter(isIncluded)
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
  }

  /// What will be shown after a time, the earliest first.
  func scheduled(at date: Date) -> [LocalNotification] {
    ordered { $0.date > date || $0.notification.trigger.repeats }.map(\.notification)
  }
}
