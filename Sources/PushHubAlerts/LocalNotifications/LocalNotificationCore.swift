import Foundation
import PushHub

/// The notifications that a ``LocalNotifications`` keeps in its store: those that will be shown, by id.
public struct LocalNotificationLedger: Equatable, Sendable, Codable {
  struct Entry: Equatable, Sendable, Codable {
    var notification: LocalNotification
    var account: AccountID?

    /// The date when the app scheduled it.
    var wishedAt: Date

    /// The date when it is shown, by the calendar of now; the next date, if it repeats.
    var date: Date
  }

  var entries: [String: Entry] = [:]

  /// The notifications of ours that the system holds, as far as is known.
  var held: [String: Version] = [:]

  /// Whether the system holds a notification as the app wants it.
  enum Version: String, Codable {
    case current
    case outdated
  }

  /// The times when the system shows what it was given once, by the monotonic clock.
  var due: [String: ContinuousClock.Instant] = [:]
}

/// Decides what the system holds: one call at a time, the earliest notifications first.
struct LocalNotificationCore: ManualFeatureCore {
  typealias Event = LocalNotificationsEvent
  typealias Stored = LocalNotificationLedger
  typealias Effect = Call
  typealias Entry = LocalNotificationLedger.Entry

  enum Input {
    /// The app schedules or cancels, while an account is signed in.
    ///
    /// One that waited until the feature was attached has the account of its time.
    case request(LocalRecord, LifecycleState?, waited: Bool)

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

  /// A change; it waits while the store can't be read.
  private enum Change {
    case request(LocalRecord, account: AccountID?, date: Date)
    case addedLate(Entry)
    case received(Set<NotificationSubject>)
    case accountsChanged

    /// A place may be free, or a system that failed may work again.
    case opportunity
  }

  /// The time limit for one call to the system.
  private static let timeout = Duration.seconds(10)

  private let calendar: Calendar
  private let limit: Int

  /// The time limit of the call in progress.
  private(set) var nextDeadline: ContinuousClock.Instant?

  private(set) var state = LocalNotificationLedger()
  private var isLoaded = false
  private var changes: [Change] = []

  /// The content of the store, once it is saved; differences are saved after every input.
  private var stored: LocalNotificationLedger?
  private var lifecycle = LifecycleState()
  private var isAccountKnown = false

  /// The time zone for which the dates were computed.
  private var zone: String?

  private var foreignCount = 0
  private var needsComparison = true
  private var isHalted = false
  private var call: Call?
  private var isAwaited = false

  /// The entries that the system has refused since the last opportunity; they do not delay the others.
  private var refused: [Entry] = []

  /// - Parameter limit: The number of notifications that the system keeps for an app.
  init(calendar: Calendar, limit: Int = 64) {
    (self.calendar, self.limit) = (calendar, limit)
  }

  static func storeFailed(_ message: String) -> Event? { .store(error: message) }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle(let lifecycle, let event): follow(lifecycle, after: event)
    case .push(.received(let push)):
      // A local notification that is shown does not cancel others.
      let isLocal = LocalNotification.id(inRequest: push.id) != nil
      changes.append(isLocal ? .opportunity : .received(push.subjects))
    case .work(let push):
      isAwaited = true
      if push == nil { changes.append(.opportunity) }
    case .own(.request(let record, let lifecycle, let waited)):
      if !waited, let lifecycle { follow(lifecycle) }
      request(record, by: lifecycle?.account, in: &turn)
    case .own(.answer(let record)): handle(record, in: &turn)
    case .own(.addedLate(let entry)): changes.append(.addedLate(entry))
    case .deadline:
      turn.cancel()
      endCall()
      halt("no answer", in: &turn)
    case .loaded(let ledger):
      isLoaded = true
      state = ledger ?? state
      stored = state
    case .detached:
      endCall()
      (needsComparison, refused) = (true, [])
      return
    case .push, .saved: return
    }
    if isLoaded { decide(in: &turn) } else if changes.count == 1 { turn.load() }
    guard isAwaited, call == nil else { return }
    isAwaited = false
    turn.finishWork(.noData)
  }

  private mutating func decide(in turn: inout ManualFeatureTurn<Self>) {
    for change in changes { apply(change, in: &turn) }
    changes = []
    review(in: &turn)
    let next = call == nil && !isHalted ? nextCall(in: turn) : nil
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

// MARK: - Changes

extension LocalNotificationCore {
  private mutating func follow(_ new: LifecycleState) {
    lifecycle = new
    isAccountKnown = isAccountKnown || new.accounts?.isEmpty == false
  }

  /// Also while the store can't be read: an account that signs out then has signed out.
  private mutating func follow(_ new: LifecycleState, after event: LifecycleEvent?) {
    follow(new)
    switch event {
    case .accountChanged, .accountsChanged: changes.append(.accountsChanged)
    case .phaseChanged(let phase) where !phase.isForeground: break
    case .phaseChanged, nil: changes.append(.opportunity)
    default: break
    }
  }

  private mutating func request(
    _ record: LocalRecord,
    by account: AccountID?,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    let isOther = account.map(lifecycle.isSignedOut) == true
    if case .schedule(let notification, true) = record, account == nil || isOther {
      if !isOther { turn.record(record) }
      let id = notification.id
      turn.log(account == nil ? .nobodySignedIn(id: id) : .signedOut(id: id))
    } else {
      turn.record(record)
      changes.append(.request(record, account: account, date: turn.date))
    }
  }

  private mutating func apply(_ change: Change, in turn: inout ManualFeatureTurn<Self>) {
    // Each change is an opportunity for what has failed, and to notice what was shown.
    isHalted = false
    let hasDue = state.entries.values.contains { $0.date <= turn.date }
    needsComparison = needsComparison || !refused.isEmpty || hasDue
    refused = []
    switch change {
    case .request(.schedule(let notification, let isBound), let account, let date):
      schedule(notification, for: isBound ? account : nil, at: date, in: &turn)
    case .request(.cancel(let ids), _, _): for id in ids { state.entries[id] = nil }
    case .addedLate(let entry): recordHeld(entry)
    case .received(let subjects):
      let cancelled = ordered { $0.notification.cancelledBy.contains(where: subjects.contains) }
      discard(cancelled, as: Event.mooted, in: &turn)
    case .opportunity: needsComparison = true
    case .accountsChanged, .request: break
    }
  }

  private mutating func schedule(
    _ notification: LocalNotification,
    for account: AccountID?,
    at date: Date,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    let id = notification.id
    let next = notification.trigger.date(after: date, in: calendar.timeZone)
    guard let next, next > date else {
      state.entries[id] = nil
      return turn.log(.neverShown(id: id))
    }
    let entry = Entry(notification: notification, account: account, wishedAt: date, date: next)
    if var former = state.entries[id] {
      former.wishedAt = date
      if former == entry { return }
    }
    state.held[id]? = .outdated
    state.entries[id] = entry
  }

  private mutating func discard(
    _ entries: [Entry],
    as event: (String) -> Event,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    for entry in entries {
      state.entries[entry.notification.id] = nil
      turn.log(event(entry.notification.id))
    }
  }

  /// Discards what is no longer shown.
  private mutating func review(in turn: inout ManualFeatureTurn<Self>) {
    if isAccountKnown {
      let foreign = ordered { $0.account.map(lifecycle.isSignedOut) == true }
      discard(foreign, as: Event.signedOut, in: &turn)
    }
    followCalendar(at: turn.date)
    // The system's notifications are left until a list lacks it: its clock and ours may differ.
    let missed = ordered { [turn] in isDue($0, in: turn) && !isHeld($0) && call != .add($0) }
    discard(missed, as: Event.missed, in: &turn)
  }

  /// Computes dates anew: the next of what repeats, and all when the device has moved to another time zone.
  private mutating func followCalendar(at date: Date) {
    let present = calendar.timeZone
    let hasMoved = zone != present.identifier
    zone = present.identifier
    for (id, entry) in state.entries where hasMoved || entry.date <= date {
      let trigger = entry.notification.trigger
      let base = trigger.repeats ? max(date, entry.wishedAt) : entry.wishedAt
      // One that repeats no more keeps its last date.
      let date = trigger.date(after: base, in: present) ?? entry.date
      state.entries[id]?.date = date
    }
  }

  /// Whether the system may have shown it, also if the clock was set since or the device has moved.
  private func isDue(_ entry: Entry, in turn: ManualFeatureTurn<Self>) -> Bool {
    let due = isHeld(entry) ? state.due[entry.notification.id] : nil
    return entry.date <= turn.date || due.map { $0 <= turn.now } == true
  }

  /// Whether the system has it as it is.
  private func isHeld(_ entry: Entry) -> Bool {
    state.held[entry.notification.id] == .current
  }
}

// MARK: - Answers

extension LocalNotificationCore {
  /// - Returns: The call that was in progress.
  @discardableResult
  private mutating func endCall() -> Call? {
    nextDeadline = nil
    defer { call = nil }
    return call
  }

  private mutating func handle(_ answer: LocalRecord, in turn: inout ManualFeatureTurn<Self>) {
    turn.record(answer)
    switch (answer, endCall()) {
    case (.failed(let reason), .add(let entry)):
      refused.append(entry)
      turn.log(.failed(error: reason))
    case (.failed(let reason), _): halt(reason, in: &turn)
    case (.pending(let identifiers), _): compare(with: identifiers, in: turn)
    case (_, .add(let entry)): recordHeld(entry)
    case (_, .removePending(let identifiers)):
      for id in identifiers.compactMap(LocalNotification.id) { state.held[id] = nil }
    default: break
    }
  }

  private mutating func recordHeld(_ entry: Entry) {
    let id = entry.notification.id
    state.held[id] = state.entries[id] == entry ? .current : .outdated
  }

  private mutating func halt(_ reason: String, in turn: inout ManualFeatureTurn<Self>) {
    (isHalted, needsComparison) = (true, true)
    turn.log(.failed(error: reason))
  }

  private mutating func compare(with identifiers: [String], in turn: ManualFeatureTurn<Self>) {
    let ids = identifiers.compactMap(LocalNotification.id)
    foreignCount = identifiers.count - ids.count
    // Shown at its time, it is not in the list any more; otherwise others have removed it.
    for (id, entry) in state.entries where isHeld(entry) && !ids.contains(id) {
      if isDue(entry, in: turn) { state.entries[id] = nil }
    }
    state.held = Dictionary(ids.map { ($0, state.held[$0] ?? .outdated) }) { $1 }
    state.due = state.due.filter { state.held[$0.key] != nil }
  }
}

// MARK: - The next call

extension LocalNotificationCore {
  private mutating func nextCall(in turn: ManualFeatureTurn<Self>) -> Call? {
    if needsComparison { return .pending }
    // The system may still hold these, although their time has come.
    let due = ordered { isDue($0, in: turn) }
    let places = limit - foreignCount - due.count { state.held[$0.notification.id] != nil }
    let chosen = ordered { !isDue($0, in: turn) && !refused.contains($0) }.prefix(max(0, places))
    let kept = (due + chosen).map(\.notification.id)
    let surplus = state.held.keys.filter { !kept.contains($0) }.sorted()
    if !surplus.isEmpty {
      return .removePending(surplus.map { LocalNotification.prefix + $0 })
    }
    guard let next = chosen.first(where: { !isHeld($0) }) else { return nil }
    let delay = Duration.seconds(min(next.date.timeIntervalSince(turn.date), 1e10))
    let repeats = next.notification.trigger.repeats
    state.due[next.notification.id] = repeats ? nil : turn.now + delay
    return .add(next)
  }

  private func ordered(where isIncluded: (Entry) -> Bool) -> [Entry] {
    state.entries.values.filter(isIncluded)
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
  }

  /// Returns the notifications that will be shown after a time, the earliest first.
  func scheduled(at date: Date) -> [LocalNotification] {
    ordered { $0.date > date || $0.notification.trigger.repeats }.map(\.notification)
  }
}
