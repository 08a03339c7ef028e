import Foundation
import PushHub

/// Decides which notifications are to go.
///
/// Whatever happens has the list asked for anew, so that the list that is taken holds all that was
/// delivered before.
struct DeliveredNotificationsCore {
  /// What is true of the app.
  struct Life: Equatable {
    var account: AccountID?
    var isForeground = true

    /// What the user looks at.
    var looking: Set<NotificationSubject> = []
  }

  /// A notification, what it is about, and whose it is.
  struct Item: Equatable {
    let notification: DeliveredNotification
    let subjects: Set<NotificationSubject>
    var owner: AccountID?

    init(
      _ notification: DeliveredNotification,
      from sender: any PushSender,
      owner: AccountID? = nil
    ) {
      self.notification = notification
      self.owner = owner
      subjects = NotificationSubject.all(of: notification.payload, from: sender)
        .union([.message(notification.id)])
    }
  }

  /// What is to go of what was delivered until then.
  private struct Wish {
    /// What it is about; `nil` stands for what is of nobody known.
    let subject: NotificationSubject?
    let end: Date

    /// Which push says so, and stays itself.
    var push: Push?
  }

  private var life: Life?

  /// Whether it is known who is signed in, or that nobody is.
  private var isAccountKnown = false

  /// What is to go, until the list is read.
  private var wishes: [Wish] = []

  /// What was to go, until a list lacks it: the system removes a moment later.
  private var removed: [Item] = []

  /// Whether the latest list still has some of that.
  var isRemoving: Bool { !removed.isEmpty }

  /// How many notifications are left; `nil` before that is known.
  private(set) var count: Int?

  /// Follows the app; `true` if that is a reason to read the list.
  mutating func follow(_ life: Life, at date: Date) -> Bool {
    guard life != self.life else { return false }
    if let former = self.life {
      if former.account != life.account {
        isAccountKnown = true
        if former.account != nil { wishes.append(Wish(subject: nil, end: date)) }
      }
      // What came while the user was there goes when the user leaves.
      want(former.looking.filter { !life.looking.contains($0) }, until: date)
    } else {
      isAccountKnown = life.account != nil
    }
    self.life = life
    return true
  }

  /// Takes what is to go once the list is read.
  mutating func want(
    _ subjects: Set<NotificationSubject>,
    until date: Date,
    by push: Push? = nil
  ) {
    wishes.removeAll { $0.end <= date && $0.subject.map(subjects.contains) == true }
    wishes += subjects.map { Wish(subject: $0, end: date, push: push) }
  }

  /// Takes a list that was asked for after all that is wanted, and says what is to be removed.
  mutating func accept(_ items: [Item], at date: Date) -> [String] {
    removed.removeAll { !items.contains($0) }
    let gone = items.filter { !removed.contains($0) && isToGo($0, of: items, at: date) }
    removed += gone
    wishes = []
    count = items.count - removed.count
    return gone.map(\.notification.id)
  }

  private func isToGo(_ item: Item, of items: [Item], at date: Date) -> Bool {
    if isAccountKnown, let owner = item.owner, owner != life?.account { return true }
    if let life, item.subjects.contains(where: life.looking.contains) { return true }
    // What is from the future came before the clock was set back.
    let delivery = item.notification.date > date + 1 ? Date.distantPast : item.notification.date
    return wishes.contains { wish in
      (wish.subject.map(item.subjects.contains) ?? (item.owner == nil))
        && delivery <= wish.end && wish.push?.item(of: items) != item
    }
  }
}

extension Push {
  /// Which shows the push: one of its name or, if none is, the latest that says the same.
  fileprivate func item(
    of items: [DeliveredNotificationsCore.Item]
  ) -> DeliveredNotificationsCore.Item? {
    let named = items.filter { $0.subjects.contains(.message(id)) }
    let same = items.filter { $0.notification.payload == payload }
    return (named.isEmpty ? same : named).max { $0.notification.date < $1.notification.date }
  }
}
