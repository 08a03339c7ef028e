import Foundation
import PushHub
import PushHubReplay

@testable import PushHubAlerts

/// A notification center beside the core, and what must become of each notification.
struct DeliveredNotificationsWorld: CheckedWorld {
  enum Operation: Hashable, CaseIterable {
    case deliverOfAnnAboutTea
    case deliverOfBobAboutRum
    case deliverOfNobodyAboutTea
    case lookAtTea
    case lookAway
    case annSignsIn
    case bobSignsIn
    case signOut
    case removeTea
    case deliverAboutTeaInPlaceOfFormer
    case setClockBack
    case answer
    case answerWithOldList
    case silence
    case restart
  }

  private struct Shown {
    let item: DeliveredNotificationsCore.Item

    /// Whether it must be gone when all is done.
    var isDoomed = false
  }

  private static let tea: Set<NotificationSubject> = [.thread("tea")]
  private static let timeout = Duration.seconds(10)

  private var core = DeliveredNotificationsCore(timeout: timeout)
  private var now = ContinuousClock.now
  private var date = Date(timeIntervalSince1970: 1_767_225_600)
  private var shown: [Shown] = []

  /// What was removed, and stays in the list until the operation after the next.
  private var dying: [(item: DeliveredNotificationsCore.Item, turn: Int)] = []
  private var turn = 0
  private var deliveredCount = 0
  private var snapshot: [DeliveredNotificationsCore.Item] = []
  private var looking: Set<NotificationSubject> = []
  private var account: AccountID?
  private var hasHadAccount = false
  private var hasSignedOut = false
  private var isLastAnswerComplete = false
  private(set) var mistake: String?

  init() {
    begin()
  }

  /// The clock is set back while nothing is wanted: then it is known what was wanted before.
  func allows(_ operation: Operation) -> Bool {
    operation != .setClockBack || isLastAnswerComplete
  }

  mutating func perform(_ operation: Operation) {
    now += .seconds(1)
    date += 1
    turn += 1
    dying.removeAll { $0.turn < turn - 1 }
    isLastAnswerComplete = false
    switch operation {
    case .deliverOfAnnAboutTea: deliver("tea", "ann")
    case .deliverOfBobAboutRum: deliver("rum", "bob")
    case .deliverOfNobodyAboutTea: deliver("tea", nil)
    case .lookAtTea: look(at: Self.tea)
    case .lookAway: look(at: [])
    case .annSignsIn: signIn("ann")
    case .bobSignsIn: signIn("bob")
    case .signOut: signIn(nil)
    case .removeTea:
      doom { $0.isAbout(Self.tea) }
      tell(.removal(Self.tea, at: date))
    case .deliverAboutTeaInPlaceOfFormer:
      doom { $0.isAbout(Self.tea) }
      deliver("tea", nil, messageID: "p\(turn)")
    case .setClockBack: date -= 1_000_000
    case .answer: answerAll()
    case .answerWithOldList:
      if core.nextDeadline != nil {
        tell(.listed(snapshot, at: date))
      }
    case .silence:
      now += Self.timeout
      if core.nextDeadline != nil { tell(.deadline) }
    case .restart:
      core = DeliveredNotificationsCore(timeout: Self.timeout)
      // What was wanted of a process that has ended is not known to the next.
      for index in shown.indices {
        shown[index].isDoomed = false
      }
      begin()
    }
    check()
  }

  private mutating func begin() {
    hasSignedOut = false
    live()
  }

  private mutating func live() {
    tell(.life(.init(account: account, looking: looking), at: date))
  }

  private mutating func deliver(
    _ thread: String,
    _ owner: AccountID?,
    messageID: String? = nil
  ) {
    deliveredCount += 1
    let payload = PushPayload(userInfo: ["aps": ["thread-id": thread]])
    let item = DeliveredNotificationsCore.Item(
      notification: DeliveredNotification(
        id: "n\(deliveredCount)",
        payload: payload,
        date: date
      ),
      messageID: messageID,
      owner: owner
    )
    shown.append(Shown(item: item))
    let origin = messageID.map { DeliveredNotificationsCore.Origin(id: $0, payload: payload) }
    tell(.removal(origin == nil ? [] : [.thread(thread)], at: date, by: origin))
  }

  private mutating func look(at subjects: Set<NotificationSubject>) {
    let left = looking.subtracting(subjects)
    doom { $0.isAbout(left) }
    looking = subjects
    live()
  }

  private mutating func signIn(_ newAccount: AccountID?) {
    if newAccount != account, account != nil {
      doom { $0.owner == nil }
      hasSignedOut = true
    }
    account = newAccount
    live()
  }

  private mutating func doom(_ isToGo: (DeliveredNotificationsCore.Item) -> Bool) {
    for index in shown.indices where isToGo(shown[index].item) {
      shown[index].isDoomed = true
    }
  }

  /// Answers until nothing is asked any more.
  private mutating func answerAll() {
    var count = 0
    while core.nextDeadline != nil, count < 5 {
      count += 1
      tell(.listed(listed, at: date))
    }
    if count == 5 {
      mistake = "The list is asked for without end."
    }
    isLastAnswerComplete = count > 0
  }

  private var listed: [DeliveredNotificationsCore.Item] { shown.map(\.item) + dying.map(\.item) }

  private mutating func tell(_ event: DeliveredNotificationsCore.Event) {
    for effect in core.handle(event, at: now) {
      switch effect {
      case .list: snapshot = listed
      case .remove(let ids, let first):
        if shown.contains(where: { ids.contains($0.item.id) && !first.contains($0.item.id) }) {
          mistake = "One of \(ids) is removed without a word."
        }
        remove(first)
      case .noAnswer: break
      }
    }
  }

  private mutating func remove(_ ids: [String]) {
    for shown in shown where ids.contains(shown.item.id) && !shown.isDoomed && !isUnwanted(shown) {
      mistake = "\(shown.item) was removed."
    }
    dying += shown.filter { ids.contains($0.item.id) }.map { ($0.item, turn) }
    shown.removeAll { ids.contains($0.item.id) }
  }

  /// Whether it must not be shown as things are now.
  private func isUnwanted(_ shown: Shown) -> Bool {
    let isOfAnother = shown.item.owner.map { $0 != account } ?? false
    return shown.item.isAbout(looking)
      || isOfAnother && (account != nil || hasSignedOut)
  }

  private mutating func check() {
    guard isLastAnswerComplete, mistake == nil else { return }
    if let left = shown.first(where: { $0.isDoomed || isUnwanted($0) }) {
      mistake = "\(left.item) is still there."
    } else if core.count != shown.count {
      mistake = "\(core.count ?? -1) are counted, and \(shown.count) are there."
    } else if !core.isIdle {
      mistake = "It is not done."
    }
  }
}

extension DeliveredNotificationsCore.Item {
  fileprivate var id: String { notification.id }

  fileprivate func isAbout(_ subjects: Set<NotificationSubject>) -> Bool {
    subjects.contains { $0.matches(notification, messageID: messageID) }
  }
}
