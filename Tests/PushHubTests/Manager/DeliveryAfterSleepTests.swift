import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What fell due while the device slept comes before what the system wakes the app for.
struct DeliveryAfterSleepTests: AppFixture {
  let app = SimulatedApp()
  private let log = CallLog()
  private let observer = PushRecorder()

  init() {
    manager.add(observer)
    observer.onReceive = { [log] event in log.note("\(event.kind)") }
    clock.schedule(after: .seconds(5)) { [log] in log.note("due") }
    clock.sleepThrough(.seconds(60))
  }

  @Test func `what is due runs before a delivery`() async {
    let push = message("m1")
    clock.perform { [manager] in _ = await manager.deliver(push) }
    await settle()
    #expect(log.take() == ["due", "received"])
  }

  @Test func `what is due runs before a response`() async {
    let push = message("m1")
    clock.perform { [manager] in
      await manager.deliver(push, response: PushResponse(reply: "yes"))
    }
    await settle()
    #expect(log.take() == ["due", "received", "opened"])
  }

  @Test func `what is due runs before a response that no completion handler waits for`() {
    open("m1")
    #expect(log.take() == ["due", "received", "opened"])
  }
}
