import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Decisions counted again.
@MainActor
struct DecisionWithoutTests {
  @Test func `a decision without a vote is what the others want`() async {
    let app = SimulatedApp { $0.defaultPresentation = [.banner, .list] }
    let payload = payload(#"{"aps":{"alert":"Hi"}}"#)
    let push = await app.manager.present(payload, requestIdentifier: "r1").push
    let mine = PresentationVote.limit(to: .list, reason: "mine")
    let decision = PresentationDecision(
      push: push,
      votes: [
        ("A", mine),
        ("B", .limit(to: [.banner, .list], reason: "other")),
      ],
      default: .all,
      requestIdentifier: "r1"
    )
    #expect(decision.options == .list)
    let other = decision.without { $0 == mine }
    #expect(other.options == [.banner, .list])
    #expect(other.requestIdentifier == "r1")
    #expect(other.without { _ in true }.options == .all)
  }
}
