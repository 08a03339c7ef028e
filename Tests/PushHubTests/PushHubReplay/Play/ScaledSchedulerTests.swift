import Foundation
import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

@MainActor
struct ScaledSchedulerTests {
  @Test func `a scaled clock catches up with what is due`() {
    let scheduler = ScaledScheduler(date: Date(timeIntervalSince1970: 0), speed: 60)
    let log = CallLog()
    scheduler.schedule(after: .seconds(-1)) { log.note("late") }
    scheduler.schedule(after: .seconds(36_000)) { log.note("in ten minutes") }
    scheduler.runDueActions()
    #expect(log.take() == ["late"])
  }
}
