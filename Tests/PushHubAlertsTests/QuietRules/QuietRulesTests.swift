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

  @Test func `a night is quiet until its end, which is in the reason`() throws {
    #expect(try vote() == .noOpinion)
    attach()
    #expect(try vote() == .quiet("quiet hours until 07:00 in Europe/Berlin"))
    pass(6 * 3_600)
    #expect(try vote() == .noOpinion)
    pass(15 * 3_600)
    #expect(try vote() == .quiet("quiet hours until 07:00 in Europe/Berlin"))
  }

  @Test func `a mute ends at its date, and is removed with the next one`() throws {
    let push = #"{"aps":{"alert":"a","thread-id":"orders"}}"#
    let app = QuietApp()
    app.attach()
    app.rules.mute(.thread("orders"), until: app.clock.date + 3_600)
    #expect(app.rules.state.mutes.count == 1)
    #expect(try app.vote(push) == .quiet("thread orders is muted until 02:00 in Europe/Berlin"))
    app.rules.mute(.thread("orders"), until: app.clock.date + 2 * 86_400)
    let reason = "thread orders is muted until 2026-01-03 01:00 in Europe/Berlin"
    #expect(try app.vote(push) == .quiet(reason))
    #expect(app.rules.settings.mutes.count == 1)
    app.pass(2 * 86_400)
    #expect(try app.vote(push) == .noOpinion)
    #expect(app.rules.state.mutes.isEmpty)
    app.rules.mute(.thread("news"))
    #expect(app.rules.settings.mutes == [QuietMute(.thread("news"))])
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `each account has its own rules, by which its pushes are judged`() throws {
    let app = QuietApp()
    func vote(for account: AccountID) throws -> PresentationVote {
      try app.vote(#"{"aps":{"alert":"a","thread-id":"orders"}}"#, for: account)
    }
    app.attach()
    app.show("ann")
    app.rules.mute(.thread("orders"))
    #expect(try vote(for: "ann") == .quiet("thread orders is muted for ever"))
    #expect(try vote(for: "bob") == .noOpinion)
    app.show("bob")
    #expect(app.rules.settings == QuietSettings() && app.rules.state.mutes == [])
    #expect(try vote(for: "ann") == .quiet("thread orders is muted for ever"))
    app.rules.settings = .nights
    #expect(app.rules.isQuiet)
    app.lifecycle.setAccounts(["bob"], shown: "bob")
    app.show("ann")
    #expect(app.rules.settings.mutes == [QuietMute(.thread("orders"))] && !app.rules.isQuiet)
    #expect(Set(app.rules.accountSettings.keys) == ["ann", "bob"])
  }

  @Test func `a vote has all reasons`() throws {
    attach()
    rules.mute(.sender("apns"))
    rules.mute(.value("1", forKey: "x"), until: clock.date + 60)
    #expect(
      try vote(Fixture.plain)
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
  ) throws {
    var settings = QuietSettings.nights
    settings.mutes = [QuietMute(.sender("apns"))]
    let app = QuietApp(settings)
    app.attach()
    #expect(try app.vote(push) == .noOpinion)
    app.rules.settings.exemptions = [exemption]
    #expect(try app.vote(push) == .noOpinion)
    app.rules.settings.exemptions = QuietSettings.urgent.subtracting([exemption])
    #expect(try app.vote(push) != .noOpinion)
  }

  @Test func `the state changes by itself, with one deadline`() {
    #expect(rules.state == QuietState())
    attach()
    #expect(rules.state.isQuiet)
    #expect(rules.state.nextChange == clock.date + 6 * 3_600)
    #expect(clock.pendingCount == 1)
    clock.advance(by: .seconds(6 * 3_600 - 1))
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
    let app = QuietApp()
    app.attach()
    #expect(app.clock.pendingCount == 0)
    app.rules.settings = .nights
    #expect(app.clock.pendingCount == 1)
    app.context.detach(app.rules)
    #expect(app.clock.pendingCount == 0)
    #expect(app.rules.state == QuietState())
    app.attach()
    #expect(app.rules.state.isQuiet)
    app.rules.settings.windows = []
    #expect(app.rules.state == QuietState())
    #expect(app.clock.pendingCount == 0)
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
