public import Foundation
public import PushHub

/// The notifications that a ``LocalNotifications`` keeps in its store: those that will be shown, by id.
public struct LocalNotificationLedger: Equatable, Sendable, Codable {
  /// A notification that will be shown.
  public struct Entry: Equatable, Sendable, Codable {
    var notification: LocalNotification
    var account: AccountID?

    /// The date when the app scheduled it.
    var wishedAt: Date

    /// The date when it is shown, by the calendar of now; the next date, if it repeats.
    var date: Date
  }

  /// A request of the app's earlier version.
  struct Adopted: Equatable, Sendable, Codable {
    let id: String

    /// The account that was shown first; `nil` while none was.
    var account: AccountID?

    /// Whether it was canceled or replaced, or its account has signed out.
    var isUnwanted = false
  }

  var entries: [String: Entry] = [:]

  /// The requests of the app's earlier version that the system holds, by their identifiers.
  var adopted: [String: Adopted] = [:]

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

/// A call to the system, of which one at a time is under way.
public enum LocalNotificationCall: Equatable, Sendable {
  /// List what has not been shown; the number differs with each comparison.
  case pending(Int)

  /// Add a notification that is shown in so many seconds.
  indirect case add(LocalNotificationLedger.Entry, seconds: Double)

  /// Remove requests, also of the app's earlier version, by their identifiers.
  case remove([String])
}

/// The notifications that the system has not shown.
public struct PendingNotifications: Codable, Equatable, Sendable {
  /// The ids of ours.
  @Private var ids: [String]

  /// The ids of those of the app's earlier version, by the identifiers of their requests.
  var adopted: Private<[String: String]>?

  /// The number of others, also of the app's earlier version.
  var otherCount = 0
}

/// Decides what the system holds: one call at a time, the earliest notifications first.
public struct LocalNotificationCore: FeatureCore {
  /// What the system holds; `nil` if that was not asked.
  public typealias Answer = PendingNotifications?

  /// An action of the app, or of the system.
  public enum Action: Codable, Equatable, Sendable {
    /// The app wants a notification shown, for the account that is shown alone or not, at this date or now.
    indirect case schedule(
      notification: LocalNotification,
      isBoundToAccount: Bool,
      date: Date? = nil
    )

    /// The app cancels notifications.
    case cancel(ids: Private<[String]>)

    /// The system has added a notification after the call had failed.
    case added(id: Private<String>)
  }

  typealias Entry = LocalNotificationLedger.Entry

  /// The key in a transcript.
  public static let name = "local"

  /// The app: the system knows no accounts.
  public static let scope = FeatureScope.app

  /// The time limit for one call to the system.
  private static let timeout = Duration.seconds(10)

  private let calendar: Calendar
  private let limit: Int

  /// Returns the id of a notification in the identifier of its request, if it is one of the app's.
  let id: @Sendable (_ identifier: String) -> String?

  /// What is scheduled, and what the system holds.
  public private(set) var state = LocalNotificationLedger()

  /// The next call; none after a failure until an opportunity.
  public private(set) var request: LocalNotificationCall?

  private var clock = WallClock()

  /// The time until which the clock may be wrong, since it was set.
  private var steadyTime: ContinuousClock.Instant?

  /// The time zone for which the dates were computed; `nil` if they have to be.
  private var zone: String?
  private var otherCount = 0
  private var comparisonCount = 0

  /// The ids whose requests of the app's earlier version are unwanted, if the first list has such.
  private var replacedIDs: Set<String> = []
  private var needsComparison = true
  private var isHalted = false

  /// The time limit of the call under way, if there is one.
  private var end: ContinuousClock.Instant?

  /// The entries that the system has refused since the last opportunity; they do not delay the others.
  private var refused: [Entry] = []

  /// The latest entries whose call has failed, by id.
  private var failed: [String: Entry] = [:]

  /// - Parameters:
  ///   - limit: The number of notifications that the system keeps for an app.
  ///   - adopting: Returns the id of a request of the app's earlier version.
  init(
    calendar: Calendar,
    limit: Int = 64,
    adopting: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (self.calendar, self.limit) = (calendar, limit)
    id = { LocalNotification.id(inRequest: $0) ?? adopting($0) }
  }
}

extension LocalNotificationCore {
  /// What is scheduled and held, if there is anything.
  public var stored: LocalNotificationLedger? { state == LocalNotificationLedger() ? nil : state }

  /// The accounts of what is scheduled.
  public var keptAccounts: Set<AccountID> {
    let accounts = state.entries.values.map(\.account) + state.adopted.values.map(\.account)
    return Set(accounts.compactMap(\.self))
  }

  /// A call may take ten seconds.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: Self.timeout) }

  /// The event of a store that can't be read or written.
  public static func event(for event: KernelEvent) -> LocalNotificationsEvent? {
    if case .storeFailed(let error) = event { .store(error: error) } else { nil }
  }

  /// Follows the app, the system and the user.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    if clock.jump(at: turn.now, date: turn.date) != nil {
      (steadyTime, zone) = (turn.now + .seconds(3_600), nil)
    }
    switch input {
    case .begin(let ledger):
      state = ledger ?? state
      fallthrough
    case .refresh: takeOpportunity(at: turn.date)
    case .lifecycle(.accountChanged), .lifecycle(.accountsChanged):
      takeOpportunity(compares: false, at: turn.date)
    case .lifecycle(.phaseChanged(let phase)) where phase.isForeground:
      takeOpportunity(at: turn.date)
    case .push(.received(let push)):
      // A local notification that is shown does not cancel others.
      let isLocal = id(push.id) != nil
      takeOpportunity(compares: isLocal, at: turn.date)
      let subjects = isLocal ? [] : push.subjects
      discard(as: Event.mooted, in: &turn) { entry, turn in
        let isMooted = entry.notification.cancelledBy.contains(where: subjects.contains)
        let account = isMooted ? turn.identification.account(of: push.payload) : nil
        return isMooted && (account == nil || [nil, account].contains(entry.account))
      }
    case .action(let action):
      takeOpportunity(compares: false, at: turn.date)
      handle(action, in: &turn)
    case .asked(let request):
      end = turn.now + Self.timeout
      if case .pending = request {
        needsComparison = false
        comparisonCount += 1
      }
    case .answered(let request, let result): handle(result, of: request, in: &turn)
    case .deadline: break
    default: return
    }
    review(in: &turn)
    if end == nil { request = isHalted ? nil : nextCall(in: turn) }
  }

  /// Lets what has failed be tried again, and notices what was shown.
  private mutating func takeOpportunity(compares: Bool = true, at date: Date) {
    isHalted = false
    let hasDue = state.entries.values.contains { $0.date <= date }
    needsComparison = needsComparison || compares || !refused.isEmpty || hasDue
    refused = []
  }

  private mutating func handle(_ action: Action, in turn: inout FeatureTurn<Self>) {
    switch action {
    case .schedule(let notification, let isBound, let date):
      let payload = PushPayload(userInfo: notification.payload.compactMapValues(\.propertyList))
      let account = turn.identification.account(of: payload) ?? turn.lifecycle.account
      if isBound, account == nil { return turn.log(.noAccount(id: notification.id)) }
      schedule(notification, for: isBound ? account : nil, at: date ?? turn.date, in: &turn)
    case .cancel(let ids):
      for id in ids.wrappedValue {
        state.entries[id] = nil
        replaceAdopted(id)
      }
    case .added(let id): if let entry = failed[id.wrappedValue] { recordHeld(entry) }
    }
  }

  private mutating func schedule(
    _ notification: LocalNotification,
    for account: AccountID?,
    at date: Date,
    in turn: inout FeatureTurn<Self>
  ) {
    let id = notification.id
    replaceAdopted(id)
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
    as event: (String) -> Event,
    in turn: inout FeatureTurn<Self>,
    where isUnwanted: (Entry, FeatureTurn<Self>) -> Bool
  ) {
    for entry in ordered(where: { [turn] in isUnwanted($0, turn) }) {
      state.entries[entry.notification.id] = nil
      turn.log(event(entry.notification.id))
    }
  }

  /// Lets the requests of an id that the app's earlier version has made be removed.
  private mutating func replaceAdopted(_ id: String) {
    replacedIDs.insert(id)
    for (identifier, former) in state.adopted where former.id == id {
      state.adopted[identifier]?.isUnwanted = true
    }
  }

  /// Discards what is no longer shown.
  private mutating func review(in turn: inout FeatureTurn<Self>) {
    for (identifier, var former) in state.adopted {
      former.account = former.account ?? turn.lifecycle.account
      if !former.isUnwanted, turn.hasSignedOut(former.account) {
        former.isUnwanted = true
        turn.log(.signedOut(id: former.id))
      }
      state.adopted[identifier] = former
    }
    discard(as: Event.signedOut, in: &turn) { $1.hasSignedOut($0.account) }
    followCalendar(at: turn.date)
    // The system's notifications are left until a list lacks it: its clock and ours may differ.
    // A clock that was set may be set back.
    if let steadyTime, turn.now < steadyTime { return }
    discard(as: Event.missed, in: &turn) { [self] in
      isDue($0, in: $1) && !isHeld($0) && !isAdding($0)
    }
  }

  /// Computes dates anew: the next of what repeats, and all when the clock was set or the device has moved to another
  /// time zone.
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
  private func isDue(_ entry: Entry, in turn: FeatureTurn<Self>) -> Bool {
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
  private func isAdding(_ entry: Entry) -> Bool {
    if end != nil, case .add(entry, _) = request { true } else { false }
  }

  private mutating func handle(
    _ result: Result<PendingNotifications?, SourceFailure>,
    of request: LocalNotificationCall,
    in turn: inout FeatureTurn<Self>
  ) {
    let isSilent = end.map { $0 <= turn.now } ?? false
    end = nil
    switch (request, result) {
    case (_, .failure(let failure)):
      turn.retryNow()
      turn.log(.failed(error: failure.message))
      if case .add(let entry, _) = request {
        failed[entry.notification.id] = entry
        refused.append(entry)
        if !isSilent { break }
      }
      (isHalted, needsComparison) = (true, true)
    case (.pending, .success(let pending)): if let pending { compare(with: pending, in: turn) }
    case (.add(let entry, _), .success): recordHeld(entry)
    case (.remove(let identifiers), .success):
      for identifier in identifiers {
        if let id = LocalNotification.id(inRequest: identifier) { state.held[id] = nil }
        if state.adopted.removeValue(forKey: identifier) != nil { otherCount -= 1 }
      }
    }
  }

  private mutating func recordHeld(_ entry: Entry) {
    let id = entry.notification.id
    state.held[id] = state.entries[id] == entry ? .current : .outdated
  }

  private mutating func compare(with pending: PendingNotifications, in turn: FeatureTurn<Self>) {
    let ids = pending.ids
    otherCount = Bounds(0...1_000).nearest(to: pending.otherCount)
    state.adopted = (pending.adopted?.wrappedValue ?? [:]).reduce(into: [:]) { adopted, found in
      adopted[found.key] =
        state.adopted[found.key]
        ?? .init(id: found.value, isUnwanted: replacedIDs.contains(found.value))
    }
    replacedIDs = []
    // Shown at its time, it is not in the list any more; otherwise others have removed it.
    for (id, entry) in state.entries
    where isHeld(entry) && isDue(entry, in: turn) && !ids.contains(id) {
      state.entries[id] = nil
    }
    state.held = Dictionary(ids.map { ($0, state.held[$0] ?? .outdated) }) { $1 }
    state.due = state.due.filter { state.held[$0.key] != nil }
  }
}

// MARK: - The next call

extension LocalNotificationCore {
  private mutating func nextCall(in turn: FeatureTurn<Self>) -> LocalNotificationCall? {
    if needsComparison { return .pending(comparisonCount) }
    let unwanted = state.adopted.filter(\.value.isUnwanted).keys
    // The system may still hold these, although their time has come.
    let due = ordered { isDue($0, in: turn) }
    let places =
      limit - otherCount + unwanted.count - due.count { state.held[$0.notification.id] != nil }
    let chosen = ordered { !isDue($0, in: turn) && !refused.contains($0) }.prefix(max(0, places))
    let kept = (due + chosen).map(\.notification.id)
    let surplus = state.held.keys.filter { !kept.contains($0) }
    let removals = unwanted + surplus.map { LocalNotification.prefix + $0 }
    if !removals.isEmpty { return .remove(removals.sorted()) }
    guard let next = chosen.first(where: { !isHeld($0) }) else { return nil }
    let seconds = next.date.timeIntervalSince(turn.date)
    let delay = Duration.seconds(min(seconds, 1e10))
    let repeats = next.notification.trigger.repeats
    state.due[next.notification.id] = repeats ? nil : turn.now + delay
    return .add(next, seconds: seconds)
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
