import Foundation
import PushHub
import Testing

@testable import PushHubObservers

/// Unknown is not zero: what the sync has not learnt yet, it says.
@MainActor
struct UnreadSyncKnowledgeTests {
  @Test func `before the first answer the count is not known, offline for ever`() {
    var driver = UnreadSyncDriver()
    #expect(!driver.core.state.isKnown)
    driver.begin(with: LifecycleState(phase: .active, account: "ann"))
    driver.appear("home")
    driver.fail()
    driver.wait(.seconds(3_600))
    #expect(driver.core.state == UnreadState(count: 0, isStale: true, isKnown: false))
  }

  @Test func `an answer makes it known, and a failure leaves it so`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    driver.answer(0)
    #expect(driver.shown == [UnreadState(count: 0)])
    driver.push()
    driver.fail()
    #expect(driver.core.state == UnreadState(count: 0, isStale: true))
  }

  @Test func `a launch without an account knows nothing, a sign-out does`() {
    var driver = UnreadSyncDriver()
    driver.begin(with: LifecycleState())
    #expect(!driver.core.state.isKnown)
    driver.signIn("ann")
    #expect(!driver.core.state.isKnown)
    driver.signIn(nil)
    #expect(driver.core.state == .signedOut)
    driver.signIn("bob")
    #expect(driver.core.state == UnreadState())
  }

  @Test func `detached, it knows nothing`() async {
    let app = UnreadSyncApp()
    await app.startAtHome()
    app.detach()
    #expect(app.state == UnreadState())
  }

  @Test func `a first answer of zero is posted, since the icon may show another number`() async {
    let app = UnreadSyncApp()
    app.lifecycle.setAccount("ann")
    app.attach()
    app.sync?.refresh()
    await app.answer(0)
    #expect(app.postedCounts == [0])
    #expect(app.log == [.sync(.request)])
  }
}
