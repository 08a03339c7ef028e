import Foundation
import PushHub
import PushHubObservers
import Testing

/// Dates that clocks may show, and of which some are times.
struct DateCalendarTests {
  @Test(arguments: [-62_135_596_800, -1, 0, 1_767_225_600.5, 253_402_300_799.5])
  func `a date of the years 1 to 9999 is a time`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.isTime)
    #expect(Double(date.wholeSeconds) == seconds.rounded(.down))
  }

  @Test(arguments: WrongClock.timeless + [-62_135_596_801, 253_402_300_800])
  func `any other date is none`(seconds: Double) {
    #expect(!Date(timeIntervalSince1970: seconds).isTime)
  }

  @Test(arguments: WrongClock.bad)
  func `any date has whole seconds`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect((-62_135_596_800...253_402_300_799).contains(date.wholeSeconds))
  }
}
