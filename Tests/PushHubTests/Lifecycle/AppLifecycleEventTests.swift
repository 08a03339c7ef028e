import PushHub
import Testing

@MainActor
struct AppLifecycleEventTests {
  let lifecycle = AppLifecycle()
  let probe = LifecycleProbe()

  init() {
    lifecycle.add(probe)
  }

  @Test func `a new lifecycle is in the background, with no page and nobody signed in`() {
    #expect(lifecycle.state == LifecycleState())
    #expect(lifecycle.state.phase == .background)
    #expect(!lifecycle.state.isForeground)
    #expect(lifecycle.state.visiblePages.isEmpty)
    #expect(lifecycle.state.overlayCount == 0)
    #expect(lifecycle.state.account == nil)
  }

  @Test func `a phase is told when it changes and not again`() {
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

  @Test func `pages are listed in the order in which they appeared`() {
    lifecycle.pageAppeared("home")
    lifecycle.pageAppeared("mail")
    lifecycle.pageAppeared("settings")
    lifecycle.pageDisappeared("mail")
    lifecycle.pageAppeared("mail")
    #expect(lifecycle.state.visiblePages == ["home", "settings", "mail"])
  }

  @Test func `a page that appears twice is told once and goes with one disappearance`() {
    lifecycle.pageAppeared("home")
    lifecycle.pageAppeared("home")
    lifecycle.pageDisappeared("home")
    #expect(probe.events == [.pageAppeared("home"), .pageDisappeared("home")])
    #expect(lifecycle.state.visiblePages.isEmpty)
  }

  @Test func `a page that was not there does not disappear`() {
    lifecycle.pageAppeared("home")
    lifecycle.pageDisappeared("mail")
    #expect(probe.events == [.pageAppeared("home")])
  }

  @Test func `overlays are counted and each is told`() {
    lifecycle.overlayAdded()
    lifecycle.overlayAdded()
    lifecycle.overlayRemoved()
    #expect(lifecycle.state.overlayCount == 1)
    #expect(probe.events == [.overlayAdded, .overlayAdded, .overlayRemoved])
  }

  @Test func `an overlay removed that was never added is ignored`() {
    lifecycle.overlayRemoved()
    lifecycle.overlayAdded()
    lifecycle.overlayRemoved()
    lifecycle.overlayRemoved()
    lifecycle.overlayAdded()
    #expect(lifecycle.state.overlayCount == 1)
    #expect(probe.events == [.overlayAdded, .overlayRemoved, .overlayAdded])
  }

  @Test func `an account is told when it changes and not again`() {
    for account in [nil, "ann", "ann", "bob", nil, nil] as [AccountID?] {
      lifecycle.setAccount(account)
      #expect(lifecycle.state.account == account)
    }
    #expect(
      probe.events == [.accountChanged("ann"), .accountChanged("bob"), .accountChanged(nil)]
    )
  }

  @Test func `a switch of accounts touches nothing else`() {
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.overlayAdded()
    lifecycle.setAccount("ann")
    lifecycle.setAccount("bob")
    let expected = LifecycleState(
      phase: .active,
      visiblePages: ["home"],
      overlayCount: 1,
      account: "bob"
    )
    #expect(lifecycle.state == expected)
  }

  @Test func `every screenshot is told and changes no state`() {
    lifecycle.setPhase(.active)
    let before = lifecycle.state
    lifecycle.screenshotTaken()
    lifecycle.screenshotTaken()
    #expect(probe.events == [.phaseChanged(.active), .screenshotTaken, .screenshotTaken])
    #expect(lifecycle.state == before)
  }

  @Test func `each event comes with the state that it made true`() {
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    let active = LifecycleState(phase: .active)
    let signedIn = LifecycleState(phase: .active, account: "ann")
    #expect(
      probe.calls == [
        .began(LifecycleState()),
        .received(.phaseChanged(.active), active),
        .received(.accountChanged("ann"), signedIn),
      ]
    )
  }
}
