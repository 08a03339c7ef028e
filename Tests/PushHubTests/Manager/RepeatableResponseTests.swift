import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Responses that the user may give again.
@MainActor
struct RepeatableResponseTests {
  private static let repeatable = PushResponse(isRepeatable: true)

  @Test(arguments: [nil, "collapse", "6F1C1B46-0000-0000-0000-000000000001"], [true, false])
  func `each is delivered, and takes nothing from the notification's own`(
    request: String?,
    hasID: Bool
  ) throws {
    let (hub, recorder) = (Hub(), PushRecorder())
    hub.manager.add(recorder)
    let payload = hasID ? try message("m1") : try anonymous()
    hub.manager.receive(payload, via: .remote, requestIdentifier: request)
    for _ in 1...3 {
      hub.scheduler.advance(by: .seconds(60))
      hub.manager.open(payload, requestIdentifier: request, response: Self.repeatable)
    }
    hub.manager.open(payload, requestIdentifier: request)
    #expect(hub.manager.statistics.received == 1)
    #expect(hub.manager.statistics.opened == 4)
  }
}
