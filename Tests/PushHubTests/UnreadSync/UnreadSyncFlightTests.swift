import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

/// One request at a time, and whose answer counts.
struct UnreadSyncFlightTests {
  // MARK: - One at a time

  @Test func `while a request is under way everything but a push is answered by it`() {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home", "mail"],
      requestTimeout: .seconds(300)
    )
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.appear("home")
    driver.appear("mail")
    driver.tell(.requested)
    driver.disappear("home")
    driver.disappear("mail")
    driver.wait(.seconds(61))
    driver.appear("mail")
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.disappear("mail")
    driver.answer(3)
    driver.wait(.seconds(600))
    #expect(driver.reasons == [.firstAppearance])
  }

  @Test func `a page whose first appearance was answered has had it`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    driver.appear("mail")
    driver.answer(3)
    driver.disappear("mail")
    driver.appear("mail")
    #expect(driver.reasons == [.firstAppearance])
  }

  @Test func `while a request is under way its own deadline is the only one`() {
    var driver = UnreadSyncDriver.atHome(.spreading)
    driver.push()
    driver.push()
    #expect(driver.delayOfDeadline == .seconds(60))
    #expect(driver.core.next == nil)
  }

  @Test func `a push during a request asks for one more after it`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    driver.wait(.seconds(2))
    driver.push()
    #expect(driver.takeReasons() == [.firstAppearance])
    driver.wait(.seconds(3))
    driver.answer(3)
    #expect(driver.begun == [.init(milliseconds: 5_000, reason: .push, account: "ann")])
    #expect(driver.shown == [UnreadState(count: 3)])
  }

  @Test func `a second push cancels nothing`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.push()
    #expect(driver.cancelled.isEmpty)
    driver.answer(4)
    driver.answer(5)
    #expect(driver.shown == [UnreadState(count: 4), UnreadState(count: 5)])
    #expect(driver.reasons == [.push, .push])
  }

  @Test func `ten thousand pushes during a request are one more request`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    for _ in 1...10_000 {
      driver.push()
    }
    #expect(driver.takeReasons() == [.push])
    driver.answer(10_001)
    #expect(driver.takeReasons() == [.push])
    driver.answer(10_001)
    #expect(driver.begun.isEmpty)
    driver.wait(.milliseconds(59_999))
    #expect(driver.begun.isEmpty)
  }

  @Test func `a push during the further request asks for another`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.answer(1)
    driver.push()
    driver.answer(2)
    driver.answer(3)
    #expect(driver.reasons == [.push, .push, .push])
  }

  @Test func `a push during a request that fails is asked for at once`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.wait(.seconds(1))
    driver.fail()
    #expect(driver.begun.map(\.milliseconds) == [0, 1_000])
    #expect(driver.plannedRetries == [nil])
    driver.answer(1)
    #expect(driver.delayOfDeadline == .seconds(60))
  }

  @Test func `a push during a request is asked for even if nobody looks any more`() {
    var driver = UnreadSyncDriver.atHome(.spreading)
    driver.tell(.requested)
    driver.push()
    driver.setPhase(.background)
    driver.answer(1)
    #expect(driver.takeReasons() == [.request, .push])
  }

  // MARK: - Whose answer counts

  @Test func `an answer is published`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.appear("home")
    driver.answer(7)
    #expect(driver.shown == [UnreadState(count: 7)])
  }

  @Test func `what is already shown is not shown again`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.answer(3)
    #expect(driver.shown.isEmpty)
  }

  @Test func `a reply for the account before is never published`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.signIn("bob")
    #expect(driver.cancelled == [2])
    driver.answer(99, number: 2)
    #expect(driver.shown == [UnreadState()])
    driver.answer(1)
    driver.answer(99, number: 2)
    #expect(driver.shown == [UnreadState(), UnreadState(count: 1)])
  }

  @Test func `a reply from before the account was left and taken again is never published`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.signIn(nil)
    driver.signIn("ann")
    driver.answer(99, number: 2)
    #expect(driver.core.state == UnreadState())
    #expect(driver.core.request?.number == 3)
  }

  @Test func `an older reply never overwrites a newer one`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.answer(4)
    driver.push()
    driver.answer(5)
    driver.answer(99, number: 2)
    driver.fail(number: 2)
    #expect(driver.core.state == UnreadState(count: 5))
    #expect(driver.plannedRetries.isEmpty)
  }

  @Test func `a reply that comes twice counts once`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.answer(4, number: 2)
    driver.answer(99, number: 2)
    #expect(driver.core.state == UnreadState(count: 4))
    #expect(driver.core.request?.number == 3)
  }

  @Test func `a late failure of the account before changes nothing`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.signIn("bob")
    driver.fail(SourceFailure(message: "401", isFinal: true), number: 2)
    driver.answer(1)
    #expect(driver.plannedRetries.isEmpty)
    #expect(driver.delayOfDeadline == .seconds(60))
  }
}
