import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

final class QuietRulesTests: QuietApp {
  init() {
    super.init(.nights)
  }

  @Test func `a night is quiet until its end, which is in the reason`() {
    #expect(vote() == .noOpinion)
    attach()
    #expect(vote() == .quiet("quiet hours until 07:00 in Europe/Berlin"))
    pass(6 * 3_600)
    #expect(vote() == .noOpinion)
    pass(15 * 3_600)
    #expect(vote() == .quiet("quiet hours until 07:00 in Europe/Berlin"))
  }

  @Test func `a mute ends at its date, and is removed with the next one`() {
    let push = #"{"aps":{"alert":"a","thread-id":"orders"}}"#
    rules.settings = QuietSettings()
    attach()
    rules.mute(.thread("orders"), until: clock.date + 3_600)
    #expect(rules.state.mutes.count == 1)
    #expect(vote(push) == .quiet("thread orders is muted until 02:00 in Europe/Berlin"))
    rules.mute(.thread("orders"), until: clock.date + 2 * 86_400)
    let reason = "thread orders is muted until 2026-01-03 01:00 in Europe/Berlin"
    #expect(vote(push) == .quiet(reason))
    #expect(rules.settings.mutes.count == 1)
    pass(2 * 86_400)
    #expect(vote(push) == .noOpinion)
    #expect(rules.state.mutes.isEmpty)
    rules.mute(.thread("news"))
    #expect(rules.settings.mutes == [QuietMute(.thread("news"))])
    #expect(clock.pendingCount == 0)
  }

  @Test func `each account has its own rules, by which its pushes are judged`() {
    rules.settings = QuietSettings()
    func vote(for account: AccountID) -> PresentationVote {
      self.vote(#"{"aps":{"alert":"a","thread-id":"orders"}}"#, for: account)
    }
    attach()
    show("ann")
    rules.mute(.thread("orders"))
    #expect(vote(for: "ann") == .quiet("thread orders is muted for ever"))
    #expect(vote(for: "bob") == .noOpinion)
    show("bob")
    #expect(rules.settings == QuietSettings() && rules.state.mutes == [])
    #expect(vote(for: "ann") == .quiet("thread orders is muted for ever"))
    rules.settings = .nights
    #expect(rules.isQuiet)
    lifecycle.setAccounts(["bob"], shown: "bob")
    show("ann")
    #expect(rules.settings.mutes == [QuietMute(.thread("orders"))] && !rules.isQuiet)
    #expect(Set(rules.accountSettings.keys) == ["ann", "bob"])
  }

  @Test func `a vote has all reasons`() {
    attach()
    rules.mute(.sender("apns"))
    rules.mute(.value("1", forKey: "x"), until: clock.date + 60)
    #expect(
      vote(Fixture.plain)
        == .quiet(
          "sender apns is muted for ever; a value of x is muted until 01:01 in Europe/Berlin; "
            + "quiet hours until 07:00 in Europe/Berlin"
        )
    )
    rules.unmute(.sender("apns"))
    #expect(rules.settings.mutes.map(\.subject) == [.value("1", forKey: "x")])
  }

  @Test(
    arguments: [
      (
        #"{"aps":{"alert":"a","interruption-level":"time-sensitive"}}"#,
        APS.InterruptionLevel.timeSensitive
      ),
      (#"{"aps":{"alert":"a","interruption-level":"critical"}}"#, .critical),
      (#"{"aps":{"alert":"a","sound":{"critical":1,"name":"x","volume":1}}}"#, .critical),
    ]
  )
  func `an urgent push is not quiet, unless the user wants otherwise`(
    push: String,
    exemption: APS.InterruptionLevel
  ) {
    rules.settings.mutes = [QuietMute(.sender("apns"))]
    attach()
    #expect(vote(push) == .noOpinion)
    rules.settings.exemptions = [exemption]
    #expect(vote(push) == .noOpinion)
    rules.settings.exemptions = QuietSettings.urgent.subtracting([exemption])
    #expect(vote(push) != .noOpinion)
  }

  @Test func `the state changes by itself, with one deadline`() {
    #expect(rules.state == QuietState())
    attach()
    #expect(rules.state.isQuiet)
    #expect(rules.state.nextChange == clock.date + 6 * 3_600)
    #expect(clock.pendingCount == 1)
    pass(6 * 3_600 - 1)
    #expect(rules.state.isQuiet)
    pass(1)
    #expect(!rules.state.isQuiet)
    #expect(rules.state.nextChange == clock.date + 15 * 3_600)
    #expect(clock.pendingCount == 1)
    pass(15 * 3_600)
    #expect(rules.state.isQuiet)
    #expect(log == [.began, .ended, .began])
  }

  @Test func `nothing is scheduled when nothing will change, or nothing is attached`() {
    rules.settings = QuietSettings()
    attach()
    #expect(clock.pendingCount == 0)
    rules.settings = .nights
    #expect(clock.pendingCount == 1)
    context.detach(rules)
    #expect(clock.pendingCount == 0)
    #expect(rules.state == QuietState())
    attach()
    #expect(rules.state.isQuiet)
    rules.settings.windows = []
    #expect(rules.state == QuietState())
    #expect(clock.pendingCount == 0)
  }

  @Test func `a deadline before its date, since the clock was set back, is set again`() {
    attach()
    clock.jumpWallClock(by: .seconds(-3_600))
    pass(6 * 3_600)
    #expect(rules.state.isQuiet)
    pass(3_600)
    #expect(!rules.state.isQuiet)
  }

  @Test func `a changed clock or zone counts when the app comes or goes`() {
    attach()
    clock.jumpWallClock(by: .seconds(8 * 3_600))
    #expect(rules.isQuiet)
    lifecycle.setPhase(.active)
    #expect(!rules.isQuiet)
    travel(to: "Asia/Tokyo")
    lifecycle.setPhase(.background)
    #expect(rules.nextChange == clock.date + 5 * 3_600)
  }
}
