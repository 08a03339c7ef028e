import PushHub
import Testing

/// Decisions counted again.
@MainActor
struct DecisionWithoutTests {
  @Test func `a decision without a vote is what the others want`() throws {
    let hub = Hub { $0.defaultPresentation = [.banner, .list] }
    let payload = try payload(#"{"aps":{"alert":"Hi"}}"#)
    let push = hub.manager.present(payload, requestIdentifier: "r1").push
    let decision = PresentationDecision(
      push: push,
      ballots: [
        .init(voter: "A", vote: .limit(to: .list, reason: "mine")),
        .init(voter: "B", vote: .limit(to: [.banner, .list], reason: "other")),
      ],
      default: .all,
      requestIdentifier: "r1"
    )
    #expect(decision.options == .list)
    let other = decision.without { $0.voter == "A" }
    #expect(other.options == [.banner, .list])
    #expect(other.requestIdentifier == "r1")
    #expect(other.without { _ in true }.options == .all)
  }
}
