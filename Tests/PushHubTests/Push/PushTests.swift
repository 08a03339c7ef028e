import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct PushTests {
  @Test func `one push is the same in each callback, and another of its id is not`() async {
    let app = SimulatedApp()
    let first = await app.manager.present(anonymous("a"), requestIdentifier: "r1")
    let again = await app.manager.present(anonymous("a"), requestIdentifier: "r1")
    let other = await app.manager.present(anonymous("b"), requestIdentifier: "r1")
    #expect(first.requestIdentifier == "r1")
    #expect(first.push.isSame(as: again.push))
    #expect(first.push.id == other.push.id)
    #expect(!first.push.isSame(as: other.push))
  }

  @Test func `a response is not repeatable unless it says so`() {
    #expect(!PushResponse().isRepeatable)
    #expect(PushResponse(isRepeatable: true).isRepeatable)
  }
}
