import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Responders that go on after their budget has been used up.
@MainActor
struct LateResponderTests {
  private let hub = Hub()

  @Test func `the end of a late responder does not let two others work at once`() async throws {
    var hasEnded = false
    let late = ResponderProbe { [hub] _, _ in
      await hub.scheduler.awaitExternalWork {
        await withCheckedContinuation { continuation in
          hub.scheduler.schedule(after: .seconds(40)) { continuation.resume() }
        }
      }
      hasEnded = true
      return false
    }
    let working = ResponderProbe { [hub] _, _ in
      try await hub.scheduler.sleep(for: .seconds(20))
      return true
    }
    let third = ResponderProbe(handles: true)
    for responder in [late, working, third] { hub.manager.add(responder) }
    hub.manager.open(try message("m1"))
    await hub.scheduler.settle()
    hub.scheduler.advance(by: .seconds(25))
    #expect(await eventually { working.asked == ["m1 default"] })
    hub.scheduler.advance(by: .seconds(15))
    #expect(await eventually { hasEnded })
    await hub.scheduler.settle()
    #expect(third.asked == [])
    hub.scheduler.advance(by: .seconds(5))
    await hub.scheduler.settle()
    #expect(third.asked == [])
    #expect(hub.manager.statistics.handled == 1)
  }
}
