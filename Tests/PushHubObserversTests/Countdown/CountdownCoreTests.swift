import Foundation
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Cases beyond the core's model: other intervals, bounds, many models, and cells that are unbound.
final class CountdownCoreTests {
  private var driver = CountdownDriver()

  @Test(arguments: [0.1, 0.5, 5])
  func `an interval of any length keeps real time`(seconds: Double) {
    driver = CountdownDriver(.init(interval: .seconds(seconds)))
    driver.add("a", .seconds(20))
    driver.bind(1, to: "a")
    driver.play(.seconds(10))
    #expect(driver.lines.last?.time == 10_000)
    #expect(driver.lines.last?.remaining == 10_000)
    #expect(driver.lines.count == 1 + Int(10 / seconds))
    driver.play(.seconds(10))
    #expect(driver.texts.last == "20000 a over")
  }

  @Test func `an interval that is not above zero is a millisecond`() {
    driver = CountdownDriver(.init(interval: .seconds(-1)))
    driver.add("a", .seconds(1))
    driver.bind(1, to: "a")
    driver.play(.milliseconds(3))
    #expect(driver.texts == ["0 a 1000", "1 a 999", "2 a 998", "3 a 997"])
  }

  @Test func `totals beyond all bounds count as very long, or as none`() {
    driver.add("a", Duration.longest)
    driver.add("b", Duration.shortest)
    driver.play(.seconds(1))
    #expect(driver.texts == ["0 b over"])
    #expect(driver.remaining("a") == .seconds(999_999_999_999))
  }

  @Test(arguments: [-Double.infinity, -1e300, .infinity, 1e300])
  func `a server date beyond all bounds is past or very far`(seconds: Double) {
    let now = ContinuousClock.now
    let item = CountdownItem(
      id: "a",
      endsAt: Date(timeIntervalSince1970: seconds),
      serverDate: Date(timeIntervalSince1970: 0),
      at: now
    )
    guard case .at(let instant) = item.end else { return }
    #expect((instant > now) == (seconds > 0))
    #expect((instant - now > .seconds(1e11)) == (seconds > 0))
  }

  @Test func `a cap of 100 is 100`() {
    driver.add("a", .seconds(30))
    for cell in 1...100 {
      driver.bind(cell, to: "a")
    }
    #expect(driver.evicted.isEmpty)
    driver.bind(101, to: "a")
    #expect(driver.evicted == ["a"])
    _ = driver.takeLines()
    driver.play(.seconds(1))
    #expect(driver.lines.map(\.cell) == Array(2...101))
  }

  @Test func `a shown cell is not evicted by an older one, however old its model`() {
    driver = CountdownDriver(.init(maximumTargets: 2))
    driver.add("old", .seconds(90))
    driver.add("mid", .seconds(90))
    driver.add("new", .seconds(90))
    driver.bind(3, to: "new")
    driver.bind(2, to: "mid")
    driver.play(.milliseconds(500))
    driver.bind(1, to: "old")
    #expect(driver.evicted == ["new"])
    driver.bind(2, to: "mid")
    driver.bind(3, to: "new")
    #expect(driver.evicted == ["new", "old"])
  }

  @Test func `there is room for one cell at least`() {
    driver = CountdownDriver(.init(maximumTargets: 0))
    driver.add("a", .seconds(30))
    driver.bind(1, to: "a")
    driver.bind(2, to: "a")
    driver.play(.seconds(1))
    #expect(driver.lines.map(\.cell) == [1, 2, 2])
  }

  @Test func `nothing ticks when nothing is shown, and nothing wakes up when nothing ends`() {
    #expect(driver.delayOfDeadline == nil)
    driver.bind(1, to: "a")
    #expect(driver.delayOfDeadline == nil)
    driver.unbind(1)
    driver.add("a", .seconds(3_600))
    #expect(driver.delayOfDeadline == .seconds(3_600))
    driver.bind(1, to: "a")
    #expect(driver.delayOfDeadline == .seconds(1))
    driver.unbind(1)
    #expect(driver.delayOfDeadline == .seconds(3_600))
    driver.handle(.remove("a"))
    #expect(driver.delayOfDeadline == nil)
  }

  @Test func `10,000 models end in order, each at its time`() {
    let totals = (0..<10_000).map { $0 * 7_919 % 10_000 }
    driver.handle(
      .add(
        totals.enumerated().map { number, total in
          CountdownItem(id: "\(number)", total: .milliseconds(total + 1))
        }
      )
    )
    driver.play(.seconds(10))
    let order = totals.indices.sorted { totals[$0] < totals[$1] }
    #expect(driver.lines.map(\.id) == order.map { "\($0)" })
    #expect(driver.lines.map(\.time) == Array(1...10_000))
  }

  @Test func `models that came and went give their memory back`() {
    let ids = (0..<10_000).map { "\($0)" }
    driver.handle(.add(ids.map { CountdownItem(id: $0, total: .seconds(60)) }))
    driver.handle(.replace([CountdownItem(id: "5", total: .seconds(1))]))
    #expect(driver.models.ends.count <= 34)
    #expect(driver.models.ids == ["5"])
    driver.play(.seconds(60))
    #expect(driver.texts == ["60000 5 over"])
  }
}
