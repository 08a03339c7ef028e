import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What a manager keeps of work that is done.
@MainActor
struct BoundedWorkTests {
  @Test func `work is kept for as many pushes as are remembered, and for no more`() async throws {
    let hub = Hub { $0.deduplicationCapacity = 3 }
    let worker = WorkerProbe(.answers, on: hub.scheduler)
    hub.manager.add(worker)
    for number in 1...10 {
      let push = try message("m\(number)")
      hub.scheduler.perform { _ = await hub.manager.deliver(push, via: .remote) }
      await hub.scheduler.settle()
      hub.scheduler.advance(by: .seconds(2))
      await hub.scheduler.settle()
    }
    #expect(worker.endedCount == 10)
    #expect(hub.manager.backgroundWork.count == 3)
  }
}
