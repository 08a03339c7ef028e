import Foundation
import PushHub
import Testing

@MainActor
struct ManualSchedulerClockTests {
  @Test func `the wall clock starts with 2026`() {
    #expect(ManualScheduler().date == Date(timeIntervalSince1970: 1_767_225_600))
  }

  @Test func `the wall clock goes along with time`() {
    let date = Date(timeIntervalSince1970: 1_000)
    let scheduler = ManualScheduler(date: date)
    scheduler.advance(by: .milliseconds(1_500))
    #expect(scheduler.date == date.addingTimeInterval(1.5))
  }

  @Test func `inside an action the wall clock shows the action's time`() {
    let date = Date(timeIntervalSince1970: 1_000)
    let scheduler = ManualScheduler(date: date)
    var seen: Date?
    scheduler.schedule(after: .seconds(3)) { seen = scheduler.date }
    scheduler.advance(by: .seconds(10))
    #expect(seen == date.addingTimeInterval(3))
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

  @Test func `jumps of the wall clock add up`() {
    let date = Date(timeIntervalSince1970: 1_000)
    let scheduler = ManualScheduler(date: date)
    scheduler.jumpWallClock(by: .seconds(60))
    scheduler.jumpWallClock(by: .seconds(-90))
    #expect(scheduler.date == date.addingTimeInterval(-30))
  }
}
