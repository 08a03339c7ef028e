import Foundation
import PushHub

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
    case removal(Set<NotificationSubject>, at: Date)
    case listed(Question, [Item])
    case deadline
  }

  enum Effect: Equatable {
    case list(Question)
    case cancel
    case remove([String])
    case reportSilence
    case settled
  }

  /// A notification, as far as it matters here.
  struct Item: Hashable {
    let id: String
    let subjects: Set<NotificationSubject>
    let owner: AccountID?
    let date: Date
  }

  /// What is to go of what was delivered until then.
  private struct Wishes: Equatable {
    var subjects: [NotificationSubject: Date] = [:]
    var unowned: Date?

    func includes(_ item: Item) -> Bool {
      if item.owner == nil, let unowned, item.date <= unowned { return true }
      return item.subjects.contains { subject in
        subjects[subject].map { item.date <= $0 } ?? false
      }
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

  /// How many notifications are left; `nil` before that is known.
  private(set) var count: Int?

  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// What notifications are to be compared with.
  var subjects: Set<NotificationSubject> { looking.union(wishes.subjects.keys) }

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
    case .account(let account, let date): change(to: account, at: date)
    case .looking(let looking, let isForeground, let date):
      look(at: looking, isForeground, at: date)
    case .answered: wantsList = true
    case .removal(let subjects, let date):
      wantsList = true
      want(subjects, until: date)
    case .listed(let question, let items): effects = accept(items, for: question)
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
      wishes.unowned = date
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

  private mutating func want(_ subjects: Set<NotificationSubject>, until date: Date) {
    for subject in subjects {
      wishes.subjects[subject] = max(date, wishes.subjects[subject] ?? date)
    }
    wantsList = wantsList || !subjects.isEmpty
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

  private mutating func accept(_ items: [Item], for question: Question) -> [Effect] {
    guard waits(for: question) else { return [] }
    nextDeadline = nil
    let gone = items.filter(isToGo)
    wishes.subtract(asked)
    count = items.count - gone.count
    let removal: [Effect] = gone.isEmpty ? [] : [.remove(gone.map(\.id))]
    return removal + (isIdle ? [.settled] : [])
  }

  private func isToGo(_ item: Item) -> Bool {
    if knowsAccount, let owner = item.owner, owner != account { return true }
    return !looking.isDisjoint(with: item.subjects) || wishes.includes(item)
  }

  /// What was wanted stays wanted until the list is read on another occasion.
  private mutating func giveUp(at now: ContinuousClock.Instant) -> [Effect] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    nextDeadline = nil
    return [.cancel, .reportSilence] + (isIdle ? [.settled] : [])
  }
}
