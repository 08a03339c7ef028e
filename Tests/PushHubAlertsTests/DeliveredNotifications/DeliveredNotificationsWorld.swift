import PushHub
import PushHubTesting

@testable import PushHubAlerts
@testable import TestSupport

/// A notification center beside the core, and what must happen to each notification.
struct DeliveredNotificationsWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case deliverOfAnnAboutTea
    case deliverOfBobAboutTea
    case deliverOfNobodyAboutRum
    case focusTea
    case leaveTea
    case annSignsIn
    case bobSignsIn
    case bobSignsInBesideAnn
    case signOut
    case removeTea
    case removeAnn
    case deliverOfAnnInPlaceOfFormer
    case answer
    case answerWithOldList
    case silence
    case work
    case restart
  }

  private struct Shown {
    let notification: DeliveredNotification
    let thread: String
    let owner: AccountID?

    /// Whether it must be removed when the list is read.
    var isDoomed = false

    func isOf(_ account: AccountID?) -> Bool {
      account == nil || owner == nil || owner == account
    }
  }

  private static var core: DeliveredNotificationsCore {
    var configuration = DeliveredNotifications.Configuration()
    configuration.subjects = { [.thread($0.rawValue)] }
    return DeliveredNotificationsCore(configuration)
  }

  private static let identification = PushIdentification(account: account(under: "for"))

  private var simulation = FeatureSimulation(core, identification: identification)

  /// What the list had when it was asked for, and whether something has happened since.
  private var snapshot: [DeliveredNotification]?
  private var isOld = false

  /// The latest list, and what was removed so far.
  private var latest: [DeliveredNotification] = []
  private var removedIDs: Set<String> = []

  /// The time until which work waits for the latest removal.
  private var removalEnd: ContinuousClock.Instant?
  private var isWorking = false
  private var shown: [Shown] = []

  /// What was removed, and stays in the list until the operation after the next.
  private var removed: [(notification: DeliveredNotification, turn: Int)] = []
  private var turn = 0

  /// The accounts that were signed in since the launch, and the time when others count as signed out.
  private var seen: Set<AccountID> = []
  private var departure: ContinuousClock.Instant?
  private var isLatestComplete = false
  private(set) var mistake: String?

  init() {
    change { $0.phase = .active }
  }

  mutating func perform(_ operation: Operation) {
    turn += 1
    removed.removeAll { $0.turn < turn - 1 }
    isLatestComplete = false
    pass(1)
    switch operation {
    case .deliverOfAnnAboutTea: deliver("tea", for: "ann")
    case .deliverOfBobAboutTea: deliver("tea", for: "bob")
    case .deliverOfNobodyAboutRum: deliver("rum")
    case .focusTea: change { $0.visiblePages = ["tea"] }
    case .leaveTea:
      leaveTea()
      change { $0.visiblePages = [] }
    case .annSignsIn: signIn(["ann"], shown: "ann")
    case .bobSignsIn: signIn(["bob"], shown: "bob")
    case .bobSignsInBesideAnn: signIn(["ann", "bob"], shown: "bob")
    case .signOut: signIn([], shown: nil)
    case .removeTea:
      doom { $0.thread == "tea" }
      play { $0.send([.thread("tea")]) }
    case .removeAnn:
      doom { $0.owner == "ann" }
      play { $0.send([.account("ann")]) }
    case .deliverOfAnnInPlaceOfFormer:
      doom { $0.thread == "tea" && $0.isOf("ann") }
      deliver("tea", for: "ann", removing: true)
    case .answer: answer(with: listed, isComplete: !isOld)
    case .answerWithOldList: answer(with: snapshot ?? [])
    case .silence: pass(10)
    case .work:
      isWorking = true
      play(isEvent: false) { $0.handle(.work(isRefresh: false)) }
    case .restart: restart()
    }
    check()
  }

  /// A new process does not know what was wanted in the former one.
  private mutating func restart() {
    let life = simulation.lifecycle
    simulation.relaunch(Self.core)
    (snapshot, isWorking, latest, removedIDs, removalEnd) = (nil, false, [], [], nil)
    seen = life.accounts ?? []
    departure = life.accounts.map { _ in simulation.now + .seconds(10) }
    for index in shown.indices { shown[index].isDoomed = false }
    play { $0.handle(.lifecycle(life, after: nil)) }
  }
}

// MARK: - The core

extension DeliveredNotificationsWorld {
  private mutating func pass(_ seconds: Int) {
    for _ in 0..<seconds {
      let owners = latest.map { Self.identification.account($0.payload) }
      let isDeparture =
        departure == simulation.now + .seconds(1) && owners.contains { !isSeen($0) && isOut($0) }
      // A list that is asked for within the second doesn't have what is known at its end.
      play(isEvent: false) { $0.advance(by: .milliseconds(999)) }
      play(isEvent: isDeparture) { $0.advance(by: .milliseconds(1)) }
    }
  }

  private mutating func change(_ change: (inout LifecycleState) -> Void) {
    let life = simulation.lifecycle
    var new = life
    change(&new)
    play(isEvent: new != life) { $0.changeLifecycle(change) }
  }

  private mutating func play(
    isEvent: Bool = true,
    _ step: (inout FeatureSimulation<DeliveredNotificationsCore>) -> Void
  ) {
    isOld = isOld || isEvent
    step(&simulation)
    let effects = simulation.takeEffects()
    for effect in effects {
      switch effect {
      case .ask: (snapshot, isOld) = (listed, false)
      case .perform(let ids, _):
        remove(ids)
        if !effects.contains(.log(.removed(ids: ids))) { mistake = "A removal is not logged." }
      case .log(.noAnswer): (snapshot, removalEnd) = (nil, nil)
      case .finishWork:
        if !isWorking { mistake = "Work is finished twice." }
        if isWaiting { mistake = "Work is finished too early." }
        isWorking = false
      default: break
      }
    }
  }

  /// Whether work waits for a list, or for a removal.
  private var isWaiting: Bool {
    let lingers = latest.contains { removedIDs.contains($0.id) }
    return snapshot != nil || lingers && removalEnd.map { simulation.now < $0 } == true
  }
}

// MARK: - The center

extension DeliveredNotificationsWorld {
  private var listed: [DeliveredNotification] {
    shown.map(\.notification) + removed.map(\.notification)
  }

  private mutating func deliver(
    _ thread: String,
    for owner: AccountID? = nil,
    removing: Bool = false
  ) {
    let id = "n\(turn)"
    var userInfo: [String: Any] = ["aps": ["thread-id": thread], "gcm.message_id": id]
    userInfo["for"] = owner?.rawValue
    if removing { userInfo["remove"] = ["threads": [thread]] }
    let payload = PushPayload(userInfo: userInfo)
    let date = simulation.date
    let notification = DeliveredNotification(id: "r\(turn)", payload: payload, date: date)
    shown.append(Shown(notification: notification, thread: thread, owner: owner))
    let push = Push(id: id, payload: payload, account: owner, receivedAt: date)
    play { $0.handle(.push(.received(push))) }
  }

  private mutating func signIn(_ accounts: Set<AccountID>, shown account: AccountID?) {
    let former = simulation.lifecycle.accounts ?? []
    if account != simulation.lifecycle.account { leaveTea() }
    if !former.isEmpty, former.isDisjoint(with: accounts) { doom { $0.owner == nil } }
    seen.formUnion(accounts)
    departure = departure ?? simulation.now + .seconds(10)
    change { $0.setAccounts(accounts, shown: account) }
  }

  private mutating func leaveTea() {
    doom { [self] in isInFocus($0) }
  }

  private mutating func doom(_ isRemoved: (Shown) -> Bool) {
    for index in shown.indices where isRemoved(shown[index]) { shown[index].isDoomed = true }
  }

  private mutating func answer(with list: [DeliveredNotification], isComplete: Bool = false) {
    guard snapshot != nil else { return }
    snapshot = nil
    if !isOld { (latest, isLatestComplete) = (list, isComplete) }
    play(isEvent: false) { $0.answer(.success(list)) }
  }

  private mutating func remove(_ ids: [String]) {
    for shown in shown where ids.contains(shown.notification.id) {
      if !shown.isDoomed, !isUnwanted(shown) { mistake = "\(shown) was removed." }
      removed.append((shown.notification, turn))
    }
    removalEnd = simulation.now + .seconds(10)
    removedIDs.formUnion(ids)
    shown.removeAll { ids.contains($0.notification.id) }
  }
}

// MARK: - What must hold

extension DeliveredNotificationsWorld {
  private func isInFocus(_ shown: Shown) -> Bool {
    let life = simulation.lifecycle
    return life.isFocused("tea") && shown.thread == "tea" && shown.isOf(life.account ?? "")
  }

  /// Whether it must not be shown as things are now.
  private func isUnwanted(_ shown: Shown) -> Bool {
    let areKnown = departure.map { $0 <= simulation.now } ?? false
    return isInFocus(shown) || isOut(shown.owner) && (isSeen(shown.owner) || areKnown)
  }

  private func isOut(_ owner: AccountID?) -> Bool {
    owner.map(simulation.lifecycle.isSignedOut) ?? false
  }

  private func isSeen(_ owner: AccountID?) -> Bool { owner.map(seen.contains) ?? false }

  private mutating func check() {
    guard mistake == nil else { return }
    if snapshot != nil, simulation.kernel.nextDeadline == nil {
      mistake = "A list has no deadline."
    } else if isWorking, !isWaiting {
      mistake = "Work is not finished."
    } else if isLatestComplete, let left = shown.first(where: { $0.isDoomed || isUnwanted($0) }) {
      mistake = "\(left) is still there."
    } else if isLatestComplete, simulation.state != shown.count {
      mistake = "\(simulation.state ?? -1) are counted, and \(shown.count) are there."
    }
  }
}
