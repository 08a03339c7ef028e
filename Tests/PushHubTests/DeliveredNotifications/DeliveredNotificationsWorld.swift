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

  private var core = DeliveredNotificationsCore()

  /// Whether the list is asked for.
  private var isAsked = false
  private var date = Date(timeIntervalSince1970: 1_767_225_600)
  private var shown: [Shown] = []

  /// What was removed, and stays in the list until the operation after the next.
  private var dying: [(item: DeliveredNotificationsCore.Item, turn: Int)] = []
  private var turn = 0
  private var deliveredCount = 0
  private var snapshot: [DeliveredNotificationsCore.Item] = []
  private var looking: Set<NotificationSubject> = []
  private var account: AccountID?
  private var hasSignedOut = false
  private var isLastAnswerComplete = false
  private(set) var mistake: String?

  init() {
    begin()
  }

  func allows(_ operation: Operation) -> Bool { true }

  mutating func perform(_ operation: Operation) {
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
      core.want(Self.tea, until: date)
      ask()
    case .deliverAboutTeaInPlaceOfFormer:
      doom { $0.isAbout(Self.tea) }
      deliver("tea", nil, by: "p\(turn)")
    case .answer:
      isLastAnswerComplete = isAsked
      accept(listed)
    case .answerWithOldList: accept(snapshot)
    case .silence: isAsked = false
    case .restart:
      core = DeliveredNotificationsCore()
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
    if core.follow(.init(account: account, looking: looking), at: date) { ask() }
  }

  private mutating func deliver(
    _ thread: String,
    _ owner: AccountID?,
    by pushID: String? = nil
  ) {
    deliveredCount += 1
    var userInfo: [String: Any] = ["aps": ["thread-id": thread]]
    userInfo["gcm.message_id"] = pushID
    let payload = PushPayload(userInfo: userInfo)
    let item = DeliveredNotificationsCore.Item(
      DeliveredNotification(id: "n\(deliveredCount)", payload: payload, date: date),
      from: [any PushSender].standard.sender(of: payload),
      owner: owner
    )
    shown.append(Shown(item: item))
    if let pushID { core.want([.thread(thread)], until: date, by: push(pushID, payload)) }
    ask()
  }

  private func push(_ id: String, _ payload: PushPayload) -> Push {
    Push(
      id: id,
      messageID: id,
      payload: payload,
      sender: [any PushSender].standard.sender(of: payload),
      receivedAt: date,
      channels: [.remote]
    )
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

  private var listed: [DeliveredNotificationsCore.Item] { shown.map(\.item) + dying.map(\.item) }

  private mutating func ask() {
    isAsked = true
    snapshot = listed
  }

  private mutating func accept(_ items: [DeliveredNotificationsCore.Item]) {
    guard isAsked else { return }
    isAsked = false
    remove(core.accept(items, at: date))
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
    }
  }
}

extension DeliveredNotificationsCore.Item {
  fileprivate var id: String { notification.id }

  fileprivate func isAbout(_ subjects: Set<NotificationSubject>) -> Bool {
    !subjects.isDisjoint(with: self.subjects)
  }
}
