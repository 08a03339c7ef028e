import Foundation
import PushHub
import Testing

@testable import PushHubObservers

/// How time counts, as the core tells it.
struct CountdownTimeTests {
  @Test(arguments: [0.1, 0.5, 5])
  func `an interval of any length keeps real time`(seconds: Double) {
    var driver = CountdownDriver(.init(interval: .seconds(seconds)))
    driver.add("a", .seconds(20))
    driver.bind(1, to: "a")
    driver.play(.seconds(10))
    #expect(driver.lines.last?.time == 10_000)
    #expect(driver.lines.last?.remaining == 10_000)
    #expect(driver.lines.count == 1 + Int(10 / seconds))
    driver.play(.seconds(10))
    #expect(driver.texts.last == "20 a over")
  }

  @Test func `an interval that is not above zero is a millisecond`() {
    var driver = CountdownDriver(.init(interval: .seconds(-1)))
    driver.add("a", .seconds(1))
    driver.bind(1, to: "a")
    driver.play(.milliseconds(3))
    #expect(driver.texts == ["0 a 1", "0.001 a 0.999", "0.002 a 0.998", "0.003 a 0.997"])
  }

  @Test func `missed ticks do not slow the countdown, and are not made up`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(20))
    driver.bind(1, to: "a")
    driver.play(.seconds(1))
    driver.sleep(.milliseconds(4_300))
    driver.runTimers()
    driver.play(.seconds(1))
    #expect(driver.texts == ["0 a 20", "1 a 19", "5.3 a 14.7", "6 a 14"])
  }

  @Test func `a model that joins at 3.7 s has exactly its own time left`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(60))
    driver.play(.milliseconds(3_700))
    driver.add("b", .seconds(10))
    driver.bind(1, to: "b")
    driver.play(.milliseconds(10_000))
    #expect(driver.texts.prefix(2) == ["3.7 b 10", "4 b 9.7"])
    #expect(driver.texts.last == "13.7 b over")
  }

  @Test func `a tick counts no more than what is left, and the end is no tick`() {
    var driver = CountdownDriver()
    driver.add("a", .milliseconds(1_500))
    driver.add("b", .seconds(2))
    driver.bind(1, to: "a")
    driver.bind(2, to: "b")
    driver.play(.seconds(10))
    #expect(
      driver.texts
        == ["0 a 1.5", "0 b 2", "1 a 0.5", "1 b 1", "1.5 a over", "2 b over"]
    )
  }

  @Test func `at one instant ends come before ticks, by registration`() {
    var driver = CountdownDriver()
    driver.add("z", .seconds(3))
    driver.play(.seconds(1))
    driver.add("long", .seconds(30))
    driver.add("a", .seconds(2))
    driver.bind(1, to: "long")
    driver.play(.seconds(2))
    #expect(driver.texts == ["1 long 30", "2 long 29", "3 z over", "3 a over", "3 long 28"])
  }

  @Test func `what is due at the very instant of an event waits for the alarm`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(2))
    driver.wait(.seconds(2))
    driver.tell(.run(false))
    driver.tell(.run(true))
    #expect(driver.texts.isEmpty)
    #expect(driver.delayOfDeadline == .zero)
    driver.runTimers()
    #expect(driver.texts == ["2 a over"])
  }

  // MARK: - No time left

  @Test(arguments: [0, -5])
  func `a model without time left ends as it is registered, and once`(seconds: Int) {
    var driver = CountdownDriver()
    driver.bind(1, to: "a")
    driver.add("a", .seconds(seconds))
    driver.add("a", .seconds(9))
    driver.play(.seconds(5))
    #expect(driver.texts == ["0 a over"])
    #expect(driver.remaining("a") == .zero)
    driver.bind(1, to: "a")
    #expect(driver.texts.last == "5 a 0")
  }

  @Test func `models without time left end in the order of their registration`() {
    var driver = CountdownDriver()
    driver.tell(
      .add([
        CountdownItem(id: "b", total: .zero), CountdownItem(id: "a", total: .seconds(-1)),
      ])
    )
    #expect(driver.texts == ["0 b over", "0 a over"])
    #expect(driver.batches == [2])
  }

  @Test func `totals beyond all bounds count as very long, or as none`() {
    var driver = CountdownDriver()
    driver.add("a", Duration(attoseconds: .max))
    driver.add("b", Duration(attoseconds: .min))
    driver.play(.seconds(1))
    #expect(driver.texts == ["0 b over"])
    #expect(driver.remaining("a") == .seconds(999_999_999_999))
  }

  // MARK: - Standing still

  @Test func `time stands still while stopped, and goes on from there`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(3))
    driver.bind(1, to: "a")
    driver.play(.milliseconds(1_500))
    driver.tell(.run(false))
    #expect(driver.delayOfDeadline == nil)
    driver.play(.seconds(100))
    driver.tell(.run(true))
    driver.play(.seconds(2))
    #expect(driver.texts == ["0 a 3", "1 a 2", "102 a 1", "103 a over"])
  }

  @Test func `a stop at the instant of a tick or an end keeps both for the start`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(2))
    driver.add("b", .seconds(9))
    driver.bind(1, to: "b")
    driver.wait(.seconds(2))
    driver.tell(.run(false))
    driver.play(.seconds(5))
    driver.tell(.run(true))
    driver.play(.seconds(1))
    #expect(driver.texts == ["0 b 9", "1 b 8", "7 a over", "7 b 7", "8 b 6"])
  }

  @Test(arguments: [CountdownHandler.BackgroundPolicy.continues, .pauses])
  func `the policy decides whether the background counts`(
    policy: CountdownHandler.BackgroundPolicy
  ) {
    var driver = CountdownDriver(.init(backgroundPolicy: policy))
    driver.add("a", .seconds(50))
    driver.tell(.phase(.background))
    driver.play(.seconds(30))
    driver.tell(.phase(.inactive))
    #expect(driver.remaining("a") == (policy == .pauses ? .seconds(50) : .seconds(20)))
    driver.tell(.phase(.active))
  }

  @Test func `the background policy changed while running, and while away, holds at once`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(50))
    driver.tell(.phase(.background))
    driver.play(.seconds(10))
    driver.tell(.policy(.pauses))
    driver.play(.seconds(10))
    #expect(driver.remaining("a") == .seconds(40))
    driver.tell(.policy(.continues))
    driver.play(.seconds(10))
    #expect(driver.remaining("a") == .seconds(30))
  }

  @Test func `ends that fell due in a sleep come in one ordered batch, before what happens then`() {
    var driver = CountdownDriver()
    driver.add("c", .seconds(9))
    driver.add("b", .seconds(7))
    driver.add("a", .seconds(7))
    driver.add("on time", .seconds(60))
    driver.bind(1, to: "on time")
    driver.play(.milliseconds(500))
    driver.tell(.phase(.background))
    driver.sleep(.seconds(20))
    driver.tell(.phase(.active))
    #expect(
      driver.texts
        == ["0 on time 60", "20.5 b over", "20.5 a over", "20.5 c over", "20.5 on time 39.5"]
    )
    #expect(driver.batches == [3])
  }

  @Test func `a handler that is detached stands still until it is attached again`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(9))
    driver.tell(.phase(.background))
    driver.tell(.phase(nil))
    driver.play(.seconds(5))
    driver.tell(.phase(.inactive))
    driver.play(.seconds(9))
    #expect(driver.texts == ["14 a over"])
  }

  // MARK: - Server dates

  @Test func `an end at a server date is exact, whatever the device's clock shows`() {
    var driver = CountdownDriver()
    let server = Date(timeIntervalSince1970: 2_000_000_000)
    let clock = CountdownServerClock(date: server, instant: driver.now)
    driver.play(.seconds(10))
    driver.tell(
      .add([CountdownItem(id: "sale", endsAt: server.addingTimeInterval(60.5), by: clock)])
    )
    #expect(driver.remaining("sale") == .milliseconds(50_500))
    driver.play(.seconds(100))
    #expect(driver.texts == ["60.5 sale over"])
  }

  @Test func `an end at a server date comes nearer while time stands still, and is told after`() {
    var driver = CountdownDriver()
    driver.tell(.add([CountdownItem(id: "sale", endsAt: driver.now + .seconds(60))]))
    driver.add("a", .seconds(40))
    driver.bind(1, to: "sale")
    driver.play(.milliseconds(500))
    driver.tell(.run(false))
    driver.play(.milliseconds(29_500))
    #expect(driver.remaining("sale") == .seconds(30))
    driver.play(.seconds(35))
    driver.tell(.run(true))
    driver.play(.seconds(60))
    #expect(driver.texts == ["0 sale 60", "65 sale over", "104.5 a over"])
  }

  @Test func `ends of both kinds come in the order of their time, then of registration`() {
    var driver = CountdownDriver()
    driver.tell(.add([CountdownItem(id: "c", endsAt: driver.now + .seconds(3))]))
    driver.add("a", .seconds(2))
    driver.add("d", .seconds(3))
    driver.tell(.add([CountdownItem(id: "b", endsAt: driver.now + .seconds(2))]))
    driver.sleep(.seconds(5))
    driver.runTimers()
    #expect(driver.texts == ["5 a over", "5 b over", "5 c over", "5 d over"])
  }

  @Test(arguments: [-Double.infinity, -1e300, .infinity, 1e300])
  func `a server date beyond all bounds is past or very far`(seconds: Double) {
    let now = ContinuousClock.now
    let clock = CountdownServerClock(date: Date(timeIntervalSince1970: 0), instant: now)
    let instant = clock.instant(of: Date(timeIntervalSince1970: seconds))
    #expect((instant > now) == (seconds > 0))
    #expect((instant - now > .seconds(1e11)) == (seconds > 0))
  }
}
