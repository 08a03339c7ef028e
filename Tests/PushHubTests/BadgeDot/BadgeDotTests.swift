import PushHub
import Testing

@testable import PushHubObservers

/// What lights the dot, and what does not: each is a defect of older dots.
struct BadgeDotTests {
  @Test func `a notification after the mark lights the dot`() {
    var driver = BadgeDotDriver.ann()
    #expect(!driver.isShown)
    driver.report(1, 2, 3, 4)
    #expect(driver.isShown)
  }

  @Test func `deleting the newest does not light the dot`() {
    var driver = BadgeDotDriver.ann()
    driver.report(1, 2)
    driver.report(1)
    #expect(driver.takeShown() == [])
    #expect(driver.marks["ann"] == .upTo(.numbered(3)))
  }

  @Test func `deleting the newest unread leaves the dot for the one before`() {
    var driver = BadgeDotDriver.ann()
    driver.report(1, 4, 5)
    driver.report(1, 4)
    #expect(driver.isShown)
    driver.report(1, 3)
    #expect(!driver.isShown)
  }

  @Test func `reordering the list does not light the dot`() {
    var driver = BadgeDotDriver.ann()
    for list in [[3, 1, 2], [1, 3, 2], [2, 1, 3]] {
      driver.report(list)
    }
    #expect(driver.takeShown() == [])
  }

  @Test func `an empty list means read and does not erase the mark`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    #expect(driver.isShown)
    driver.report()
    #expect(!driver.isShown)
    driver.report(1, 2, 3)
    #expect(!driver.isShown)
    #expect(driver.marks["ann"] == .upTo(.numbered(3)))
  }

  @Test func `a list fetched newer than a lagging listener does not flash`() {
    var driver = BadgeDotDriver.ann()
    driver.read(7)
    for newest in 4...7 {
      driver.report(newest)
    }
    #expect(driver.takeShown() == [])
    driver.report(8)
    #expect(driver.isShown)
  }

  @Test func `an error does not clear the dot`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.fail()
    #expect(driver.isShown)
    #expect(driver.core.state.isStale)
    driver.wait(.seconds(3_600))
    #expect(driver.isShown)
    driver.tell(.requested)
    driver.report(4)
    #expect(!driver.core.state.isStale)
  }

  @Test func `an error does not light the dot`() {
    var driver = BadgeDotDriver.ann()
    driver.fail()
    #expect(!driver.isShown)
    #expect(driver.core.state.isKnown)
  }

  @Test func `reading puts the dot out at once, up to the newest known`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4, 5)
    driver.read(4)
    #expect(driver.isShown)
    driver.read()
    #expect(!driver.isShown)
    #expect(driver.marks["ann"] == .upTo(.numbered(5)))
  }

  @Test func `a mark never goes back`() {
    var driver = BadgeDotDriver.ann()
    let saved = driver.saveCount
    driver.read(2)
    driver.report(1)
    driver.read()
    #expect(driver.marks["ann"] == .upTo(.numbered(3)))
    #expect(driver.saveCount == saved)
  }

  @Test func `two devices merge to the greater mark`() {
    var phone = BadgeDotDriver.ann()
    var tablet = BadgeDotDriver.ann()
    phone.report(4, 5)
    tablet.report(4, 5, 6)
    phone.read()
    tablet.read(5)
    #expect(!phone.isShown)
    #expect(tablet.isShown)
    phone.report(4, 5, 6)
    tablet.read(6)
    phone.read(6)
    #expect(phone.marks == tablet.marks)
    #expect(!phone.isShown && !tablet.isShown)
  }

  @Test func `reading without an account, or with nothing known, changes nothing`() {
    var driver = BadgeDotDriver()
    driver.read(5)
    driver.signIn("ann")
    driver.read()
    #expect(driver.marks.isEmpty)
    driver.read(5)
    #expect(driver.marks == ["ann": .upTo(.numbered(5))])
  }

  // MARK: - First run

  @Test func `on a first run the baseline is read and what comes after it is new`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.report(1, 2)
    #expect(!driver.isShown)
    #expect(driver.marks["ann"] == .upTo(.numbered(2)))
    driver.report(1, 2, 3)
    #expect(driver.isShown)
  }

  @Test func `on a first run with an empty list the first notification is new`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.report()
    #expect(driver.marks["ann"] == .nothing)
    driver.report(1)
    #expect(driver.isShown)
  }

  @Test func `on a first run that shows, everything is new until it is read`() {
    var driver = BadgeDotDriver(firstRun: .show)
    driver.signIn("ann")
    driver.report(1, 2)
    #expect(driver.isShown)
    #expect(driver.marks.isEmpty)
    driver.read()
    #expect(!driver.isShown)
  }

  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `a second run is none, whatever the policy`(firstRun: BadgeDot.FirstRun) {
    var driver = BadgeDotDriver(firstRun: firstRun, marks: ["ann": .upTo(.numbered(1))])
    driver.signIn("ann")
    driver.report(1)
    #expect(!driver.isShown)
    driver.report(1, 2)
    #expect(driver.isShown)
  }

  // MARK: - The list page

  @Test func `while the user looks at the list the mark follows and the dot stays off`() {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.report(4)
    driver.report(4, 5)
    #expect(driver.takeShown() == [])
    driver.setList(visible: false)
    driver.report(4, 5)
    #expect(!driver.isShown)
    driver.report(4, 5, 6)
    #expect(driver.isShown)
  }

  @Test func `the list puts the dot out when it appears`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.setList(visible: true)
    #expect(driver.takeShown() == [true, false])
  }

  @Test(arguments: [AppPhase.inactive, .background])
  func `a list that is not active reads nothing until it is`(phase: AppPhase) {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.setPhase(phase)
    driver.report(4)
    #expect(driver.isShown)
    #expect(driver.marks["ann"] == .numbered(3))
    driver.setPhase(.inactive)
    #expect(driver.isShown)
    driver.setPhase(.active)
    #expect(!driver.isShown)
  }

  @Test func `a list under a sheet reads nothing until the last sheet is gone`() {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.setOverlays(2)
    driver.report(4)
    driver.setOverlays(1)
    #expect(driver.isShown)
    #expect(driver.marks["ann"] == .numbered(3))
    driver.setOverlays(0)
    #expect(!driver.isShown)
  }

  @Test func `another page reads nothing`() {
    var driver = BadgeDotDriver.ann()
    driver.change { $0.visiblePages = ["home"] }
    driver.report(4)
    #expect(driver.isShown)
  }

  // MARK: - Marks from outside, and by hand

  @Test func `what another process has read counts on return to the foreground`() {
    var driver = BadgeDotDriver.ann()
    driver.report(3, 4)
    driver.setPhase(.background)
    driver.readOutside(4)
    #expect(driver.isShown)
    driver.setPhase(.inactive)
    #expect(!driver.isShown)
    driver.report(3, 4)
    #expect(!driver.isShown)
  }

  @Test func `a mark set back lights the dot again, and a wrong order is no harm for good`() {
    var driver = BadgeDotDriver.ann()
    driver.read(1_000_000)
    driver.report(4)
    #expect(!driver.isShown)
    driver.setMark(3)
    #expect(driver.isShown)
    #expect(driver.marks["ann"] == .numbered(3))
    driver.setMark(0)
    #expect(driver.marks["ann"] == .nothing)
  }

  @Test func `a mark taken away lets the account have a first run with the list as it is`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.setMark(nil)
    #expect(!driver.isShown)
    #expect(driver.marks["ann"] == .numbered(4))
    var other = BadgeDotDriver.ann(firstRun: .show)
    other.setMark(nil)
    #expect(other.isShown)
    #expect(other.marks.isEmpty)
  }

  @Test func `a mark set back while the user looks at the list follows it at once`() {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.setMark(1)
    #expect(driver.marks["ann"] == .numbered(3))
    #expect(!driver.isShown)
  }

  @Test func `an account that is forgotten has no mark, also while it is signed in`() {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.tell(.forget("ann"))
    driver.setPhase(.background)
    driver.setPhase(.active)
    #expect(driver.marks.isEmpty)
    #expect(driver.open.isEmpty)
    #expect(driver.core.state == BadgeDotState())
    driver.signIn(nil)
    driver.signIn("ann")
    driver.report(5)
    #expect(driver.marks["ann"] == .numbered(5))
    driver.tell(.forget("bob"))
    #expect(driver.open.count == 1)
  }
}
