import PushHub
import Testing

@testable import TestSupport

@MainActor
struct AppLifecycleEventTests {
  let lifecycle = AppLifecycle()
  let probe = LifecycleProbe()

  init() {
    lifecycle.add(probe)
  }

  @Test func `a new lifecycle is in the background, with no page and no account`() {
    #expect(lifecycle.state == LifecycleState())
    #expect(lifecycle.state.phase == .background)
    #expect(!lifecycle.state.isForeground)
    #expect(lifecycle.state.visiblePages.isEmpty)
    #expect(lifecycle.state.overlayCount == 0)
    #expect(lifecycle.state.account == nil)
  }

  @Test func `a phase is sent only when it changes`() {
    for phase in [AppPhase.background, .inactive, .inactive, .active, .active, .background] {
      lifecycle.setPhase(phase)
      #expect(lifecycle.state.phase == phase)
    }
    #expect(
      probe.events
        == [.phaseChanged(.inactive), .phaseChanged(.active), .phaseChanged(.background)]
    )
  }

  @Test(arguments: zip(AppPhase.allCases, [true, true, false]))
  func `the app is in the foreground when it is active or interrupted`(
    phase: AppPhase,
    isForeground: Bool
  ) {
    lifecycle.setPhase(phase)
    #expect(lifecycle.state.isForeground == isForeground)
  }

  @Test func `a page that appears twice is sent once and removed by one disappearance`() {
    lifecycle.pageAppeared("home")
    lifecycle.pageAppeared("home")
    lifecycle.pageDisappeared("home")
    #expect(probe.events == [.pageAppeared("home"), .pageDisappeared("home")])
    #expect(lifecycle.state.visiblePages.isEmpty)
  }

  @Test func `an account is sent only when it changes`() {
    for account in [nil, "ann", "ann", "bob", nil, nil] as [AccountID?] {
      lifecycle.setAccount(account)
      #expect(lifecycle.state.account == account)
    }
    #expect(
      probe.events == [
        .accountsChanged([]), .accountChanged("ann"), .accountChanged("bob"), .accountChanged(nil),
      ]
    )
  }

  @Test func `a change of the shown account signs none in or out`() {
    #expect(lifecycle.state.accounts == nil && !lifecycle.state.isSignedOut("ann"))
    lifecycle.setAccounts(["ann", "bob"], shown: "ann")
    lifecycle.setAccounts(["ann", "bob"], shown: "bob")
    lifecycle.setAccounts(["ann", "bob"], shown: nil)
    #expect(
      probe.events == [
        .accountChanged("ann"), .accountChanged("bob"), .accountChanged(nil),
      ]
    )
    lifecycle.setAccounts(["bob"], shown: nil)
    #expect(probe.events.last == .accountsChanged(["bob"]))
    #expect(lifecycle.state.isSignedOut("ann") && !lifecycle.state.isSignedOut("bob"))
  }

  @Test func `an empty account name is refused, and a shown account is signed in`() {
    var log: [String] = []
    lifecycle.log = { log.append($0) }
    lifecycle.setAccount("ann")
    lifecycle.setAccount("")
    lifecycle.setAccounts(["bob"], shown: "")
    #expect(lifecycle.state.account == "ann" && lifecycle.state.accounts == ["ann"])
    #expect(log.count == 2)
    lifecycle.setAccounts(["ann", ""], shown: "bob")
    #expect(lifecycle.state.accounts == ["ann", "bob"])
    #expect(log.count == 4)
  }

  @Test func `accounts of other bytes are other accounts`() {
    lifecycle.setAccount("jos\u{E9}")
    lifecycle.setAccount("jose\u{301}")
    #expect(probe.events.count == 2)
  }

  @Test func `every screenshot is sent and changes no state`() {
    lifecycle.setPhase(.active)
    let before = lifecycle.state
    lifecycle.screenshotTaken()
    lifecycle.screenshotTaken()
    #expect(probe.events == [.phaseChanged(.active), .screenshotTaken, .screenshotTaken])
    #expect(lifecycle.state == before)
  }
}
