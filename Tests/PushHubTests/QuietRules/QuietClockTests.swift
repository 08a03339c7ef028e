import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Clocks that show no time.
@MainActor
struct QuietClockTests {
  private let now = ContinuousClock.now
  private let clock = WrongClock()
  private let lifecycle = AppLifecycle()

  private func core(_ settings: QuietSettings, looking seconds: Double) -> QuietCore {
    var core = QuietCore()
    #expect(core.handle(.settings(settings), at: now) == [.look])
    let moment = QuietCore.Moment(date: Date(timeIntervalSince1970: seconds), zone: .gmt)
    _ = core.handle(.looked(moment), at: now)
    return core
  }

  private func attached(_ settings: QuietSettings) -> QuietRules {
    let rules = QuietRules(settings: settings) { .gmt }
    let manager = NotificationManager(scheduler: clock.base)
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock).attach(rules)
    return rules
  }

  @Test(arguments: WrongClock.timeless)
  func `a clock that shows no time is looked at again after a minute`(seconds: Double) {
    for settings in [QuietSettings.nights, .init(mutes: [QuietMute(.thread("t"), until: .now)])] {
      var core = core(settings, looking: seconds)
      #expect(core.nextDeadline == now + .seconds(60))
      #expect(core.handle(.deadline, at: now + .seconds(60)) == [.look])
    }
  }

  @Test(arguments: WrongClock.bad)
  func `without rules no clock is looked at again`(seconds: Double) {
    #expect(core(QuietSettings(), looking: seconds).nextDeadline == nil)
    let mutedForEver = QuietSettings(mutes: [QuietMute(.thread("t"))])
    #expect(core(mutedForEver, looking: seconds).nextDeadline == nil)
  }

  @Test(arguments: WrongClock.bad)
  func `no clock is looked at without end`(seconds: Double) async {
    clock.shown = seconds
    var settings = QuietSettings.nights
    settings.mutes = [QuietMute(.thread("t"), until: clock.base.date + 3_600)]
    let rules = attached(settings)
    #expect(await clock.advance(by: .seconds(3_600)) <= 61)
    clock.shown = nil
    rules.refresh()
    #expect(rules.state.isQuiet)
    #expect(rules.state.mutes == [])
  }

  @Test(arguments: WrongClock.timeless)
  func `nobody knows whether it is night when the clock shows no time`(seconds: Double) throws {
    clock.shown = seconds
    let rules = attached(.nights)
    #expect(!rules.state.isQuiet)
    #expect(rules.state.nextChange == nil)
    #expect(rules.presentation(of: try push()) == .noOpinion)
  }

  @Test(arguments: WrongClock.timeless)
  func `a mute holds, and stays stored, as long as the clock does not say that it has ended`(
    seconds: Double
  ) throws {
    clock.shown = seconds
    let mute = QuietMute(.thread("t"), until: clock.base.date + 3_600)
    let rules = attached(QuietSettings(mutes: [mute]))
    #expect(rules.settings.mutes == [mute])
    #expect(rules.state.mutes == [mute])
    #expect(rules.presentation(of: try push()) != .noOpinion)
    clock.shown = nil
    clock.base.advance(by: .seconds(3_600))
    #expect(rules.settings.mutes == [])
  }

  private func push() throws -> Push {
    let payload = try payload(#"{"aps":{"alert":"Hi","thread-id":"t"}}"#)
    return Push(
      id: "1",
      messageID: nil,
      payload: payload,
      sender: [any PushSender].standard.sender(of: payload),
      receivedAt: clock.date,
      channels: [.present]
    )
  }
}
