import Foundation
import PushHub
import PushHubAlerts
import Testing

@MainActor
struct QuietPhaseTests {
  @Test func `a clock that was turned and another zone count when the app comes or goes`() {
    let app = QuietApp(.nights)
    app.lifecycle.setPhase(.inactive)
    app.attach()
    #expect(app.rules.isQuiet)
    app.scheduler.jumpWallClock(by: .seconds(8 * 3_600))
    #expect(app.rules.isQuiet)
    app.lifecycle.setPhase(.active)
    #expect(!app.rules.isQuiet)
    #expect(app.rules.nextChange == app.scheduler.date + 13 * 3_600)
    app.travel(to: "Asia/Tokyo")
    app.lifecycle.setPhase(.background)
    #expect(app.rules.nextChange == app.scheduler.date + 5 * 3_600)
    #expect(app.log == [.began, .ended])
  }
}
