import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The delivery of a push in the background waits for the request that the push causes.
final class UnreadSyncDeliveryTests {
  private var driver = UnreadSyncDriver.elsewhere()

  init() { driver.setPhase(.background) }

  @Test func `it ends with the answer: new data, or none`() {
    driver.push()
    driver.deliver(1)
    #expect(driver.held == [1])
    driver.answer(0)
    driver.push()
    driver.deliver(2)
    driver.answer(0)
    driver.push()
    driver.deliver(3)
    driver.answer(4)
    #expect(driver.released == [1: .newData, 2: .noData, 3: .newData])
  }

  @Test func `it ends with a failure, or when there is no answer`() {
    driver.push()
    driver.deliver(1)
    driver.fail()
    driver.push()
    driver.deliver(2)
    driver.wait(.seconds(60))
    #expect(driver.released == [1: .failed, 2: .failed])
  }

  @Test func `another account ends it, for its push asks nothing any more`() {
    driver.push()
    driver.deliver(1)
    driver.push()
    driver.deliver(2)
    driver.signIn("bob")
    #expect(driver.released == [1: .noData, 2: .noData])
  }

  @Test func `a push without an account brings none of the former account's data`() {
    driver.push()
    driver.answer(4)
    driver.signIn(nil)
    driver.push()
    driver.deliver()
    #expect(driver.released == [1: .noData])
  }

  @Test func `a request that the spread puts off for long is not waited for in vain`() {
    var late = UnreadSyncDriver.elsewhere(.spreading)
    late.setPhase(.background)
    late.refresh()
    late.answer(1)
    late.push()
    late.deliver()
    #expect(late.released == [1: .noData])
    var soon = UnreadSyncDriver.elsewhere(.spreading, generator: FixedGenerator.least)
    soon.push()
    #expect(soon.delayOfDeadline.map { $0 <= .seconds(10) } == true)
    soon.deliver()
    #expect(soon.held == [1])
    soon.wait(.seconds(10))
    soon.answer(1)
    #expect(soon.released == [1: .newData])
  }
}

/// The same with the real manager.
final class UnreadSyncBackgroundTests: UnreadSyncApp {
  private func deliver(_ id: String, in app: SimulatedApp) -> Task<FetchResult, Never> {
    let message = message(id)
    return Task { await app.manager.deliver(message, via: .remote) }
  }

  @Test func `a silent push is delivered when its request is answered`() async {
    lifecycle.setAccount("ann")
    attach()
    let delivery = deliver("m1", in: app)
    await source.waitForCall(1)
    source.answer(3)
    #expect(await delivery.value == .newData)
    #expect(state == UnreadState(count: 3))
  }

  @Test func `a push without effect on the count asks and holds nothing`() async {
    let app = UnreadSyncApp(
      UnreadSync.Configuration(trackedPages: ["home"], spread: .zero) { $0.id != "promotion" }
    )
    app.lifecycle.setAccount("ann")
    app.attach()
    let delivery = deliver("promotion", in: app.app)
    #expect(await delivery.value == .noData)
    #expect(app.log.isEmpty)
    app.receive("message")
    #expect(app.log == [.sync(reason: .push)])
  }

  @Test func `a sync that is detached lets deliveries go`() async {
    lifecycle.setAccount("ann")
    attach()
    let delivery = deliver("m1", in: app)
    await source.waitForCall(1)
    detach()
    #expect(await delivery.value == .noData)
  }
}
