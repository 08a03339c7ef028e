import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct PresentationTests: AppFixture {
  private final class Voter: PushObserver, PresentationVoter {
    let vote: PresentationVote
    private(set) var calls: [String] = []

    init(_ vote: PresentationVote) {
      self.vote = vote
    }

    func receive(_ event: PushEvent) {
      calls.append("event")
    }

    func presentation(of push: Push) -> PresentationVote {
      calls.append("vote \(push.id)")
      return vote
    }
  }

  let app = SimulatedApp { $0.defaultPresentation = [.list] }

  private func decide(_ votes: PresentationVote...) throws -> PresentationDecision {
    let voters = votes.map(Voter.init)
    defer { withExtendedLifetime(voters) {} }
    for voter in voters {
      manager.add(voter)
    }
    return manager.present(try anonymous())
  }

  /// See [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions).
  @Test func `options have the system's bits`() {
    let options: [PresentationOptions] = [.badge, .sound, .list, .banner]
    #expect(options.map(\.rawValue) == [1, 2, 8, 16])
  }

  @Test func `without an opinion the app's default holds`() throws {
    let decision = try decide(.noOpinion, .noOpinion)
    #expect(decision.options == [.list])
    #expect(decision.explanation == "no voter had an opinion, so the app's default applies")
  }

  @Test func `what observers want to show adds up`() throws {
    let decision = try decide(.show([.banner]), .noOpinion, .show([.sound, .banner]))
    #expect(decision.options == [.banner, .sound])
    #expect(decision.explanation == "shown for Voter, Voter")
  }

  @Test func `to show nothing is an opinion, but no veto`() throws {
    #expect(try decide(.show([])).options == [])
    #expect(try decide(.show([]), .show([.badge])).options == [.badge])
  }

  @Test func `what is shown is cut down to what every limit allows`() throws {
    let quiet = PresentationVote.limit(to: [.list, .badge], reason: "quiet hours")
    let decision = try decide(.show(.all), quiet, .limit(to: [.list, .sound], reason: "a call"))
    #expect(decision.options == [.list])
    #expect(
      decision.explanation == "shown for Voter; limited by Voter: quiet hours; Voter: a call"
    )
  }

  @Test func `a limit cuts down the default too, and is no wish`() throws {
    let decision = try decide(.limit(to: [.badge], reason: "quiet hours"))
    #expect(decision.options == [])
    #expect(try decide(.limit(to: .all, reason: "none")).options == [.list])
  }

  @Test(arguments: [0, 1, 2])
  func `one veto wins wherever it stands`(place: Int) throws {
    var votes: [PresentationVote] = [.show(.all), .noOpinion]
    votes.insert(.suppress(reason: "the chat is open"), at: place)
    let decision = try decide(votes[0], votes[1], votes[2])
    #expect(decision.options == [])
    #expect(decision.explanation == "suppressed by Voter: the chat is open")
    #expect(decision.votes.map { $0.vote } == votes)
  }

  @Test func `the push is delivered before the vote`() throws {
    let voter = Voter(.noOpinion)
    manager.add(voter)
    _ = manager.present(try message("m1"))
    #expect(voter.calls == ["event", "vote m1"])
  }

  @Test func `the decision is logged with its reason`() throws {
    _ = try decide(.suppress(reason: "the chat is open"))
    #expect(app.log.last?.code == .presented)
    #expect(app.log.last?.message == "nothing, suppressed by Voter: the chat is open")
  }
}
