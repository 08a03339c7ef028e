import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What fell due while the device slept comes before what the system wakes the app for.
@MainActor
struct DeliveryAfterSleepTests {
  private let hub = Hub()
  private let log = CallLog()
  private let observer = PushRecorder()

  init() {
    hub.manager.add(observer)
    observer.onReceive = { [log] event in log.note("\(event.kind)") }
    hub.scheduler.schedule(after: .seconds(5)) { [log] in log.note("due") }
    hub.scheduler.sleepThrough(.seconds(60))
  }

  @Test func `what is due runs before a delivery`() async throws {
    let push = try message("m1")
    hub.scheduler.perform { [hub] in _ = await hub.manager.deliver(push) }
    await hub.scheduler.settle()
    #expect(log.take() == ["due", "received"])
  }

  @Test func `what is due runs before a response`() async throws {
    let push = try message("m1")
    hub.scheduler.perform { [hub] in
      await hub.manager.deliver(push, response: PushResponse(reply: "yes"))
    }
    await hub.scheduler.settle()
    #expect(log.take() == ["due", "received", "opened"])
  }

  @Test func `what is due runs before a response that no completion handler waits for`() throws {
    hub.manager.open(try message("m1"))
    #expect(log.take() == ["due", "received", "opened"])
  }
}
