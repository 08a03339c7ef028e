import Foundation
import PushHub

/// Decides which notifications are removed.
///
/// Each input reads the list again, so that the list that is accepted holds all that was delivered
/// before.
@MainActor
struct DeliveredNotificationsCore: FeatureCore {
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

  /// What is true of the app.
  private struct Life: Equatable {
    let account: AccountID?
    let isForeground: Bool

    /// What the focused pages are about.
    let focus: Set<NotificationSubject>
  }

  /// A notification, what it is about, and its account.
  struct Item: Equatable {
    let notification: DeliveredNotification
    let subjects: Set<NotificationSubject>
    let owner: AccountID?
  }

  /// What is removed of what was delivered until then.
  private struct Wish {
    /// What it is about; `nil` for what belongs to no known account.
    let subject: NotificationSubject?
    let end: Date

    /// The push that wants it, which is not removed itself.
    var push: Push?
  }

  /// How long the system may take for its list, and work in the background for a removal.
  private static let timeout = Duration.seconds(10)

  let configuration: DeliveredNotifications.Configuration

  /// How many notifications are left; `nil` before the first list.
  private(set) var state: Int?

  private var life: Life?

  /// Whether it is known who is signed in, or that nobody is.
  private var isAccountKnown = false

  /// What will be removed when the list is read.
  private var wishes: [Wish] = []

  /// What was removed, until a list lacks it: the system removes a moment later.
  private var removed: [Item] = []

  /// When the list that is being read is late.
  private var readingEnd: ContinuousClock.Instant?

  /// When work in the background began, which lasts until the list lacks what was removed.
  private var workStart: ContinuousClock.Instant?
  private var nextReading: ContinuousClock.Instant?

  var nextDeadline: ContinuousClock.Instant? { readingEnd ?? nextReading }

  init(_ configuration: DeliveredNotifications.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    var readsList = false
    switch input {
    case .lifecycle(let state, _): readsList = follow(state, at: turn.date)
    case .push(let event):
      readsList = true
      if case .received(let push) = event {
        want(configuration.removal(push), until: push.receivedAt, by: push)
      }
    case .own(.remove(let subjects)):
      readsList = true
      turn.record(DeliveredRecord.removal(Array(subjects)))
      want(subjects, until: turn.date)
    case .own(.list(let notifications)): accept(notifications, in: &turn)
    case .work: workStart = turn.now
    case .deadline where readingEnd == nil: readsList = true
    case .deadline:
      readingEnd = nil
      turn.cancel()
      turn.log(.noAnswer)
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

  private mutating func continueWork(in turn: inout FeatureTurn<Self>) {
    guard nextDeadline == nil, let workStart else { return }
    let age = turn.now - workStart
    if removed.isEmpty || age >= Self.timeout {
      self.workStart = nil
      turn.finishWork(.newData)
    } else {
      nextReading = turn.now + min(age + .milliseconds(50), Self.timeout - age)
    }
  }
}

// MARK: - The list

extension DeliveredNotificationsCore {
  private mutating func accept(
    _ notifications: [DeliveredNotification],
    in turn: inout FeatureTurn<Self>
  ) {
    readingEnd = nil
    turn.record(DeliveredRecord.listed(notifications))
    let items = notifications.map(item)
    removed.removeAll { !items.contains($0) }
    let gone = items.filter { !removed.contains($0) && isRemoved($0, of: items, at: turn.date) }
    removed += gone
    wishes = []
    state = items.count - removed.count
    guard !gone.isEmpty else { return }
    let ids = gone.map(\.notification.id)
    turn.perform(.remove(ids))
    turn.log(.removed(ids))
  }
}

// MARK: - What is removed

extension DeliveredNotificationsCore {
  private func item(_ notification: DeliveredNotification) -> Item {
    let payload = notification.payload
    let sender = configuration.senders.sender(of: payload)
    return Item(
      notification: notification,
      subjects: NotificationSubject.all(of: payload, from: sender)
        .union([.message(notification.id)]),
      owner: configuration.owner(payload)
    )
  }

  /// - Returns: Whether something has changed.
  private mutating func follow(_ state: LifecycleState, at date: Date) -> Bool {
    let life = Life(
      account: state.account,
      isForeground: state.isForeground,
      focus: Set(state.focusedPages.flatMap(configuration.subjects))
    )
    let former = self.life
    self.life = life
    isAccountKnown = isAccountKnown || life.account != former?.account
    if let former {
      if let account = former.account, account != life.account {
        wishes.append(Wish(subject: nil, end: date))
      }
      // What came while the user was there is removed when the user leaves.
      want(former.focus.subtracting(life.focus), until: date)
    }
    return life != former
  }

  private mutating func want(
    _ subjects: Set<NotificationSubject>,
    until date: Date,
    by push: Push? = nil
  ) {
    wishes.removeAll { $0.end <= date && $0.subject.map(subjects.contains) == true }
    wishes += subjects.map { Wish(subject: $0, end: date, push: push) }
  }

  private func isRemoved(_ item: Item, of items: [Item], at date: Date) -> Bool {
    if isAccountKnown, let owner = item.owner, owner != life?.account { return true }
    if let life, item.subjects.contains(where: life.focus.contains) { return true }
    // What is from the future was delivered before the clock was set back.
    let delivery = item.notification.date > date + 1 ? Date.distantPast : item.notification.date
    return wishes.contains { wish in
      (wish.subject.map(item.subjects.contains) ?? (item.owner == nil))
        && delivery <= wish.end && wish.push.flatMap { self.item(of: $0, in: items) } != item
    }
  }

  /// The notification of the push: one with its id or, without one, the latest with the same payload.
  private func item(of push: Push, in items: [Item]) -> Item? {
    let named = items.filter { $0.subjects.contains(.message(push.id)) }
    let same = items.filter { $0.notification.payload == push.payload }
    return (named.isEmpty ? same : named).max { $0.notification.date < $1.notification.date }
  }
}
