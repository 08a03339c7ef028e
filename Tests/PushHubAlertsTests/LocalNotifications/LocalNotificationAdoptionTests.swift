import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// Requests that the app's earlier version has made.
final class LocalNotificationAdoptionTests: LocalNotificationApp {
  @Test func `they stay, are known by their id, and take places as before`() async {
    system.foreign = ["old.cart", "theirs"]
    await launch(as: "ann")
    #expect(system.foreign == ["old.cart", "theirs"])
    #expect(notifications.isScheduled("cart"))
    #expect(notifications.scheduled.isEmpty)
    #expect(notifications.id(inRequest: "old.cart") == "cart")
    #expect(notifications.id(inRequest: "pushhub.local.cart") == "cart")
    #expect(notifications.id(inRequest: "theirs") == nil)
    system.foreign = ["theirs"]
    await comeBack()
    #expect(!notifications.isScheduled("cart"), "it was shown")
  }

  @Test func `one that is scheduled anew takes the place of the old one`() async {
    system.foreign = ["old.cart"]
    await launch(as: "ann")
    await schedule("cart")
    #expect(system.takeLog() == ["pending", "remove old.cart", "add cart"])
  }

  @Test func `at a start without its account, one stays for ten seconds`() async {
    system.foreign = ["old.cart"]
    await launch(as: "ann")
    for account in ["ann", nil] as [AccountID?] {
      await launch()
      await comeBack()
      await wait(1)
      if let account { lifecycle.setAccount(account) }
      await wait(10)
      #expect(system.foreign == (account == nil ? [] : ["old.cart"]))
    }
  }

  @Test func `one that is canceled before the system has answered is removed`() async {
    system.foreign = ["old.cart", "old.tea"]
    system.isSilent = true
    await launch(as: "ann")
    notifications.cancel(["cart"])
    system.isSilent = false
    pass(10)
    await comeBack()
    #expect(system.foreign == ["old.tea"])
  }

  @Test func `a notification at once has reached the system when the call returns`() async throws {
    await launch(as: "ann")
    await schedule("cart")
    _ = system.takeLog()
    let notice = LocalNotification(id: "cart", body: "Keep running", trigger: .after(.zero))
    try notifications.showNow(notice)
    #expect(system.takeLog() == ["show pushhub.local.cart"])
    await settle()
    #expect(system.takeLog() == ["remove cart"])
    system.error = CocoaError(.featureUnsupported)
    #expect(throws: CocoaError.self) { try notifications.showNow(notice) }
  }

  @Test func `every sequence of what can happen to an old one`() throws {
    let count = try EverySequence(
      of: AdoptionWorld.Operation.allCases,
      upTo: 4,
      thorough: 6
    )
    .check(AdoptionWorld())
    #expect(count > 1_000)
  }
}

/// The core with a system that holds one request of the earlier version, beside what the user should see.
private struct AdoptionWorld: CheckedWorld {
  enum Operation: CaseIterable, Sendable {
    case signInAnn, signInBob, signOut, schedule, cancel
    /// The next call fails, whether or not the system does it.
    case failNext, failNextDone
    case die, dieUntilBob
    case show
  }

  private static let old = "old.own"
  private var simulation = FeatureSimulation(
    Self.core,
    store: [:],
    date: Date(timeIntervalSinceReferenceDate: 0)
  )
  private static var core: LocalNotificationCore {
    LocalNotificationCore(calendar: Calendar(identifier: .gregorian)) {
      $0 == old ? "own" : nil
    }
  }

  private var held: Set<String> = [Self.old]
  private var account: AccountID?
  private var fault: Operation?

  // What ought to be.
  private var isWanted = true
  private var owner: AccountID?

  /// The accounts that were signed in since the launch.
  private var seen: Set<AccountID> = []
  private(set) var mistake: String?

  init() { live() }

  private var state: LifecycleState {
    var state = LifecycleState(phase: .active)
    state.account = account
    return state
  }

  private mutating func live() {
    simulation.relaunch(Self.core)
    seen = []
    change(to: account)
    handle(.lifecycle(state, after: nil))
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .signInAnn: show("ann")
    case .signInBob: show("bob")
    case .signOut: show(nil)
    case .schedule:
      isWanted = false
      let notification = LocalNotification(id: "own", body: "", trigger: .after(.seconds(9)))
      handle(.action(.schedule(notification: notification, isBoundToAccount: false)))
    case .cancel:
      isWanted = false
      handle(.action(.cancel(ids: Private(["own"]))))
    case .failNext, .failNextDone: fault = operation
    case .die: live()
    case .dieUntilBob:
      account = "bob"
      live()
    case .show:
      isWanted = false
      held.remove(Self.old)
    }
    check()
  }

  private mutating func show(_ account: AccountID?) {
    change(to: account)
    handle(.lifecycle(state, after: .accountChanged(account)))
  }

  private mutating func change(to account: AccountID?) {
    if let owner, owner != account, seen.contains(owner) { isWanted = false }
    owner = owner ?? account
    account.map { _ = seen.insert($0) }
    self.account = account
  }

  private mutating func handle(_ input: KernelInput<LocalNotificationCore>) {
    simulation.handle(input)
    for effect in simulation.takeEffects() {
      guard case .ask(let call, _, let number) = effect else { continue }
      let fault = self.fault
      self.fault = nil
      let answer = fault == .failNext ? nil : carryOut(call)
      handle(
        .answer(
          number,
          fault == nil ? .success(answer) : .failure(SourceFailure(message: "full"))
        )
      )
    }
  }

  private mutating func carryOut(_ call: LocalNotificationCall) -> PendingNotifications? {
    switch call {
    case .add: held.insert("own")
    case .remove(let identifiers):
      held.subtract(identifiers.map { LocalNotification.id(inRequest: $0) ?? $0 })
    case .pending:
      return PendingNotifications(
        ids: held.contains("own") ? ["own"] : [],
        adopted: held.contains(Self.old) ? Private([Self.old: "own"]) : nil,
        otherCount: held.contains(Self.old) ? 1 : 0
      )
    }
    return nil
  }

  /// With a system that is well, ten seconds and one more occasion, it holds the old request if that is wanted.
  private mutating func check() {
    var later = self
    later.fault = nil
    later.simulation.pass(10)
    later.handle(.lifecycle(state, after: .phaseChanged(.active)))
    let isWanted = isWanted && (owner == nil || owner == account)
    if later.held.contains(Self.old) != isWanted {
      mistake = "The system holds \(later.held), and the old one is \(isWanted ? "" : "un")wanted."
    }
  }
}
