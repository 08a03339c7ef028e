import PushHub
import Testing

@testable import PushHubObservers

/// What the sync says it waits for.
struct UnreadSyncOutlookTests {
  @Test func `without an account nothing is planned, since nobody is signed in`() {
    var driver = UnreadSyncDriver()
    driver.setPhase(.active)
    driver.appear("home")
    #expect(driver.core.outlook.obstacle == .account)
    #expect(driver.core.outlook.next == nil)
    #expect(driver.core.outlook.latestSync == nil)
    #expect(!driver.core.outlook.pushIsWaiting)
  }

  @Test func `for another account there was no request yet`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    #expect(driver.core.outlook.latestSync != nil)
    driver.signIn("bob")
    #expect(driver.core.outlook.latestSync == nil)
  }

  @Test func `on a tracked page the next request begins when the count is a minute old`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(20))
    let outlook = driver.core.outlook
    #expect(outlook.next?.instant == driver.now + .seconds(40))
    #expect(outlook.next?.reason == .interval)
    #expect(outlook.next?.isHeldBack == false)
    #expect(outlook.obstacle == nil)
    #expect(outlook.latestSync == driver.now - .seconds(20))
  }

  @Test func `what follows a request depends on its answer, and on a push that waits`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push("m1")
    #expect(driver.core.outlook.request == .push)
    #expect(driver.core.outlook.obstacle == .request)
    #expect(!driver.core.outlook.pushIsWaiting)
    driver.push("m2")
    #expect(driver.core.outlook.pushIsWaiting)
  }

  @Test func `after a failure the next try is planned`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.push()
    driver.fail()
    let next = driver.core.outlook.next
    #expect(next?.reason == .retry)
    #expect(next?.instant == driver.now + .seconds(1))
    #expect(next?.isHeldBack == false)
  }

  @Test(arguments: [true, false])
  func `a request that waits for as long as the server asked says so`(isOnPage: Bool) {
    var driver = isOnPage ? UnreadSyncDriver.atHome() : .elsewhere()
    driver.push()
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(90)))
    let next = driver.core.outlook.next
    #expect(next?.instant == driver.now + .seconds(150))
    #expect(next?.isHeldBack == true)
    #expect(next?.reason == .retry)
  }

  @Test func `a spread push is planned as a push`() {
    var driver = UnreadSyncDriver.elsewhere(.spreading)
    driver.push()
    #expect(driver.core.outlook.next?.reason == .push)
    #expect(driver.core.outlook.next?.instant == driver.core.nextDeadline)
  }

  @Test func `until the app is known to be in the foreground it is in the background`() {
    var driver = UnreadSyncDriver()
    driver.appear("home")
    driver.signIn("ann")
    #expect(driver.begun.isEmpty)
    #expect(driver.core.outlook.obstacle == .background)
  }

  @Test func `otherwise the reason for no plan is told`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    #expect(driver.core.outlook.obstacle == .page)
    driver.setPhase(.background)
    #expect(driver.core.outlook.obstacle == .background)
    driver.push()
    driver.refuse()
    #expect(driver.core.outlook.obstacle == .refusal)
  }
}
