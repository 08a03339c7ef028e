import PushHub
import Testing

@testable import PushHubObservers

/// How time makes the sync ask: the count is kept no older than an interval, and away is away.
struct UnreadSyncIntervalTests {
  @Test func `on a tracked page the count is asked for every minute`() {
    var driver = UnreadSyncDriver.atHome()
    for minute in 1...3 {
      driver.wait(.milliseconds(59_999))
      #expect(driver.begun.isEmpty)
      driver.wait(.milliseconds(1))
      #expect(
        driver.takeBegun()
          == [.init(milliseconds: minute * 60_000, reason: .interval, account: "ann")]
      )
      driver.answer(minute)
    }
  }

  @Test func `the interval counts from when the last request began`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(20))
    driver.push()
    driver.wait(.seconds(15))
    driver.answer(1)
    _ = driver.takeBegun()
    driver.wait(.seconds(45))
    #expect(driver.begun == [.init(milliseconds: 80_000, reason: .interval, account: "ann")])
  }

  @Test func `a tab flip is not a trigger however often`() {
    var driver = UnreadSyncDriver.atHome()
    for _ in 1...59 {
      driver.wait(.seconds(1))
      driver.disappear("home")
      driver.appear("home")
    }
    #expect(driver.begun.isEmpty)
    driver.wait(.seconds(1))
    #expect(driver.takeReasons() == [.interval])
  }

  @Test func `an answer that took longer than the interval is asked for again at once`() {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home"],
      requestTimeout: .seconds(300)
    )
    var driver = UnreadSyncDriver.atHome(configuration)
    driver.push()
    driver.wait(.seconds(70))
    #expect(driver.takeReasons() == [.push])
    driver.answer(1)
    #expect(driver.begun == [.init(milliseconds: 70_000, reason: .interval, account: "ann")])
  }

  @Test func `off the tracked pages no interval passes and no deadline is set`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(600))
    #expect(driver.begun.isEmpty)
  }

  @Test func `in the background no interval passes and no deadline is set`() {
    var driver = UnreadSyncDriver.atHome()
    driver.setPhase(.background)
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(600))
    #expect(driver.begun.isEmpty)
  }

  @Test func `an inactive app is still in front of the user`() {
    var driver = UnreadSyncDriver.atHome()
    driver.setPhase(.inactive)
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.interval])
  }

  @Test func `from one tracked page to another the interval goes on`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(10))
    driver.appear("mail")
    driver.answer(3)
    driver.disappear("home")
    _ = driver.takeBegun()
    driver.wait(.seconds(60))
    #expect(driver.begun == [.init(milliseconds: 70_000, reason: .interval, account: "ann")])
  }

  @Test func `one of two pages disappearing is not being away`() {
    var driver = UnreadSyncDriver.atHome()
    driver.appear("mail")
    driver.answer(3)
    driver.disappear("home")
    driver.wait(.seconds(61))
    driver.answer(3)
    _ = driver.takeBegun()
    driver.appear("home")
    #expect(driver.begun.isEmpty)
  }

  // MARK: - Returning

  @Test func `a return to a count older than the interval asks at once`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(50))
    driver.disappear("home")
    driver.wait(.seconds(15))
    driver.appear("home")
    #expect(driver.begun == [.init(milliseconds: 65_000, reason: .interval, account: "ann")])
  }

  @Test func `a return to a fresh count asks when the rest of the interval has passed`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(10))
    driver.setPhase(.background)
    driver.wait(.seconds(20))
    driver.setPhase(.active)
    #expect(driver.begun.isEmpty)
    driver.wait(.seconds(30))
    #expect(driver.begun == [.init(milliseconds: 60_000, reason: .interval, account: "ann")])
  }

  @Test func `exactly a minute away is not more than a minute`() {
    var driver = UnreadSyncDriver.atHome()
    driver.wait(.seconds(10))
    driver.disappear("home")
    driver.wait(.seconds(10))
    driver.push()
    driver.answer(3)
    _ = driver.takeBegun()
    driver.wait(.seconds(50))
    driver.appear("home")
    #expect(driver.begun.isEmpty)
  }

  @Test(arguments: [1, 900])
  func `a fraction of a second more than a minute is more`(milliseconds: Int) {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.wait(.seconds(60) + .milliseconds(milliseconds))
    driver.appear("home")
    #expect(driver.takeReasons() == [.return])
  }

  @Test func `a return after more than a minute asks even when a push kept the count fresh`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.wait(.seconds(50))
    driver.push()
    driver.answer(4)
    driver.wait(.seconds(11))
    driver.appear("home")
    #expect(driver.takeReasons() == [.push, .return])
  }

  @Test func `a return after more than a minute is one sync with one reason`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.wait(.seconds(61))
    driver.appear("home")
    driver.answer(4)
    driver.wait(.seconds(59))
    #expect(driver.reasons == [.return])
  }

  @Test func `time in the background is time away`() {
    var driver = UnreadSyncDriver.atHome()
    driver.setPhase(.background)
    driver.wait(.seconds(61))
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.return])
  }

  @Test func `time on other pages and in the background adds up to time away`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.wait(.seconds(25))
    driver.setPhase(.background)
    driver.wait(.seconds(25))
    driver.setPhase(.active)
    driver.wait(.seconds(11))
    driver.appear("home")
    #expect(driver.takeReasons() == [.return])
  }

  @Test func `away ends with any tracked page`() {
    var driver = UnreadSyncDriver.atHome()
    driver.appear("mail")
    driver.answer(3)
    driver.disappear("mail")
    driver.disappear("home")
    _ = driver.takeBegun()
    driver.wait(.seconds(61))
    driver.appear("mail")
    #expect(driver.takeReasons() == [.return])
    driver.answer(3)
    driver.disappear("mail")
    driver.appear("home")
    #expect(driver.begun.isEmpty)
  }

  @Test func `a return while out of sight for the screen is none`() {
    var driver = UnreadSyncDriver.atHome()
    driver.disappear("home")
    driver.setPhase(.background)
    driver.wait(.seconds(61))
    driver.appear("home")
    #expect(driver.begun.isEmpty)
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.return])
  }

  @Test func `the app chooses the interval`() {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home", "mail"],
      interval: .seconds(10),
      spread: .zero
    )
    var driver = UnreadSyncDriver.atHome(configuration)
    driver.wait(.seconds(10))
    #expect(driver.takeReasons() == [.interval])
    driver.answer(1)
    driver.disappear("home")
    driver.wait(.milliseconds(10_001))
    driver.appear("home")
    #expect(driver.takeReasons() == [.return])
  }
}
