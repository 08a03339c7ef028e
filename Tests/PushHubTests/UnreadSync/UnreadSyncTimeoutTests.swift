import PushHub
import Testing

@testable import PushHubObservers

/// Requests that nobody answers: they end all the same, and what follows goes on.
struct UnreadSyncTimeoutTests {
  @Test func `a request without an answer has failed after a minute`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.wait(.seconds(60) - .nanoseconds(1))
    #expect(driver.shown.isEmpty)
    driver.wait(.nanoseconds(1))
    #expect(driver.shown == [UnreadState(count: 3, isStale: true)])
    #expect(driver.cancelled == [2])
    #expect(driver.plannedRetries == [.seconds(1)])
    driver.wait(.seconds(1))
    #expect(driver.takeReasons() == [.push, .retry])
  }

  @Test func `the app chooses how long a request may take`() {
    var driver = UnreadSyncDriver.atHome(
      UnreadSync.Configuration(trackedPages: ["home"], requestTimeout: .seconds(5))
    )
    driver.push()
    driver.wait(.seconds(5))
    #expect(driver.shown.last?.isStale == true)
  }

  @Test func `an answer that comes too late is never shown`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.wait(.seconds(60))
    driver.answer(99, number: 1)
    #expect(driver.core.state == UnreadState(count: 0, isStale: true, isKnown: false))
  }

  @Test func `a push during a request without an answer is asked for when that has failed`() {
    var driver = UnreadSyncDriver.atHome()
    driver.tell(.requested)
    driver.push()
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.request, .push])
  }

  @Test func `in the background it fails on the return, for the app slept`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.push()
    driver.wait(.seconds(60))
    #expect(driver.core.state.isStale)
    #expect(driver.core.nextDeadline == nil)
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.push])
    #expect(driver.delayOfDeadline == .seconds(1))
  }
}

/// The same in an app, whose source may ignore everything.
@MainActor
struct UnreadSyncSilentSourceTests {
  @Test(arguments: [true, false])
  func `a source that never returns does not stop the sync`(heedsCancellation: Bool) async throws {
    let app = UnreadSyncApp(heedsCancellation: heedsCancellation)
    await app.startAtHome()
    try app.push("m1")
    await app.source.waitForCall(2)
    app.scheduler.advance(by: .seconds(60))
    #expect(app.state == UnreadState(count: 3, isStale: true))
    #expect(app.log.last == .failed("no answer within 60.0 seconds", retryIn: .seconds(1)))
    await app.source.waitForCancellation()
    app.scheduler.advance(by: .seconds(1))
    await app.source.waitForCall(3)
    app.source.answer(9, call: 2)
    app.source.answer(4, call: 3)
    await app.scheduler.settle()
    #expect(app.state == UnreadState(count: 4))
    #expect(app.reasons == [.push, .retry])
  }
}
