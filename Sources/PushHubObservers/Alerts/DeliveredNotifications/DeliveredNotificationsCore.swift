import Foundation
import PushHub
import PushHubNetworking

/// Decides when the system's list is read, and which notifications are to go.
///
/// What is wanted is kept until a list has come that was asked for after it: that one holds all that
/// was delivered before.
struct DeliveredNotificationsCore: FeatureCore {
  /// Counts the questions, from 1, so that an answer that comes too late is told from what is waited
  /// for.
  typealias Question = Int

  enum Event {
    case began(account: AccountID?, isForeground: Bool, looking: Set<NotificationSubject>)
    case detached
    case account(AccountID?, at: Date)
    case looking(Set<NotificationSubject>, isForeground: Bool, at: Date)
    case answered
    case removal(Set<NotificationSubject>, at: Date, by: Origin? = nil)
    case listed(Question, [Item], at: Date)
    case deadline
  }

  enum Effect: Equatable {
    case list(Question)
    case cancel
    case remove([String])

    /// What was to go before, and is still in the list.
    case removeAgain([String])
    case reportSilence
    case settled
  }

  /// A notification, as far as it matters here.
  struct Item: Hashable {
    let id: String
    let subjects: Set<NotificationSubject>
    let owner: AccountID?

    /// When it was delivered; before everything if that is no time.
    let date: Date

    /// The pushes that it shows.
    var origins: Set<Origin>

    init(
      id: String,
      subjects: Set<NotificationSubject>,
      owner: AccountID?,
      date: Date,
      origins: Set<Origin> = []
    ) {
      self.id = id
      self.subjects = subjects
      self.owner = owner
      self.date = date.isTime ? date : .distantPast
      self.origins = origins
    }

    var identity: Identity { Identity(id: id, date: date) }
  }

  /// What tells a notification from one that takes its place.
  struct Identity: Hashable {
    let id: String
    let date: Date
  }

  /// A push that says what is to go, and which may be shown itself.
  struct Origin: Hashable {
    let id: String
    let payload: PushPayload
  }

  /// What is to go of what was delivered until then.
  private struct Wish: Equatable {
    /// After everything if that was no time: what is in the next list came before, for all that is known.
    let end: Date

    /// Whose push says so, and stays itself.
    var origin: Origin?

    /// What is dated in the future came before the clock was set back.
    func includes(_ item: Item, at date: Date) -> Bool {
      if let origin, item.origins.contains(origin) { return false }
      return item.date <= end || item.date > date && end <= date
    }
  }

  private struct Wishes: Equatable {
    var subjects: [NotificationSubject: Wish] = [:]
    var unowned: Wish?

    func includes(_ item: Item, at date: Date) -> Bool {
      if item.owner == nil, let unowned, unowned.includes(item, at: date) { return true }
      return item.subjects.contains { subjects[$0]?.includes(item, at: date) ?? false }
    }

    /// Takes out what was granted, and was not wanted once more since.
    mutating func subtract(_ granted: Self) {
      subjects = subjects.filter { granted.subjects[$0.key] != $0.value }
      unowned = unowned == granted.unowned ? nil : unowned
    }
  }

  static var deadline: Event { .deadline }

  private let timeout: Duration
  private var question: Question = 0

  /// Until when an answer is waited for; `nil` if none is.
  private(set) var nextDeadline: ContinuousClock.Instant?

  /// Whether the list is to be read, once nothing is waited for.
  private var wantsList = false
  private var isAttached = false
  private var isForeground = false
  private var account: AccountID?

  /// Whether it is known who is signed in, or that nobody is.
  private var knowsAccount = false

  /// What the user looks at.
  private var looking: Set<NotificationSubject> = []
  private var wishes = Wishes()
  private var asked = Wishes()

  /// What was to go, until a list lacks it: the system removes a moment later.
  private var removed: Set<Identity> = []

  /// How many notifications are left; `nil` before that is known.
  private(set) var count: Int?

  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// What notifications are to be compared with.
  var subjects: Set<NotificationSubject> { looking.union(wishes.subjects.keys) }

  /// Which pushes notifications are to be compared with.
  var origins: Set<Origin> { Set(wishes.subjects.values.compactMap(\.origin)) }

  /// Whether an answer to a question is waited for.
  func waits(for question: Question) -> Bool {
    question == self.question && nextDeadline != nil
  }

  /// Whether nothing is waited for.
  var isIdle: Bool { nextDeadline == nil && !wantsList }
}

// MARK: - Events

extension DeliveredNotificationsCore {
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .began(let account, let isForeground, let looking):
      begin(account, isForeground, looking)
    case .detached: effects = detach()
    case .account(let account, let date): change(to: account, at: date.orAfterAll)
    case .looking(let looking, let isForeground, let date):
      look(at: looking, isForeground, at: date.orAfterAll)
    case .answered: wantsList = true
    case .removal(let subjects, let date, let origin):
      wantsList = true
      want(subjects, until: date.orAfterAll, by: origin)
    case .listed(let question, let items, let date):
      effects = accept(items, for: question, at: date.orAfterAll)
    case .deadline: effects = giveUp(at: now)
    }
    return effects + proceed(at: now)
  }

  private mutating func begin(
    _ account: AccountID?,
    _ isForeground: Bool,
    _ looking: Set<NotificationSubject>
  ) {
    isAttached = true
    self.account = account
    knowsAccount = account != nil
    self.isForeground = isForeground
    self.looking = looking
    wantsList = true
  }

  private mutating func change(to newAccount: AccountID?, at date: Date) {
    guard newAccount != account else { return }
    if account != nil {
      wishes.unowned = Wish(end: date)
    }
    account = newAccount
    knowsAccount = true
    wantsList = true
  }

  private mutating func look(
    at subjects: Set<NotificationSubject>,
    _ isForeground: Bool,
    at date: Date
  ) {
    guard subjects != looking || isForeground != self.isForeground else { return }
    // What came while the user was there goes when the user leaves.
    want(looking.subtracting(subjects), until: date)
    wantsList = true
    looking = subjects
    self.isForeground = isForeground
  }

  private mutating func want(
    _ subjects: Set<NotificationSubject>,
    until date: Date,
    by origin: Origin? = nil
  ) {
    for subject in subjects where wishes.subjects[subject].map({ $0.end <= date }) ?? true {
      wishes.subjects[subject] = Wish(end: date, origin: origin)
    }
  }

  private mutating func detach() -> [Effect] {
    let question = question
    self = Self(timeout: timeout)
    self.question = question
    return [.cancel, .settled]
  }
}

// MARK: - The list

extension DeliveredNotificationsCore {
  private mutating func proceed(at now: ContinuousClock.Instant) -> [Effect] {
    guard isAttached, wantsList, nextDeadline == nil else { return [] }
    wantsList = false
    question += 1
    asked = wishes
    nextDeadline = now + timeout
    return [.list(question)]
  }

  private mutating func accept(
    _ items: [Item],
    for question: Question,
    at date: Date
  ) -> [Effect] {
    guard waits(for: question) else { return [] }
    nextDeadline = nil
    removed.formIntersection(items.map(\.identity))
    let dying = items.filter { removed.contains($0.identity) }
    let gone = items.filter { !removed.contains($0.identity) && isToGo($0, at: date) }
    wishes.subtract(asked)
    removed.formUnion(gone.map(\.identity))
    count = items.count - removed.count
    var effects: [Effect] = []
    if !gone.isEmpty { effects.append(.remove(gone.map(\.id))) }
    if !dying.isEmpty { effects.append(.removeAgain(dying.map(\.id))) }
    if isIdle { effects.append(.settled) }
    return effects
  }

  private func isToGo(_ item: Item, at date: Date) -> Bool {
    if knowsAccount, let owner = item.owner, owner != account { return true }
    return !looking.isDisjoint(with: item.subjects) || wishes.includes(item, at: date)
  }

  /// What was wanted stays wanted until the list is read on another occasion.
  private mutating func giveUp(at now: ContinuousClock.Instant) -> [Effect] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    nextDeadline = nil
    return [.cancel, .reportSilence] + (isIdle ? [.settled] : [])
  }
}

extension Date {
  /// The date, or one after everything if it is no time.
  fileprivate var orAfterAll: Self { isTime ? self : .distantFuture }
}
