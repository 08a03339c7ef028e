import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Live Activities of a device whose clock is set.
final class LiveActivityClockTests {
  private let core = LiveActivitiesCore(endsActivitiesOnSignOut: false)
  private var app: FeatureSimulation<LiveActivitiesCore>
  private var activity = LiveActivity.delivery()
  private var other = LiveActivity.delivery("b", name: "8")

  init() { app = FeatureSimulation(core, store: [:]) }

  @Test
  func `a clock once ahead forgets no dismissal and delays no refresh`() {
    app.date += 10 * 86_400
    app.changeLifecycle { $0.account = "ann" }
    app.send(LiveActivityReport(all: [activity]))
    activity.state = .dismissed
    app.send(LiveActivityReport(all: [activity, other]))
    app.date -= 10 * 86_400
    app.relaunch(core)
    app.changeLifecycle { $0.account = "ann" }
    app.send(LiveActivityReport(all: [other]))
    #expect(app.state.activities(of: "ann") == [activity, other])
    app.date -= 86_400
    app.send(LiveActivityReport())
    app.handle(.work(isRefresh: true))
    app.send(LiveActivityReport())
    #expect(!app.takeEffects().contains(.finishWork(.noData)))
    app.pass(10)
    app.send(LiveActivityReport())
    #expect(app.takeEffects().contains(.finishWork(.noData)))
  }

  @Test func `a launch with the clock ahead keeps dismissals, and ends nothing`() {
    app.changeLifecycle { $0.account = "ann" }
    app.send(LiveActivityReport(all: [activity, other]))
    activity.state = .dismissed
    app.send(LiveActivityReport(all: [activity, other]))
    app.date += 10 * 86_400
    app.relaunch(core)
    app.changeLifecycle { $0.account = "ann" }
    app.send(LiveActivityReport(all: [other]))
    app.pass(5)
    app.date -= 10 * 86_400
    other.state = .dismissed
    app.send(LiveActivityReport(changed: other))
    #expect(app.state.activities(of: "ann") == [activity, other])
  }

  @Test func `a clock that is set ahead and back changes no age`() {
    app.changeLifecycle { $0.account = "ann" }
    app.send(LiveActivityReport(all: [activity]))
    app.pass(5 * 3_600)
    for hours in [2.0, -2] {
      app.date += hours * 3_600
      app.send(LiveActivityReport())
    }
    app.pass(3 * 3_600)
    var over = activity
    over.state = .dismissed
    app.send(LiveActivityReport(changed: over))
    #expect(app.state.activities(of: "ann") == [])
  }
}
