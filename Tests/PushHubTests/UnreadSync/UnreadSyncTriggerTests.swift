import PushHub
import Testing

@testable import PushHubObservers

/// What makes the sync ask, other than time.
struct UnreadSyncTriggerTests {
  // MARK: - Without an account

  @Test func `without an account nothing is asked and no deadline is set`() {
    var driver = UnreadSyncDriver()
    driver.begin(with: LifecycleState(phase: .active, visiblePages: ["home"]))
    driver.push()
    driver.tell(.requested)
    driver.disappear("home")
    driver.wait(.seconds(100))
    driver.appear("home")
    driver.appear("mail")
    driver.setPhase(.background)
    driver.push()
    driver.setPhase(.active)
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(100))
    #expect(driver.begun.isEmpty)
    #expect(driver.shown.isEmpty)
  }

  @Test func `a push from before the sign-in asks nothing after it`() {
    var driver = UnreadSyncDriver(.spreading)
    driver.begin(with: LifecycleState(phase: .active))
    driver.push()
    driver.signIn("ann")
    #expect(driver.core.nextDeadline == nil)
    #expect(driver.begun.isEmpty)
  }

  // MARK: - Pushes

  @Test func `a push on a tracked page is a request`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(5))
    driver.push()
    #expect(driver.begun == [.init(milliseconds: 5_000, reason: .push, account: "ann")])
  }

  @Test func `without a spread a push is a request in the background too`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.push()
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `pushes one after the other are a request each`() {
    var driver = UnreadSyncDriver.atHome()
    for _ in 1...3 {
      driver.push()
      driver.answer(1)
    }
    #expect(driver.reasons == [.push, .push, .push])
  }

  // MARK: - First appearance

  @Test func `the first appearance of a tracked page is a request`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    #expect(driver.takeReasons() == [.firstAppearance])
  }

  @Test func `the second appearance within the interval is none`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(10))
    driver.disappear("home")
    driver.wait(.seconds(10))
    driver.appear("home")
    #expect(driver.begun.isEmpty)
  }

  @Test func `other pages are never a request`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("settings")
    driver.disappear("settings")
    driver.wait(.seconds(100))
    driver.appear("settings")
    driver.wait(.seconds(100))
    #expect(driver.begun.isEmpty)
  }

  @Test func `any number of pages can be tracked, each with a first appearance`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.appear("mail")
    driver.answer(3)
    driver.disappear("mail")
    driver.appear("home")
    driver.disappear("home")
    driver.appear("mail")
    #expect(driver.reasons == [.firstAppearance])
  }

  @Test func `a second page beside the first is a first appearance, not a return`() {
    var driver = UnreadSyncDriver.atHome()
    driver.appear("mail")
    #expect(driver.takeReasons() == [.firstAppearance])
  }

  @Test func `first appearance waits for the foreground`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.appear("home")
    #expect(driver.begun.isEmpty)
    driver.setPhase(.inactive)
    #expect(driver.takeReasons() == [.firstAppearance])
    driver.answer(1)
    driver.setPhase(.active)
    #expect(driver.begun.isEmpty)
  }

  @Test func `overlays are no triggers`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    driver.answer(1)
    driver.wait(.seconds(10))
    driver.cover(true)
    driver.cover(false)
    #expect(driver.reasons == [.firstAppearance])
  }

  // MARK: - The app asks

  @Test func `the app may ask at any time, even in the background`() {
    var driver = UnreadSyncDriver.atHome()
    driver.tell(.requested)
    driver.answer(1)
    driver.setPhase(.background)
    driver.tell(.requested)
    #expect(driver.reasons == [.request, .request])
  }

  // MARK: - Accounts

  @Test func `present state is read on attach`() {
    var driver = UnreadSyncDriver()
    driver.begin(with: LifecycleState(phase: .active, visiblePages: ["home"], account: "ann"))
    #expect(driver.begun == [.init(milliseconds: 0, reason: .account, account: "ann")])
    driver.answer(2)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.account, .interval])
  }

  @Test func `an account that signs in on a tracked page is a request`() {
    var driver = UnreadSyncDriver()
    driver.begin(with: LifecycleState(phase: .active, visiblePages: ["home"]))
    driver.signIn("ann")
    #expect(driver.begun == [.init(milliseconds: 0, reason: .account, account: "ann")])
  }

  @Test func `the page visible on sign-in has had its first appearance`() {
    var driver = UnreadSyncDriver.atHome()
    driver.signIn("bob")
    driver.answer(1)
    driver.disappear("home")
    driver.appear("home")
    #expect(driver.reasons == [.account])
  }

  @Test(arguments: [AppPhase.background, .active])
  func `an account that signs in out of sight waits for the first appearance`(phase: AppPhase) {
    var driver = UnreadSyncDriver.atHome()
    phase == .background ? driver.setPhase(phase) : driver.disappear("home")
    driver.signIn("bob")
    driver.wait(.seconds(200))
    #expect(driver.begun.isEmpty)
    phase == .background ? driver.setPhase(.active) : driver.appear("home")
    #expect(
      driver.begun == [.init(milliseconds: 200_000, reason: .firstAppearance, account: "bob")]
    )
  }

  @Test func `first appearances are per account and not remembered across accounts`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.signIn("bob")
    driver.appear("home")
    driver.answer(1)
    driver.disappear("home")
    driver.signIn("ann")
    driver.appear("home")
    #expect(driver.begun.map(\.account) == ["bob", "ann"])
    #expect(driver.reasons == [.firstAppearance, .firstAppearance])
  }

  @Test func `sign-out shows zero, cancels and ends all asking`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.signIn(nil)
    #expect(driver.cancelled == [2])
    #expect(driver.shown == [.signedOut])
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `another account shows zero until its own count is known`() {
    var driver = UnreadSyncDriver.atHome()
    driver.signIn("bob")
    #expect(driver.shown == [UnreadState()])
    driver.answer(9)
    #expect(driver.shown == [UnreadState(), UnreadState(count: 9)])
  }

  @Test func `another account ends the old one's failures, pushes and refusal`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.fail()
    driver.refuse()
    driver.push()
    driver.push()
    driver.signIn("bob")
    _ = driver.takeBegun()
    driver.answer(1)
    #expect(driver.begun.isEmpty)
    #expect(driver.delayOfDeadline == .seconds(60))
    driver.push()
    driver.fail()
    #expect(driver.plannedRetries.last == .seconds(1))
  }

  @Test func `a page left before the account changed is away for nobody`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.wait(.seconds(30))
    driver.signIn("bob")
    driver.wait(.seconds(40))
    driver.appear("home")
    #expect(driver.reasons == [.firstAppearance])
  }
}
