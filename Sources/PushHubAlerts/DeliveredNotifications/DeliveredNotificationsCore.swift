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

  /// Some notifications.
  private struct Selection: Equatable {
    let subject: NotificationSubject

    /// The account that they belong to, unless theirs isn't known; `nil` for any.
    var account: AccountID?

    func contains(_ item: Item) -> Bool {
      let isOfAccount = account == nil || item.account == nil || item.account == account
      return isOfAccount && item.subjects.contains(subject)
    }
  }

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

  /// A removal of what was delivered until then.
  private struct Removal {
    let selection: Selection
    let end: Date

    /// The push that wants it, which is not removed itself.
    let push: Push?
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

  /// The time of a sign-out that left no account signed in.
  private var signOut: Date?

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
        let selection = Selection(subject: subject, account: account)
        remove(selection, until: push.receivedAt, by: push)
      }
    case .action(let subjects):
      read()
      for subject in subjects { remove(Selection(subject: subject), until: turn.date) }
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
    if !formerAccounts.isEmpty, formerAccounts.isDisjoint(with: accounts) { signOut = turn.date }
    // A notification delivered while the user was there is removed when the user leaves.
    let focused = focus(in: lifecycle)
    for selection in focus(in: former) where !focused.contains(selection) {
      remove(selection, until: turn.date)
    }
    if lifecycle != turn.formerLifecycle { read() }
  }

  /// The notifications about the focused pages.
  private func focus(in lifecycle: LifecycleState) -> [Selection] {
    lifecycle.focusedPages.flatMap(configuration.subjects)
      .map { Selection(subject: $0, account: lifecycle.account ?? "") }
  }

  private mutating func remove(_ selection: Selection, until date: Date, by push: Push? = nil) {
    removals.removeAll { $0.end <= date && $0.selection == selection }
    removals.append(Removal(selection: selection, end: date, push: push))
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
    (removals, signOut) = ([], nil)
    removed += unwanted.map(\.notification)
    state = list.count - removed.count
    if !unwanted.isEmpty {
      let ids = unwanted.map(\.notification.id)
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
    if focus(in: turn.lifecycle).contains(where: { $0.contains(item) }) { return true }
    // A notification from the future was delivered before the clock was set back.
    let date = item.notification.date
    let delivery = date > turn.date + 1 ? Date.distantPast : date
    if item.account == nil, let signOut, delivery <= signOut { return true }
    return removals.contains { removal in
      delivery <= removal.end && removal.selection.contains(item)
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
