import Testing

@testable import PushHub

/// What is on the edge, or comes too late, is told and counted as the documentation says.
@MainActor
struct ToldAndCountedTests {
  let hub = Hub()
  var manager: NotificationManager { hub.manager }

  @Test func `an answer after the deadline is told to the log`() async throws {
    let worker = ControlledWorker(heedsCancellation: false)
    manager.add(worker)
    let push = try message("m1")
    let delivery = Task { await manager.deliver(push, via: .remote) }
    await worker.waitUntilStarted()
    hub.scheduler.advance(by: .seconds(25))
    #expect(await delivery.value == .failed)
    await worker.finish(.success(.newData))
    #expect(hub.codes.contains(.answeredLate))
  }

  @Test func `a refused refresh is counted and told`() {
    manager.record(.refusedRefresh, "ask less often")
    #expect(manager.statistics[.refusedRefresh] == 1)
    #expect(hub.codes == [.refusedRefresh])
  }

  @Test func `payloads with one id are of one push if they have one sender`() throws {
    let first = try payload(#"{"aps":{},"gcm.message_id":"7"}"#)
    let changed = try payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"7"}"#)
    let other = try payload(#"{"aps":{},"_j_msgid":7}"#)
    #expect(manager.isSamePush(first, changed))
    #expect(!manager.isSamePush(first, other))
  }
}
