import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Responses that the user may give again.
struct RepeatableResponseTests: AppFixture {
  let app = SimulatedApp()

  private static let repeatable = PushResponse(isRepeatable: true)

  @Test(arguments: [nil, "collapse", "6F1C1B46-0000-0000-0000-000000000001"], [true, false])
  func `each is delivered, and takes nothing from the notification's own`(
    request: String?,
    hasID: Bool
  ) {
    let recorder = PushRecorder()
    manager.add(recorder)
    let payload = hasID ? message("m1") : anonymous()
    manager.receive(payload, via: .remote, requestIdentifier: request)
    for _ in 1...3 {
      pass(60)
      manager.open(payload, requestIdentifier: request, response: Self.repeatable)
    }
    manager.open(payload, requestIdentifier: request)
    #expect(manager.statistics.received == 1)
    #expect(manager.statistics.opened == 4)
  }

  @Test func `a delivery date identifies one of two notifications with the same content`() {
    let recorder = PushRecorder()
    manager.add(recorder)
    let dates = [0, 60].map { clock.date.addingTimeInterval($0) }
    let pushes = dates.map {
      manager.receive(
        anonymous(),
        via: .present,
        requestIdentifier: "collapse",
        deliveredAt: $0
      )
    }
    var opened: [Push] = []
    recorder.onReceive = { if case .opened(let push, _) = $0 { opened.append(push) } }
    let subject: any PushSubject = manager
    for date in dates {
      subject.open(
        anonymous(),
        requestIdentifier: "collapse",
        response: Self.repeatable,
        deliveredAt: date
      )
    }
    #expect(opened.count == 2 && zip(opened, pushes).allSatisfy { $0.isSame(as: $1) })
  }

  @Test func `a response is not repeatable unless it says so`() {
    #expect(!PushResponse().isRepeatable)
    #expect(PushResponse(isRepeatable: true).isRepeatable)
  }
}
