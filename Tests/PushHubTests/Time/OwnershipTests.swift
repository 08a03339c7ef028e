import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What ends with the object that owns it.
@MainActor
struct OwnershipTests {
  private let scheduler = ManualScheduler()

  @Test func `the action of an alarm that is released is canceled`() async {
    var alarm: DeadlineAlarm? = DeadlineAlarm {}
    alarm?.set(to: scheduler.now + .seconds(3), on: scheduler)
    #expect(scheduler.pendingCount == 1)
    alarm = nil
    #expect(await eventually { scheduler.pendingCount == 0 })
  }
}
