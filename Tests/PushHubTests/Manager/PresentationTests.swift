import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

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

  private func decide(_ votes: PresentationVote...) async -> PresentationDecision {
    let voters = votes.map(Voter.init)
    defer { withExtendedLifetime(voters) {} }
    for voter in voters {
      manager.add(voter)
    }
    return await manager.present(anonymous())
  }

  /// See [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions).
  @Test func `options have the system's bits`() {
    let options: [PresentationOptions] = [.badge, .sound, .list, .banner]
    #expect(options.map(\.rawValue) == [1, 2, 8, 16])
  }

  @Test func `without an opinion the app's default holds`() async {
    let decision = await decide(.noOpinion, .noOpinion)
    #expect(decision.options == [.list])
    #expect(decision.explanation == "no voter had an opinion, so the app's default applies")
  }

  @Test func `what observers want to show adds up`() async {
    let decision = await decide(.show([.banner]), .noOpinion, .show([.sound, .banner]))
    #expect(decision.options == [.banner, .sound])
    #expect(decision.explanation == "shown for Voter, Voter")
  }

  @Test func `to show nothing is an opinion, but no veto`() async {
    #expect(await decide(.show([])).options == [])
    #expect(await decide(.show([]), .show([.badge])).options == [.badge])
  }

  @Test func `what is shown is cut down to what every limit allows`() async {
    let quiet = PresentationVote.limit(to: [.list, .badge], reason: "quiet hours")
    let decision = await decide(
      .show(.all),
      quiet,
      .limit(to: [.list, .sound], reason: "a call")
    )
    #expect(decision.options == [.list])
    #expect(
      decision.explanation == "shown for Voter; limited by Voter: quiet hours; Voter: a call"
    )
  }

  @Test func `a limit cuts down the default too, and is no wish`() async {
    let decision = await decide(.limit(to: [.badge], reason: "quiet hours"))
    #expect(decision.options == [])
    #expect(await decide(.limit(to: .all, reason: "none")).options == [.list])
  }

  @Test(arguments: [0, 1, 2])
  func `one veto wins wherever it stands`(place: Int) async {
    var votes: [PresentationVote] = [.show(.all), .noOpinion]
    votes.insert(.suppress(reason: "the chat is open"), at: place)
    let decision = await decide(votes[0], votes[1], votes[2])
    #expect(decision.options == [])
    #expect(decision.explanation == "suppressed by Voter: the chat is open")
    #expect(decision.votes.map { $0.vote } == votes)
  }

  @Test func `the push is delivered before the vote`() async {
    let voter = Voter(.noOpinion)
    manager.add(voter)
    _ = await manager.present(message("m1"))
    #expect(voter.calls == ["event", "vote m1"])
  }

  // MARK: - Votes that take time

  private enum Habit: CaseIterable {
    case votes, votesLate, hangs, fails
  }

  private final class SlowVoter: PresentationVoter {
    let habit: Habit
    let clock: ManualScheduler

    init(_ habit: Habit, on clock: ManualScheduler) {
      (self.habit, self.clock) = (habit, clock)
    }

    func presentation(of push: Push) async throws -> PresentationVote {
      switch habit {
      case .votes: try await clock.sleep(for: .seconds(1))
      case .votesLate:
        // It ignores the cancellation.
        try? await clock.sleep(for: .seconds(3))
      case .hangs: try await clock.sleep(for: .seconds(86_400))
      case .fails: throw CocoaError(.fileNoSuchFile)
      }
      return .suppress(reason: "read elsewhere")
    }
  }

  /// Votes are waited for at the same time, for two seconds; what is late or fails is no opinion.
  @Test(arguments: Habit.allCases, Habit.allCases)
  private func `a vote may take two seconds, and is no opinion after that`(
    first: Habit,
    second: Habit
  ) async {
    let habits = [first, second]
    let voters = habits.map { SlowVoter($0, on: clock) }
    let quick = Voter(.show([.banner]))
    for voter in voters { manager.add(voter) }
    manager.add(quick)
    let decision = Holder<PresentationDecision?>(nil)
    let push = message("m1")
    clock.perform { [manager] in decision.value = await manager.present(push) }
    await settle()
    let isLate = habits.contains(.hangs) || habits.contains(.votesLate)
    let isSlow = isLate || habits.contains(.votes)
    for (after, isDecided) in [(0, !isSlow), (1, !isLate), (2, true)] {
      if after > 0 { await wait(1) }
      #expect((decision.value != nil) == isDecided, "after \(after) s")
    }
    #expect(decision.value?.options == (habits.contains(.votes) ? [] : [.banner]))
    await wait(5)
    let lateCount = habits.count { $0 == .hangs || $0 == .votesLate }
    #expect(manager.statistics[.late] == lateCount)
    #expect(manager.statistics[.answeredLate] == lateCount)
    #expect(manager.statistics[.workFailed] == habits.count { $0 == .fails })
    #expect(app.log.filter { $0.code == .presented }.count == 1)
    #expect(app.log.filter { $0.code == .late }.allSatisfy { $0.observer == "SlowVoter" })
  }

  @Test func `the decision is logged with its reason`() async {
    _ = await decide(.suppress(reason: "the chat is open"))
    #expect(app.log.last?.code == .presented)
    #expect(app.log.last?.message == "nothing, suppressed by Voter: the chat is open")
  }

  @Test func `a decision without a vote is what the others want`() async {
    let payload = payload(#"{"aps":{"alert":"Hi"}}"#)
    let push = await manager.present(payload, requestIdentifier: "r1").push
    let mine = PresentationVote.limit(to: .list, reason: "mine")
    let decision = PresentationDecision(
      push: push,
      votes: [
        ("A", mine),
        ("B", .limit(to: [.banner, .list], reason: "other")),
      ],
      default: .all
    )
    #expect(decision.options == .list)
    let other = decision.without { $0 == mine }
    #expect(other.options == [.banner, .list])
    #expect(other.requestIdentifier == "r1")
    #expect(other.without { _ in true }.options == .all)
  }
}
