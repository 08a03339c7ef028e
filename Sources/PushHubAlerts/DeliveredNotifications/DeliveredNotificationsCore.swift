import Foundation
public import PushHub

/// Decides which notifications are removed; see ``DeliveredNotifications``.
///
/// Each event asks for the system's list, and a list counts only if it was asked for after all events. So it
/// has everything that was delivered before.
public struct DeliveredNotificationsCore: FeatureCore {
  /// A removal that the app wants.
  public typealias Action = [NotificationSubject]

  /// A question to the system.
  public enum Request: Equatable, Sendable {
    /// The list, with the number of the event.
    case list(Int)
  }

  /// The system's list.
  public typealias Answer = [DeliveredNotification]

  /// The ids of notifications to remove.
  public typealias Effect = [String]

  /// The events of the log.
  public typealias Event = DeliveredNotificationsEvent

  /// A notification, what it is about, and its account.
  private struct Item {
    let notification: DeliveredNotification
    let subjects: [NotificationSubject]
    let account: AccountID?

    init(_ notification: DeliveredNotification, by identification: PushIdentification) {
      let identity = identification.identity(of: notification.payload)
      self.notification = notification
      subjects =
        NotificationSubject.all(of: notification.payload, identity) + [.message(notification.id)]
      account = identity.account
    }
  }

  /// A removal of notifications.
  private struct Removal {
    let subject: NotificationSubject

    /// The account that they belong to, unless theirs isn't known; `nil` for any.
    var account: AccountID?

    /// The date until which they were delivered.
    let end: Date

    /// The push that wants it, which is not removed itself.
    var push: Push?

    func contains(_ item: Item, deliveredAt date: Date) -> Bool {
      date <= end && item.subjects.contains(subject)
        && (account == nil || [nil, account].contains(item.account))
    }
  }

  /// The time limit for the system's list, and for a removal.
  private static let timeout = Duration.seconds(10)

  /// The key in a transcript.
  public static let name = "notificationCenter"

  /// The app, since the system has one list.
  public static let scope = FeatureScope.app

  /// Received pushes and responses.
  public static let interests: Set<PushEvent.Kind> = [.received, .opened, .discarded]

  /// The number of notifications left; `nil` before the first list.
  public private(set) var state: Int?

  private let configuration: DeliveredNotifications.Configuration

  /// The number of events, and that of the latest list.
  private var (wanted, answered) = (0, 0)

  /// The accounts of the notifications in the latest list.
  public private(set) var keptAccounts: Set<AccountID> = []

  /// The removals that happen when the list is read.
  private var removals: [Removal] = []

  /// The notifications that the list still had after their removal, and the time of the latest removal.
  private var (removed, removalTime) = ([DeliveredNotification](), ContinuousClock.now)

  /// The time when the list is read again, for what was removed.
  public private(set) var nextDeadline: ContinuousClock.Instant?

  init(_ configuration: DeliveredNotifications.Configuration) {
    self.configuration = configuration
  }

  /// The list, if something has happened since it was read.
  public var request: Request? { wanted > answered ? .list(wanted) : nil }

  /// The time limit for the system's list.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: Self.timeout) }

  /// Whether the system may not have removed everything yet.
  public var isBusy: Bool { nextDeadline != nil }

  /// Follows the app and the system's list.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin, .lifecycle: follow(in: turn)
    case .push(let event):
      read()
      guard case .received(let push) = event else { break }
      let subjects = configuration.removal(push)
      let named = subjects.isEmpty ? nil : turn.identification.account(of: push.payload)
      for subject in subjects {
        // Only one account's are all removed, also if the payload names none; of no account those that name none.
        let account = subject == .all ? push.account ?? turn.lifecycle.account ?? "" : named
        // Of two pushes that replace each other, the later one stays.
        removals.removeAll {
          $0.subject == subject && $0.account == account && $0.end <= push.receivedAt
        }
        removals.append(
          Removal(subject: subject, account: account, end: push.receivedAt, push: push)
        )
      }
    case .action(let subjects):
      read()
      removals += subjects.map { Removal(subject: $0, end: turn.date) }
    case .deadline: read()
    case .answered(.list(let number), let result):
      answered = number
      switch result {
      case .success(let list): if number == wanted { accept(list, in: &turn) }
      case .failure:
        turn.log(.noAnswer)
        turn.retryNow()
      }
    default: break
    }
  }

  private mutating func read() {
    wanted += 1
    nextDeadline = nil
  }
}

// MARK: - What is removed

extension DeliveredNotificationsCore {
  private mutating func follow(in turn: FeatureTurn<Self>) {
    let (lifecycle, former) = (turn.lifecycle, turn.formerLifecycle ?? LifecycleState())
    let (accounts, formerAccounts) = (lifecycle.accounts ?? [], former.accounts ?? [])
    if !formerAccounts.isEmpty, formerAccounts.isDisjoint(with: accounts) {
      removals.append(Removal(subject: .all, account: "", end: turn.date))
    }
    // A notification delivered while the user was there is removed when the user leaves.
    let focused = lifecycle.account == former.account ? lifecycle.focusedPages : []
    removals += removals(in: former, until: turn.date) { !focused.contains($0) }
    if lifecycle != turn.formerLifecycle { read() }
  }

  /// The removals of what is about the focused pages.
  private func removals(
    in lifecycle: LifecycleState,
    until end: Date = .distantFuture,
    where isIncluded: (PageID) -> Bool = { _ in true }
  ) -> [Removal] {
    lifecycle.focusedPages.filter(isIncluded).flatMap(configuration.subjects)
      .map { Removal(subject: $0, account: lifecycle.account ?? "", end: end) }
  }

  private mutating func accept(
    _ list: [DeliveredNotification],
    in turn: inout FeatureTurn<Self>
  ) {
    removed.removeAll { !list.contains($0) }
    let items = list.map { Item($0, by: turn.identification) }
    keptAccounts = Set(items.compactMap(\.account))
    let unwanted = items.filter { item in
      !removed.contains(item.notification) && isRemoved(item, of: items, in: turn)
    }
    .map(\.notification)
    removals = []
    removed += unwanted
    state = list.count - removed.count
    if !unwanted.isEmpty {
      let ids = unwanted.map(\.id)
      turn.perform(ids)
      turn.log(.removed(ids: ids))
      removalTime = turn.now
    }
    // The system removes a moment later; the longer it takes, the less often the list is read.
    let (age, limit) = (turn.now - removalTime, Self.timeout)
    let isOver = removed.isEmpty || age >= limit
    nextDeadline = isOver ? nil : turn.now + min(age + .milliseconds(50), limit - age)
  }

  private func isRemoved(_ item: Item, of items: [Item], in turn: FeatureTurn<Self>) -> Bool {
    if turn.hasSignedOut(item.account) { return true }
    // A notification from the future was delivered before the clock was set back.
    let date = item.notification.date
    let delivery = date > turn.date + 1 ? Date.distantPast : date
    return (removals(in: turn.lifecycle) + removals).contains { removal in
      removal.contains(item, deliveredAt: delivery)
        && removal.push.flatMap { notification(of: $0, in: items) } != item.notification
    }
  }

  /// The notification of the push: one with its id or, without one, the latest with the same payload.
  private func notification(of push: Push, in items: [Item]) -> DeliveredNotification? {
    let named = items.filter { $0.subjects.contains(.message(push.id)) }
    let same = items.filter { $0.notification.payload == push.payload }
    return (named.isEmpty ? same : named).map(\.notification).max { $0.date < $1.date }
  }
}
