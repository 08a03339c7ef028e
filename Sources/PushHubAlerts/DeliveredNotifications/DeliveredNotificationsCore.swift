import Foundation
import PushHub

/// Decides which notifications are removed.
///
/// Each input reads the list again, so that the list that is accepted holds all that was delivered
/// before.
@MainActor
struct DeliveredNotificationsCore: ManualFeatureCore {
  typealias Event = DeliveredNotificationsEvent

  enum Input {
    /// The app wants notifications removed.
    case remove(Set<NotificationSubject>)

    /// The system's list, which was read after all other inputs.
    case list([DeliveredNotification])
  }

  enum Effect: Equatable {
    case readList
    case remove([String])
  }

  /// The state of the app.
  private struct Life: Equatable {
    let accounts: Set<AccountID>?
    let isForeground: Bool

    /// The subjects of the focused pages.
    let focus: Set<NotificationSubject>
  }

  /// A notification, what it is about, and its account.
  struct Item: Equatable {
    let notification: DeliveredNotification
    let subjects: Set<NotificationSubject>
    let owner: AccountID?
  }

  /// A request to remove what was delivered until then.
  private struct Removal {
    /// The subject; `nil` for notifications that belong to no known account.
    let subject: NotificationSubject?
    let end: Date

    /// The push that requests it, which is not removed itself.
    var push: Push?
  }

  /// Work in the background for a push.
  private struct Work {
    let push: Push?
    let end: ContinuousClock.Instant

    /// The items removed before the work began that the latest list still has; `nil` until it is read.
    var items: [Item]?
  }

  /// The time limit for the system's list, and for work in the background for a removal.
  private static let timeout = Duration.seconds(10)

  let configuration: DeliveredNotifications.Configuration

  /// The number of notifications left; `nil` before the first list.
  private(set) var state: Int?

  private var life: Life?

  /// Whether it is known which accounts are signed in.
  private var isAccountKnown = false

  /// The removals that happen when the list is read.
  private var removals: [Removal] = []

  /// The items removed, until a list lacks them: the system removes a moment later.
  private var removed: [Item] = []

  /// The time limit of the reading in progress.
  private var readingEnd: ContinuousClock.Instant?

  /// The work in the background that is not finished, in the order of its end.
  private var works: [Work] = []
  private var nextReading: ContinuousClock.Instant?

  var nextDeadline: ContinuousClock.Instant? {
    [readingEnd ?? nextReading, works.first?.end].compactMap { $0 }.min()
  }

  init(_ configuration: DeliveredNotifications.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    var readsList = false
    switch input {
    case .lifecycle(let state, _): readsList = follow(state, at: turn.date)
    case .push(let event):
      readsList = true
      if case .received(let push) = event {
        requestRemoval(of: configuration.removal(push), until: push.receivedAt, by: push)
      }
    case .own(.remove(let subjects)):
      readsList = true
      turn.record(DeliveredRecord.removal(Array(subjects)))
      requestRemoval(of: subjects, until: turn.date)
    case .own(.list(let notifications)): accept(notifications, in: &turn)
    case .work(let push): works.append(Work(push: push, end: turn.now + Self.timeout))
    case .deadline:
      readsList = nextReading.map { $0 <= turn.now } ?? false
      if let readingEnd, readingEnd <= turn.now {
        self.readingEnd = nil
        turn.cancel()
        turn.log(.noAnswer)
      }
    case .detached:
      let count = state
      self = Self(configuration)
      state = count
    case .loaded, .saved: break
    }
    if readsList {
      (readingEnd, nextReading) = (turn.now + Self.timeout, nil)
      turn.perform(.readList)
    }
    continueWork(in: &turn)
  }

  private mutating func continueWork(in turn: inout ManualFeatureTurn<Self>) {
    if readingEnd == nil {
      for index in works.indices { works[index].items = works[index].items ?? removed }
    }
    let isFinished = { (work: Work) in work.items?.isEmpty == true || work.end <= turn.now }
    let finished = works.filter(isFinished)
    works.removeAll(where: isFinished)
    if !finished.isEmpty { turn.finishWork(.newData, for: finished.map(\.push)) }
    guard readingEnd == nil else { return }
    // The system removes a moment later; the longer it takes, the less often the list is read.
    nextReading = works.last.map { work in
      nextReading ?? turn.now + Self.timeout - (work.end - turn.now) + .milliseconds(50)
    }
  }
}

// MARK: - The list

extension DeliveredNotificationsCore {
  private mutating func accept(
    _ notifications: [DeliveredNotification],
    in turn: inout ManualFeatureTurn<Self>
  ) {
    readingEnd = nil
    turn.record(DeliveredRecord.listed(notifications))
    let items = notifications.map { item($0, by: turn.identification) }
    removed.removeAll { !items.contains($0) }
    let unwanted = items.filter { !removed.contains($0) && isRemoved($0, of: items, at: turn.date) }
    removed += unwanted
    for index in works.indices {
      works[index].items = (works[index].items ?? removed).filter(items.contains)
    }
    removals = []
    state = items.count - removed.count
    guard !unwanted.isEmpty else { return }
    let ids = unwanted.map(\.notification.id)
    turn.perform(.remove(ids))
    turn.log(.removed(ids: ids))
  }
}

// MARK: - What is removed

extension DeliveredNotificationsCore {
  private func item(
    _ notification: DeliveredNotification,
    by identification: PushIdentification
  ) -> Item {
    let identity = identification.identity(of: notification.payload)
    return Item(
      notification: notification,
      subjects: NotificationSubject.all(of: notification.payload, identity)
        .union([.message(notification.id)]),
      owner: identity.account
    )
  }

  /// - Returns: Whether something has changed.
  private mutating func follow(_ state: LifecycleState, at date: Date) -> Bool {
    let life = Life(
      accounts: state.accounts,
      isForeground: state.isForeground,
      focus: Set(state.focusedPages.flatMap(configuration.subjects))
    )
    let former = self.life
    self.life = life
    isAccountKnown = isAccountKnown || life.accounts?.isEmpty == false
    if let former {
      if former.accounts?.isSubset(of: life.accounts ?? []) == false {
        removals.append(Removal(subject: nil, end: date))
      }
      // A notification delivered while the user was there is removed when the user leaves.
      requestRemoval(of: former.focus.subtracting(life.focus), until: date)
    }
    return life != former
  }

  private mutating func requestRemoval(
    of subjects: Set<NotificationSubject>,
    until date: Date,
    by push: Push? = nil
  ) {
    removals.removeAll { $0.end <= date && $0.subject.map(subjects.contains) == true }
    removals += subjects.map { Removal(subject: $0, end: date, push: push) }
  }

  private func isRemoved(_ item: Item, of items: [Item], at date: Date) -> Bool {
    if isAccountKnown, let owner = item.owner, life?.accounts?.contains(owner) != true {
      return true
    }
    if let life, item.subjects.contains(where: life.focus.contains) { return true }
    // A notification from the future was delivered before the clock was set back.
    let delivery = item.notification.date > date + 1 ? Date.distantPast : item.notification.date
    return removals.contains { removal in
      (removal.subject.map(item.subjects.contains) ?? (item.owner == nil))
        && delivery <= removal.end && removal.push.flatMap { self.item(of: $0, in: items) } != item
    }
  }

  /// The notification of the push: one with its id or, without one, the latest with the same payload.
  private func item(of push: Push, in items: [Item]) -> Item? {
    let named = items.filter { $0.subjects.contains(.message(push.id)) }
    let same = items.filter { $0.notification.payload == push.payload }
    return (named.isEmpty ? same : named).max { $0.notification.date < $1.notification.date }
  }
}
