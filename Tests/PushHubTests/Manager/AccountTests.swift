import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// To which account an event belongs, and what that changes.
struct AccountTests: AppFixture {
  let app = SimulatedApp {
    $0.identification.account = account()
    $0.journalMaximumAge = .seconds(100)
  }

  init() {
    show("ann")
  }

  /// Ann, Bob and Eve are signed in, and one is shown.
  private func show(_ account: AccountID) {
    lifecycle.setAccounts(["ann", "bob", "eve"], shown: account)
  }

  /// A responder that handles responses and notes who is signed in when it is asked.
  private func router(_ asked: Holder<[String]>, handles: Bool = true) -> ResponderProbe {
    ResponderProbe { [lifecycle] _, push in
      asked.value.append("\(push.id) \(lifecycle.state.account?.rawValue ?? "nobody")")
      return handles
    }
  }

  // MARK: - A tap on a push for another account

  @Test(arguments: [true, false], [true, false])
  func `the router is asked once when a responder before it has switched the account`(
    isLaunch: Bool,
    hasOneAccount: Bool
  ) async {
    let asked = Holder<[String]>([])
    if hasOneAccount { lifecycle.setAccount("ann") }
    let switcher = ResponderProbe { [lifecycle] _, _ in
      if hasOneAccount {
        lifecycle.setAccount("bob")
      } else {
        lifecycle.setAccounts(["ann", "bob", "eve"], shown: "bob")
      }
      return false
    }
    let router = router(asked)
    let tap = message("m1", for: "bob")
    if isLaunch { manager.didFinishLaunching(with: tap) }
    manager.add(switcher)
    manager.add(router)
    if !isLaunch { manager.open(tap) }
    await settle()
    #expect(switcher.asked == ["m1 default"])
    #expect(asked.value == ["m1 bob"])
    #expect(manager.statistics.handled == 1)
    #expect(manager.statistics[.signedOut] == (hasOneAccount ? 1 : 0), "the push, not the tap")
  }

  @Test func `an account that left and came back finds nothing of before`() async throws {
    let slow = ResponderProbe { [clock] _, _ in
      try await clock.sleep(for: .seconds(20))
      return false
    }
    manager.add(slow)
    open("m1", for: "bob")
    await settle()
    lifecycle.setAccount("ann")
    show("bob")
    let next = ResponderProbe(handles: true)
    manager.add(next)
    await wait(20)
    #expect(next.asked == [])
    #expect(app.log.last { $0.code == .signedOut }?.pushID == "m1")
  }

  // MARK: - A push of no account, or of one that is not signed in

  @Test func `a tap for another account waits for its sign-in`() async {
    lifecycle.setAccount("ann")
    let observer = PushRecorder()
    manager.add(observer)
    open("m1", for: "bob")
    open("m2", for: "ann")
    #expect(observer.lines == ["opened m1 default", "received m2", "opened m2 default"])
    lifecycle.setAccount("bob")
    let asked = Holder<[String]>([])
    let router = router(asked)
    manager.add(router)
    await settle()
    #expect(asked.value == ["m1 bob"])
  }

  @Test(arguments: ["bob", nil] as [AccountID?], [true, false])
  func `a tap waits for the only account's sign-in, even if declined before`(
    account: AccountID?,
    isDeclined: Bool
  ) async {
    lifecycle.setAccount(nil)
    let opened = Holder<[String]>([])
    let router = ResponderProbe { [lifecycle] _, push in
      guard let shown = lifecycle.state.account else { return false }
      opened.value.append("\(push.id) \(shown)")
      return true
    }
    if isDeclined { manager.add(router) }
    open("m1", for: account)
    await settle()
    lifecycle.setAccount("bob")
    manager.add(router)
    await settle()
    #expect(opened.value == ["m1 bob"])
  }

  @Test func `a push of a signed-out account is discarded, not presented`()
    async
  {
    let (observer, discarded) = (PushRecorder(), PushRecorder(interests: [.discarded]))
    let worker = WorkerProbe(.answers, on: clock)
    for participant in [observer, discarded, worker] as [any PushParticipant] {
      manager.add(participant)
    }
    #expect(await manager.deliver(message("m1", for: "sam")) == .noData)
    let decision = await manager.present(message("m2", for: "sam"))
    #expect(decision.options == [] && decision.explanation.contains("not signed in"))
    _ = await manager.present(message("m1", for: "sam"))
    open("m3", for: "sam")
    #expect(observer.lines == [] && worker.askedCount == 0)
    #expect(
      discarded.lines == [
        "discarded m1 signedOut", "discarded m2 signedOut", "discarded m3 signedOut",
        "discarded m3 signedOut",
      ]
    )
  }

  @Test func `a push without an account belongs to the next shown one for good`() {
    let app = SimulatedApp()
    app.receive("m1")
    app.show("ann")
    app.show("bob")
    let recorder = PushRecorder()
    app.manager.add(recorder)
    app.open("m1")
    app.open("m2")
    #expect(recorder.pushes.map(\.account) == ["ann", "ann", "bob", "bob"])
  }

  @Test func `a notification from before a sign-in that replaced another is no account's`() {
    let signIns = MemoryStore<[AccountID: Date]>()
    func launch(_ account: AccountID?, after seconds: TimeInterval) -> NotificationManager {
      clock.advance(by: .seconds(seconds))
      let manager = NotificationManager(scheduler: clock, signIns: signIns)
      let lifecycle = AppLifecycle()
      lifecycle.add(manager)
      lifecycle.setAccount(account)
      return manager
    }
    func accounts(of manager: NotificationManager, deliveredAt dates: [Date]) -> [AccountID?] {
      let recorder = PushRecorder(interests: [.received])
      manager.add(recorder)
      for (number, date) in dates.enumerated() {
        manager.receive(message("m\(number)"), via: .remote, deliveredAt: date)
      }
      return recorder.pushes.map(\.account)
    }
    let start = clock.date
    let first = launch("ann", after: 0)
    #expect(accounts(of: first, deliveredAt: [start - 60, start]) == ["ann", "ann"])
    let again = launch("ann", after: 60)
    #expect(accounts(of: again, deliveredAt: [start - 60]) == ["ann"])
    _ = launch(nil, after: 60)
    let other = launch("bob", after: 60)
    #expect(accounts(of: other, deliveredAt: [start, clock.date]) == ["bob"])
    #expect(other.statistics[.signedOut] == 1)
    // The clock is set back: the time of the sign-in is one of the future.
    let later = NotificationManager(scheduler: ManualScheduler(date: start - 600), signIns: signIns)
    later.receive(nil, state: LifecycleState(account: "bob"))
    #expect(accounts(of: later, deliveredAt: [start - 600]) == ["bob"])
  }

  @Test func `accounts that a launch sets one after the other keep the times of their sign-ins`() {
    let signIns = MemoryStore<[AccountID: Date]>()
    let start = clock.date
    for pause in [2, 2, 60] {
      let manager = NotificationManager(scheduler: clock, signIns: signIns)
      for accounts in [["bob"], ["ann", "bob"]] as [Set<AccountID>] {
        var state = LifecycleState(phase: .active)
        state.setAccounts(accounts, shown: accounts.min())
        manager.receive(nil, state: state)
        clock.advance(by: .seconds(pause))
      }
      let signIn = pause == 2 ? start + 2 : clock.date - 60
      #expect(signIns.load() == ["ann": signIn, "bob": .distantPast])
    }
  }

  @Test func `a tap waits for an account of the last launch that is set second`() async {
    let signIns = MemoryStore<[AccountID: Date]>()
    signIns.save(["ann": .distantPast, "bob": .distantPast])
    let next = SimulatedApp(clock: clock, signIns: signIns) {
      $0.identification.account = account()
    }
    next.manager.didFinishLaunching(with: message("m1", for: "bob"))
    next.lifecycle.setAccounts(["ann"], shown: "ann")
    let responder = ResponderProbe(handles: true)
    next.manager.add(responder)
    await clock.settle()
    #expect(responder.asked == [])
    next.show("ann")
    await clock.settle()
    #expect(responder.asked == ["m1 default"])
  }

  @Test func `deliveries after a sign-in belong to the account though the clock was ahead`() {
    let (now, start) = (clock.now, clock.date)
    var accounts = SignedInAccounts()
    accounts.signIns = [:]
    func pass(_ seconds: TimeInterval, ahead: TimeInterval = 0) -> Date {
      let date = start + seconds + ahead
      accounts.followClock(at: now + .seconds(seconds), date: date)
      return date
    }
    _ = accounts.set(LifecycleState(account: "ann"), at: now, date: pass(0))
    _ = accounts.set(LifecycleState(account: "bob"), at: now, date: pass(10, ahead: 600))
    for seconds in [20.0, 900] {
      let date = pass(seconds)
      #expect(accounts.owner(ofDelivery: start + 15, now: date) == "bob")
      #expect(accounts.owner(ofDelivery: start + 5, now: date) == nil)
    }
  }

  // MARK: - A response that is being worked on

  @Test(arguments: [true, false])
  func `a response under way is not readable once it is too old or signed out`(
    signsOut: Bool
  ) async throws {
    let app = SimulatedApp { $0.journalMaximumAge = .seconds(10) }
    let slow = ResponderProbe { _, _ in
      try await app.clock.sleep(for: .seconds(20))
      return true
    }
    let lifecycle = app.lifecycle
    lifecycle.setAccount("ann")
    app.manager.add(slow)
    let response = PushResponse(action: .custom("reply"), reply: "See you at eight")
    app.manager.open(message("m1"), response: response)
    await app.settle()
    if signsOut { lifecycle.setAccount("bob") } else { app.pass(10) }
    let late = PushRecorder()
    let later = PushRecorder()
    app.manager.add(late)
    app.manager.add(later, replay: true)
    let streams = [app.manager.events(), app.manager.events(replay: true)]
    let read = Holder<[String]>([])
    for stream in streams {
      app.clock.perform {
        for await event in stream { read.value.append(event.push?.id ?? "") }
      }
    }
    await app.settle()
    app.receive("m2")
    await app.settle()
    #expect(late.lines == ["received m2"] && later.lines == ["received m2"])
    #expect(read.value == ["m2", "m2"])
    for _ in 1...2 {
      await app.wait(10)
    }
    #expect(app.manager.statistics.handled == 1)
  }

  // MARK: - Background work

  @Test func `no background work begins for a push whose account signed out meanwhile`()
    async
  {
    let worker = WorkerProbe(.answers, on: clock)
    manager.add(worker)
    let next = message("m2")
    let results = Holder<[FetchResult]>([])
    let observer = PushRecorder()
    observer.onReceive = { [manager, lifecycle] _ in
      // As an app does that receives a push during a delivery.
      manager.startDelivery(PushOccurrence(next), via: .remote).whenFinished {
        results.value.append($0)
      }
      lifecycle.setAccount("bob")
    }
    manager.add(observer)
    receive("m1")
    await settle()
    #expect(observer.lines == ["received m1"])
    #expect(worker.askedCount == 0)
    #expect(results.value == [.noData])
  }
}
