import PushHub
import Testing

/// What has room for one, or is told to have room for less, keeps the latest one.
@MainActor
struct LeastCapacityTests {
  @Test(arguments: [-1, 0, 1])
  func `a ledger knows the latest push alone`(capacity: Int) throws {
    let hub = Hub { $0.deduplicationCapacity = capacity }
    for id in ["m1", "m1", "m2", "m2", "m1"] {
      hub.manager.receive(try message(id), via: .remote)
    }
    #expect(hub.manager.statistics.received == 3)
  }

  @Test(arguments: [-1, 0, 1])
  func `the latest answer that nobody has handled is kept`(capacity: Int) async throws {
    let hub = Hub { $0.journalCapacity = capacity }
    let recorder = PushRecorder()
    hub.manager.add(recorder)
    for id in ["m1", "m2"] {
      hub.manager.open(try message(id))
    }
    #expect(hub.manager.statistics[.overflowed] == 1)
    let responder = ResponderProbe(handles: true)
    hub.manager.add(responder)
    await hub.scheduler.settle()
    #expect(responder.asked == ["m2 default"])
  }

  @Test func `a push that is forgotten takes none of the same content with it`() throws {
    let hub = Hub { $0.deduplicationCapacity = 2 }
    let payload = try anonymous()
    for request in ["r1", "r2"] {
      hub.manager.receive(payload, via: .remote, requestIdentifier: request)
    }
    hub.manager.receive(try message("m1"), via: .remote)
    _ = hub.manager.present(payload, requestIdentifier: "r2")
    #expect(hub.manager.statistics.received == 3)
  }
}
