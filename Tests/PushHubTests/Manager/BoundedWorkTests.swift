import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What a manager keeps of work that is done.
@MainActor
struct BoundedWorkTests {
  @Test func `work is kept for as many pushes as are remembered, and for no more`() async throws {
    let app = SimulatedApp { $0.deduplicationCapacity = 3 }
    let worker = WorkerProbe(.answers, on: app.clock)
    app.manager.add(worker)
    for number in 1...10 {
      let push = try message("m\(number)")
      app.clock.perform { _ = await app.manager.deliver(push, via: .remote) }
      await app.clock.settle()
      app.clock.advance(by: .seconds(2))
      await app.clock.settle()
    }
    #expect(worker.endedCount == 10)
    #expect(app.manager.backgroundWork.count == 3)
  }
}
