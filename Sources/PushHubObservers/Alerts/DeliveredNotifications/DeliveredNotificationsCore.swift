import Foundation
import PushHub

/// Decides when the system's list is read, and which notifications are to go.
///
/// What is wanted is kept until a list has come that was asked for after it: that one holds all that
/// was delivered before.
struct DeliveredNotificationsCore: FeatureCore {
  /// What is true of the app.
  struct Life: Equatable {
    var account: AccountID?
    var isForeground = true

    /// What the user looks at.
    var looking: Set<NotificationSubject> = []
  }

  enum Event {
    case life(Life, at: Date)
    case detached
    case answered
    case removal(Set<NotificationSubject>, at: Date, by: Origin? = nil)
    case listed([Item], at: Date)
    case deadline
  }

  enum Effect: Equatable {
    case list

    /// Some of them for the first time; others were to go before, and are still in the list.
    case remove([String], first: [String])
    case noAnswer
  }

  /// A notification, whose it is, and what its sender calls the message.
  struct Item: Hashable {
    let notification: DeliveredNotification
    var messageID: String?
    var owner: AccountID?
  }

  /// A push that says what is to go, and which may be shown itself.
  struct Origin: Equatable {
    let id: String
    let payload: PushPayload
  }

  /// What is to go of what was delivered until then.
  private struct Wish: Equatable {
    let end: Date

    /// Whose push says so, and stays itself.
    var origin: Origin?
  }

  static var deadline: Event { .deadline }

  private let timeout: Duration

  /// Until when an answer is waited for; `nil` if none is.
  private(set) var nextDeadline: ContinuousClock.Instant?

  /// Whether the list is to be read, once nothing is waited for.
  private var wantsList = false
  private var life: Life?

  /// Whether it is known who is signed in, or that nobody is.
  private var isAccountKnown = false

  /// What is to go; `nil` stands for what is of nobody known.
  private var wishes: [NotificationSubject?: Wish] = [:]

  /// What was to go when the list was asked for.
  private var asked: [NotificationSubject?: Wish] = [:]

  /// What was to go, until a list lacks it: the system removes a moment later.
  private var removed: Set<Item> = []

  /// How many notifications are left; `nil` before that is known.
  private(set) var count: Int?

  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// Whether nothing is waited for.
  var isIdle: Bool { nextDeadline == nil && !wantsList }
}

// MARK: - Events

extension DeliveredNotificationsCore {
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .life(let life, let date): follow(life, at: date)
    case .detached: self = Self(timeout: timeout)
    case .answered: wantsList = true
    case .removal(let subjects, let date, let origin):
      wantsList = true
      want(subjects, until: date, by: origin)
    case .listed(let items, let date):
      if nextDeadline != nil { effects = accept(items, at: date) }
    case .deadline:
      // What was wanted stays wanted until the list is read on another occasion.
      nextDeadline = nil
      effects = [.noAnswer]
    }
    guard life != nil, wantsList, nextDeadline == nil else { return effects }
    wantsList = false
    asked = wishes
    nextDeadline = now + timeout
    return effects + [.list]
  }

  private mutating func follow(_ life: Life, at date: Date) {
    guard life != self.life else { return }
    if let former = self.life {
      if former.account != life.account {
        isAccountKnown = true
        if former.account != nil { wishes[nil] = Wish(end: date) }
      }
      // What came while the user was there goes when the user leaves.
      want(former.looking.subtracting(life.looking), until: date)
    } else {
      isAccountKnown = life.account != nil
    }
    self.life = life
    wantsList = true
  }

  private mutating func want(
    _ subjects: Set<NotificationSubject>,
    until date: Date,
    by origin: Origin? = nil
  ) {
    for subject in subjects where wishes[subject].map({ $0.end <= date }) ?? true {
      wishes[subject] = Wish(end: date, origin: origin)
    }
  }
}

// MARK: - The list

extension DeliveredNotificationsCore {
  private mutating func accept(_ items: [Item], at date: Date) -> [Effect] {
    nextDeadline = nil
    removed.formIntersection(items)
    let gone = items.filter { removed.contains($0) || isToGo($0, of: items, at: date) }
    let first = gone.filter { !removed.contains($0) }
    removed.formUnion(first)
    wishes = wishes.filter { asked[$0.key] != $0.value }
    count = items.count - removed.count
    return gone.isEmpty ? [] : [.remove(gone.map(\.id), first: first.map(\.id))]
  }

  private func isToGo(_ item: Item, of items: [Item], at date: Date) -> Bool {
    if isAccountKnown, let owner = item.owner, owner != life?.account { return true }
    if let life, life.looking.contains(where: item.isAbout) { return true }
    return wishes.contains { subject, wish in
      // What is dated in the future came before the clock was set back.
      (subject.map(item.isAbout) ?? (item.owner == nil))
        && (item.date <= wish.end || item.date > date && wish.end <= date)
        && wish.origin?.item(of: items) != item
    }
  }
}

extension DeliveredNotificationsCore.Item {
  fileprivate var id: String { notification.id }
  fileprivate var date: Date { notification.date }

  fileprivate func isAbout(_ subject: NotificationSubject) -> Bool {
    subject.matches(notification, messageID: messageID)
  }
}

extension DeliveredNotificationsCore.Origin {
  /// Which shows the push: one of its name or, if none is, the latest that says the same.
  fileprivate func item(
    of items: [DeliveredNotificationsCore.Item]
  ) -> DeliveredNotificationsCore.Item? {
    let named = items.filter { $0.id == id || $0.messageID == id }
    let same = items.filter { $0.notification.payload == payload }
    return (named.isEmpty ? same : named).max { $0.date < $1.date }
  }
}
