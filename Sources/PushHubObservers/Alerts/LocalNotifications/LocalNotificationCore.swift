import Foundation
import PushHub
import PushHubNetworking

/// Decides what the system is to hold: one call at a time, the earliest notifications first.
struct LocalNotificationCore: FeatureCore {
  /// Who is known to be signed in.
  enum Presence: Hashable {
    case unknown
    case signedIn(AccountID)
    case signedOut
  }

  enum Kind {
    case loaded(Ledger)
    case saved(Bool)
    case account(Presence)
    /// For an account, or for everybody, as it was wanted at a time.
    indirect case schedule(LocalNotification, for: AccountID?, wishedAt: Date)
    case cancel(Set<String>)
    case cancelAll(AccountID)
    case received(PushPayload, messageID: String?)
    /// What may have freed a place, or helped a system that failed.
    case occasion
    /// The same, and a refresh waits for what comes of it.
    case backgroundRefresh
    case answered(Int, Answer)
    case deadline
    case detached
  }

  struct Event {
    let kind: Kind

    /// The wall clock's time; nil for what comes of the core's own doing.
    let date: Date?

    init(_ kind: Kind, at date: Date?) {
      self.kind = kind
      self.date = date
    }
  }

  enum Call: Equatable {
    indirect case add(LocalNotificationRequest)
    case removePending([String])
    case pending
  }

  enum Answer: Equatable {
    case done
    case pending([String])
    case failed(String)
  }

  enum Effect {
    /// It is to be answered with ``Kind/saved(_:)`` at once.
    case save(Ledger)
    case call(Int, Call)
    /// Of the call that is under way.
    case cancel
    /// Nothing is waited for any more that a push has made pointless.
    case settled
    case log(LocalNotificationLogEntry)
    case release(FetchResult)
    /// Says what time it is, at once, as an occasion.
    case look
  }

  struct UnderWay {
    let number: Int
    let call: Call
    let end: ContinuousClock.Instant
    /// Whether the system may have had another one under the name of one that is added.
    let hadOne: Bool
  }

  /// What is wanted, and for whom.
  struct Delayed {
    let notification: LocalNotification
    let account: AccountID?
  }

  static var deadline: Event { Event(.deadline, at: nil) }

  let limit: Int
  let timeout: Duration
  let calendar: LocalNotificationCalendar
  var ledger = Ledger()
  var presence = Presence.unknown
  private(set) var isLoaded = false

  /// Of ours, what the system may hold.
  var present: Set<String> = []
  var foreignCount = 0
  var isToBeCompared = true
  var isHalted = false
  var underWay: UnderWay?

  /// What the system did not take since the last occasion; the others are not to wait for it.
  var refused: Set<String> = []

  /// What the system may still hold although its time has come, as far as that was noticed.
  var passed: Set<String> = []

  /// What pushes have made pointless and the system may still hold.
  var mooted: Set<String> = []

  /// What is in the store.
  private var saved = Ledger()
  private var saving: Ledger?
  private var isSaveRefused = false
  private var callCount = 0

  /// What came of it since the system gave the app time in the background.
  var refresh = RefreshWork()

  /// Where the dates of the entries were computed.
  var zone: TimeZone?

  /// What time it was at the last event by a clock that showed one.
  var date = Date.distantPast

  /// Whether the clock shows no time; then nothing is asked of the system.
  private(set) var lacksTime = false

  /// What is wanted as of the first time that the clock shows, by name.
  var delayed: [String: Delayed] = [:]

  /// When to look at a clock again that shows no time.
  private var look: ContinuousClock.Instant?
  var effects: [Effect] = []

  init(limit: Int, timeout: Duration, calendar: Calendar) {
    self.limit = limit
    self.timeout = timeout
    self.calendar = LocalNotificationCalendar(calendar)
  }

  var nextDeadline: ContinuousClock.Instant? { [underWay?.end, look].compactMap(\.self).min() }

  /// Whether the answer to a call is waited for.
  func waits(for number: Int) -> Bool { underWay?.number == number }

  /// Whether the system is being made to forget what a push has made pointless.
  var isRemovingMooted: Bool { !mooted.isEmpty && !isHalted && !lacksTime }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    effects = []
    let wasRemoving = isRemovingMooted
    if let date = event.date { note(date) }
    followCalendar()
    accept(event.kind, at: now)
    if isLoaded {
      if !lacksTime { scheduleDelayed() }
      cancelForAccounts()
      if !lacksTime { letPass() }
      let call = beginCall(at: now)
      save()
      effects += call
    }
    lookLater(at: now)
    if wasRemoving, !isRemovingMooted { effects.append(.settled) }
    if underWay == nil, let result = refresh.end() { effects.append(.release(result)) }
    return effects
  }

  private mutating func note(_ date: Date) {
    lacksTime = !date.isTime
    self.date = lacksTime ? self.date : date
  }

  /// While the clock shows no time, it is looked at each minute for what there is to do.
  private mutating func lookLater(at now: ContinuousClock.Instant) {
    guard lacksTime, isLoaded else {
      look = nil
      return
    }
    let hasCall = underWay == nil && !isHalted && nextCall() != nil
    look = hasCall || !delayed.isEmpty ? look ?? now + Date.pauseWithoutTime : nil
  }

  /// Before what is to be called: a process that dies in the middle has stored what it was about to do.
  private mutating func save() {
    guard ledger != saved, saving == nil, !isSaveRefused else { return }
    saving = ledger
    effects.append(.save(ledger))
  }

  private mutating func beginCall(at now: ContinuousClock.Instant) -> [Effect] {
    guard underWay == nil, !isHalted, !lacksTime, let call = nextCall() else { return [] }
    callCount += 1
    var hadOne = false
    if case .add(let request) = call {
      let id = request.notification.id
      hadOne = !present.insert(id).inserted
      let zone = calendar.toldZone(of: request.notification)
      ledger.entries[id]?.standing = .given
      ledger.entries[id]?.zone = zone
    }
    underWay = UnderWay(number: callCount, call: call, end: now + timeout, hadOne: hadOne)
    return [.call(callCount, call)]
  }
}

// MARK: - What happens

extension LocalNotificationCore {
  private mutating func accept(_ kind: Kind, at now: ContinuousClock.Instant) {
    switch kind {
    case .answered(let number, let answer): accept(answer, of: number)
    case .deadline: meetDeadline(at: now)
    case .saved(let isSaved):
      if isSaved, let saving { saved = saving }
      saving = nil
      isSaveRefused = !isSaved
    case .detached: reset()
    default:
      isHalted = false
      isSaveRefused = false
      isToBeCompared = isToBeCompared || !refused.isEmpty || !passed.isEmpty
      refused = []
      acceptWish(kind)
    }
  }

  private mutating func meetDeadline(at now: ContinuousClock.Instant) {
    if let end = underWay?.end, end <= now {
      effects.append(.cancel)
      fail("no answer")
    }
    if let look, look <= now {
      self.look = nil
      effects.append(.look)
    }
  }

  private mutating func acceptWish(_ kind: Kind) {
    switch kind {
    case .loaded(let ledger):
      self.ledger = ledger
      saved = ledger
      isLoaded = true
      isToBeCompared = true
      if lacksTime { zone = nil } else { computeDates() }
    case .account(let presence):
      self.presence = presence
    case .schedule(let notification, let account, let wishedAt):
      if lacksTime {
        delayed[notification.id] = Delayed(notification: notification, account: account)
      } else {
        schedule(notification, for: account, wishedAt: wishedAt)
      }
    case .cancel(let ids):
      for id in ids { (ledger.entries[id], delayed[id]) = (nil, nil) }
    case .cancelAll(let account):
      ledger.entries = ledger.entries.filter { $0.value.account != account.rawValue }
      delayed = delayed.filter { $0.value.account != account }
    case .received(let payload, let messageID):
      moot { $0.mootedBy.contains { $0.fits(payload, messageID: messageID) } }
    case .occasion:
      isToBeCompared = true
    case .backgroundRefresh:
      refresh.await()
      isToBeCompared = true
    case .answered, .deadline, .detached, .saved:
      break
    }
  }

  private mutating func moot(_ isPointless: (LocalNotification) -> Bool) {
    for (id, entry) in ledger.ordered(where: { isPointless($0.notification) }) {
      ledger.entries[id] = nil
      if entry.standing != .wanted || present.contains(id) { mooted.insert(id) }
      effects.append(.log(.mooted(id)))
    }
    let pointless = delayed.filter { isPointless($0.value.notification) }
    for id in pointless.keys.sorted() {
      delayed[id] = nil
      effects.append(.log(.mooted(id)))
    }
  }

  /// What was wanted while the clock showed no time is as if it were wanted now.
  private mutating func scheduleDelayed() {
    let wishes = delayed.sorted { $0.key < $1.key }.map(\.value)
    for wish in wishes {
      schedule(wish.notification, for: wish.account, wishedAt: date)
    }
  }

  private mutating func schedule(
    _ notification: LocalNotification,
    for account: AccountID?,
    wishedAt: Date
  ) {
    let id = notification.id
    delayed[id] = nil
    let base = notification.repeats ? max(date, wishedAt) : wishedAt
    let next = calendar.date(of: notification.trigger, after: base)
    guard let next, next.isTime, next > date else {
      ledger.entries[id] = nil
      // It was to come when the app wanted it, and has waited for the store.
      let wasToCome = next.map { $0.isTime && $0 > wishedAt } ?? false
      effects.append(.log(wasToCome ? .missed(id) : .neverShown(id)))
      return
    }
    let entry = Entry(
      notification: notification,
      account: account?.rawValue,
      wishedAt: wishedAt,
      date: next,
      earliest: next
    )
    if let same = ledger.entries[id], same.isWished(like: entry) {
      ledger.entries[id]?.wishedAt = wishedAt
    } else {
      ledger.entries[id] = entry
      mooted.remove(id)
    }
  }

  /// Forgets what was true while it was attached, but not what the app still wants.
  private mutating func reset() {
    isSaveRefused = false
    save()
    if underWay != nil { effects.append(.cancel) }
    underWay = nil
    refresh = RefreshWork()
    ledger = Ledger()
    saved = Ledger()
    saving = nil
    presence = .unknown
    isLoaded = false
    present = []
    foreignCount = 0
    refused = []
    passed = []
    mooted = []
    isHalted = false
    isToBeCompared = true
    lacksTime = false
  }

  private mutating func cancelForAccounts() {
    guard presence != .unknown else { return }
    let others = ledger.entries.filter { entry in
      entry.value.account.map { presence != .signedIn(AccountID(rawValue: $0)) } ?? false
    }
    for id in others.keys.sorted() {
      ledger.entries[id] = nil
      effects.append(.log(.signedOut(id)))
    }
  }
}
