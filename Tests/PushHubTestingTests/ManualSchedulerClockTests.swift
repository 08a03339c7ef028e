import Foundation
import PushHub
import PushHubTesting
import Testing

@MainActor
struct ManualSchedulerClockTests {
  @Test func `the wall clock starts with 2026`() {
    #expect(ManualScheduler().date == Date(timeIntervalSince1970: 1_767_225_600))
  }

  @Test(arguments: [3_600, -3_600])
  func `a jump of the wall clock changes the date and nothing else`(seconds: Int) {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let scheduler = ManualScheduler(date: date)
    let start = scheduler.now
    var runs = 0
    scheduler.schedule(after: .seconds(10)) { runs += 1 }
    scheduler.jumpWallClock(by: .seconds(seconds))
    #expect(scheduler.date == date.addingTimeInterval(Double(seconds)))
    #expect(scheduler.now == start)
    #expect(scheduler.nextDeadline == start + .seconds(10))
    scheduler.advance(by: .seconds(9))
    #expect(runs == 0)
    scheduler.advance(by: .seconds(1))
    #expect(runs == 1)
    #expect(scheduler.date == date.addingTimeInterval(Double(seconds + 10)))
  }
}
