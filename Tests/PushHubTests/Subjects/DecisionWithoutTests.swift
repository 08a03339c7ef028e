import PushHub
import Testing

/// Decisions counted again, and pushes told from each other.
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

  @Test func `one push is the same in each callback, and another of its id is not`() throws {
    let hub = Hub()
    let first = hub.manager.present(try anonymous("a"), requestIdentifier: "r1")
    let again = hub.manager.present(try anonymous("a"), requestIdentifier: "r1")
    let other = hub.manager.present(try anonymous("b"), requestIdentifier: "r1")
    #expect(first.requestIdentifier == "r1")
    #expect(first.push.isSame(as: again.push))
    #expect(first.push.id == other.push.id)
    #expect(!first.push.isSame(as: other.push))
  }
}
