import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts
@testable import TestSupport

/// A notification center beside the core, and what must happen to each notification.
@MainActor
struct DeliveredNotificationsWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case deliverOfAnnAboutTea
    case deliverOfBobAboutRum
    case deliverOfNobodyAboutTea
    case focusTea
    case leaveTea
    case annSignsIn
    case bobSignsIn
    case signOut
    case removeTea
    case deliverAboutTeaInPlaceOfFormer
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
  }

  private var simulation = Self.start()

  /// Whether the list is being read, and what it had when that began.
  private var isReading = false
  private var snapshot: [DeliveredNotification] = []

  /// The latest list, and what was removed so far.
  private var latest: [DeliveredNotification] = []
  private var removedIDs: Set<String> = []

  /// Work in the background that isn't finished.
  private struct Work {
    let push: Push
    let end: ContinuousClock.Instant

    /// What must not be listed any more, from the first list after the work began.
    var ids: Set<String>?
  }

  private var works: [Work] = []
  private var shown: [Shown] = []

  /// What was removed, and stays in the list until the operation after the next.
  private var removed: [(notification: DeliveredNotification, turn: Int)] = []
  private var turn = 0
  private var hasSignedOut = false
  private var isLatestComplete = false
  private(set) var mistake: String?

  init() {
    handle(.lifecycle(LifecycleState(phase: .active), after: nil))
  }

  private static func start() -> CoreSimulation<DeliveredNotificationsCore> {
    var configuration = DeliveredNotifications.Configuration()
    configuration.subjects = { [.thread($0.rawValue)] }
    return CoreSimulation(
      DeliveredNotificationsCore(configuration),
      identification: PushIdentification {
        $0["for"]?.stringValue.map { AccountID(rawValue: $0) }
      }
    )
  }

  mutating func perform(_ operation: Operation) {
    turn += 1
    removed.removeAll { $0.turn < turn - 1 }
    isLatestComplete = false
    pass(1)
    switch operation {
    case .deliverOfAnnAboutTea: deliver("tea", for: "ann")
    case .deliverOfBobAboutRum: deliver("rum", for: "bob")
    case .deliverOfNobodyAboutTea: deliver("tea")
    case .focusTea: change { $0.visiblePages = ["tea"] }
    case .leaveTea:
      if isTeaFocused { doom { $0.thread == "tea" } }
      change { $0.visiblePages = [] }
    case .annSignsIn: signIn("ann")
    case .bobSignsIn: signIn("bob")
    case .signOut: signIn(nil)
    case .removeTea:
      doom { $0.thread == "tea" }
      handle(.own(.remove([.thread("tea")])))
    case .deliverAboutTeaInPlaceOfFormer:
      doom { $0.thread == "tea" }
      deliver("tea", removing: true)
    case .answer: answer(with: listed, isComplete: isReading)
    case .answerWithOldList: answer(with: snapshot)
    case .silence: pass(10)
    case .work:
      let push = Push(
        id: "w\(turn)",
        payload: PushPayload(userInfo: ["gcm.message_id": "w\(turn)"])
      )
      works.append(Work(push: push, end: simulation.now + .seconds(10)))
      followWork()
      handle(.work(for: push))
    case .restart: restart()
    }
    check()
  }

  /// A new process does not know what was wanted in the former one.
  private mutating func restart() {
    let (date, state) = (simulation.date, simulation.lifecycle)
    simulation = Self.start()
    simulation.date = date
    (isReading, works, latest, removedIDs, hasSignedOut) = (false, [], [], [], false)
    for index in shown.indices { shown[index].isDoomed = false }
    handle(.lifecycle(state, after: nil))
  }
}

// MARK: - The core

extension DeliveredNotificationsWorld {
  private var core: DeliveredNotificationsCore { simulation.core }

  private mutating func pass(_ seconds: Int) {
    for _ in 0..<seconds {
      simulation.advance(by: .seconds(1))
      performEffects()
    }
  }

  private mutating func handle(_ input: ManualFeatureInput<DeliveredNotificationsCore>) {
    simulation.handle(input)
    performEffects()
  }

  private mutating func change(_ change: (inout LifecycleState) -> Void) {
    simulation.changeLifecycle(change)
    performEffects()
  }

  private mutating func performEffects() {
    let effects = simulation.takeEffects()
    for effect in effects {
      switch effect {
      case .own(.readList): (isReading, snapshot) = (true, listed)
      case .own(.remove(let ids)):
        remove(ids)
        if !effects.contains(.log(.removed(ids: ids))) { mistake = "A removal is not logged." }
      case .cancel:
        isReading = false
        followWork()
      case .finishWork(_, let pushes):
        followWork()
        for push in pushes ?? [] { finishWork(for: push) }
      default: break
      }
    }
  }
}

// MARK: - Work in the background

extension DeliveredNotificationsWorld {
  private mutating func followWork() {
    guard !isReading else { return }
    for index in works.indices { works[index].ids = works[index].ids ?? removedIDs }
  }

  private func isDone(_ work: Work) -> Bool {
    work.ids.map { ids in !latest.contains { ids.contains($0.id) } } ?? false
  }

  private mutating func finishWork(for push: Push?) {
    guard let index = works.firstIndex(where: { $0.push.id == push?.id }) else {
      mistake = "Work is finished twice."
      return
    }
    let work = works.remove(at: index)
    if !isDone(work), work.end > simulation.now { mistake = "Work is finished too early." }
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
    let push = Push(
      id: id,
      payload: PushPayload(userInfo: userInfo),
      receivedAt: simulation.date
    )
    let notification = DeliveredNotification(
      id: "r\(turn)",
      payload: push.payload,
      date: push.receivedAt
    )
    shown.append(Shown(notification: notification, thread: thread, owner: owner))
    handle(.push(.received(push)))
  }

  private mutating func signIn(_ account: AccountID?) {
    let former = simulation.lifecycle.account
    if account != former, former != nil {
      doom { $0.owner == nil }
      hasSignedOut = true
    }
    change { $0.account = account }
  }

  private mutating func doom(_ isRemoved: (Shown) -> Bool) {
    for index in shown.indices where isRemoved(shown[index]) { shown[index].isDoomed = true }
  }

  private mutating func answer(with list: [DeliveredNotification], isComplete: Bool = false) {
    guard isReading else { return }
    (isReading, latest, isLatestComplete) = (false, list, isComplete)
    handle(.own(.list(list)))
  }

  private mutating func remove(_ ids: [String]) {
    for shown in shown where ids.contains(shown.notification.id) {
      if !shown.isDoomed, !isUnwanted(shown) { mistake = "\(shown) was removed." }
      removed.append((shown.notification, turn))
    }
    removedIDs.formUnion(ids)
    shown.removeAll { ids.contains($0.notification.id) }
  }
}

// MARK: - What must hold

extension DeliveredNotificationsWorld {
  private var isTeaFocused: Bool { simulation.lifecycle.isFocused("tea") }

  /// Whether it must not be shown as things are now.
  private func isUnwanted(_ shown: Shown) -> Bool {
    let account = simulation.lifecycle.account
    let isOfAnother = shown.owner.map { $0 != account } ?? false
    return isTeaFocused && shown.thread == "tea"
      || isOfAnother && (account != nil || hasSignedOut)
  }

  private mutating func check() {
    guard mistake == nil else { return }
    followWork()
    if !works.isEmpty || isReading, core.nextDeadline == nil {
      mistake = "Work or a list has no deadline."
    } else if works.contains(where: { $0.end <= simulation.now || isDone($0) }) {
      mistake = "Work is not finished."
    } else if isLatestComplete, let left = shown.first(where: { $0.isDoomed || isUnwanted($0) }) {
      mistake = "\(left) is still there."
    } else if isLatestComplete, core.state != shown.count {
      mistake = "\(core.state ?? -1) are counted, and \(shown.count) are there."
    }
  }
}
