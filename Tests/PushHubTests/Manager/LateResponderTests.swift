import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Responders that go on after their budget has been used up, or are asked again.
@MainActor
struct LateResponderTests: AppFixture {
  let app = SimulatedApp()

  @Test func `the end of a late responder does not let two others work at once`() async throws {
    var hasEnded = false
    let late = ResponderProbe { [clock] _, _ in
      await clock.awaitExternalWork {
        await withCheckedContinuation { continuation in
          clock.schedule(after: .seconds(40)) { continuation.resume() }
        }
      }
      hasEnded = true
      return false
    }
    let working = ResponderProbe { [clock] _, _ in
      try await clock.sleep(for: .seconds(20))
      return true
    }
    let third = ResponderProbe(handles: true)
    for responder in [late, working, third] { manager.add(responder) }
    manager.open(try message("m1"))
    await clock.settle()
    clock.advance(by: .seconds(25))
    #expect(await eventually { working.asked == ["m1 default"] })
    clock.advance(by: .seconds(15))
    #expect(await eventually { hasEnded })
    await clock.settle()
    #expect(third.asked == [])
    clock.advance(by: .seconds(5))
    await clock.settle()
    #expect(third.asked == [])
    #expect(manager.statistics.handled == 1)
  }

  @Test func `a responder that has declined is asked again when the app wants it`() async throws {
    let isReady = Holder(false)
    let responder = ResponderProbe { _, _ in isReady.value }
    manager.add(responder)
    manager.open(try message("m1"))
    await clock.settle()
    manager.retryPendingResponses()
    await clock.settle()
    #expect(responder.asked == ["m1 default", "m1 default"])
    isReady.value = true
    for _ in 1...2 {
      manager.retryPendingResponses()
      await clock.settle()
    }
    #expect(responder.asked.count == 3)
    #expect(manager.statistics.handled == 1)
    #expect(app.codes.filter { $0 == .unhandled }.count == 1)
  }
}
