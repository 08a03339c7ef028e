import PushHub
import Testing

@testable import PushHubObservers

/// Models and the cells that show them, as the core tells it.
struct CountdownCellTests {
  @Test func `a cell whose model was not registered yet is told when it is`() {
    var driver = CountdownDriver()
    driver.bind(1, to: "a")
    driver.play(.milliseconds(2_500))
    driver.add("a", .seconds(10))
    driver.play(.seconds(1))
    #expect(driver.texts == ["2.5 a 10", "3 a 9.5"])
  }

  @Test func `a reused cell hears nothing more of its old model`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(9))
    driver.add("b", .seconds(3))
    driver.bind(1, to: "a")
    driver.bind(1, to: "b")
    driver.play(.seconds(4))
    #expect(driver.texts == ["0 a 9", "0 b 3", "1 b 2", "2 b 1", "3 b over"])
  }

  @Test func `several cells may show one model`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(2))
    driver.bind(2, to: "a")
    driver.bind(1, to: "a")
    driver.play(.seconds(1))
    #expect(driver.lines.map(\.cell) == [2, 1, 2, 1])
    driver.unbind(2)
    driver.play(.seconds(1))
    #expect(driver.texts.last == "2 a over")
  }

  @Test func `cells are told in the order in which they were bound`() {
    var driver = CountdownDriver()
    for id in ["a", "b", "c"] as [CountdownID] {
      driver.add(id, .seconds(30))
    }
    driver.bind(1, to: "c")
    driver.bind(2, to: "a")
    driver.bind(3, to: "b")
    driver.play(.milliseconds(500))
    driver.bind(1, to: "c")
    _ = driver.takeLines()
    driver.play(.milliseconds(500))
    #expect(driver.lines.map(\.cell) == [2, 3, 1])
  }

  @Test func `a cap of 100 is 100`() {
    var driver = CountdownDriver()
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
    var driver = CountdownDriver(.init(maximumTargets: 2))
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
    var driver = CountdownDriver(.init(maximumTargets: 0))
    driver.add("a", .seconds(30))
    driver.bind(1, to: "a")
    driver.bind(2, to: "a")
    driver.play(.seconds(1))
    #expect(driver.lines.map(\.cell) == [1, 2, 2])
  }

  // MARK: - Models

  @Test func `a registered model is left alone`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(5))
    driver.play(.seconds(2))
    driver.add("a", .seconds(99))
    #expect(driver.remaining("a") == .seconds(3))
    driver.play(.seconds(5))
    driver.add("a", .seconds(99))
    driver.play(.seconds(200))
    #expect(driver.texts == ["5 a over"])
  }

  @Test func `a model removed never ends, and added again starts afresh`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(5))
    driver.bind(1, to: "a")
    driver.play(.milliseconds(4_500))
    _ = driver.takeLines()
    driver.tell(.remove("a"))
    driver.play(.seconds(3))
    #expect(driver.texts == ["4.5 a gone"])
    driver.add("a", .seconds(1))
    driver.play(.seconds(3))
    #expect(driver.texts == ["4.5 a gone", "7.5 a 1", "8 a 0.5", "8.5 a over"])
  }

  @Test func `a replacement of all is a difference by id`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(10))
    driver.add("b", .seconds(10))
    driver.bind(1, to: "a")
    driver.bind(2, to: "b")
    driver.bind(3, to: "c")
    driver.play(.milliseconds(1_500))
    _ = driver.takeLines()
    driver.tell(
      .replace([CountdownItem(id: "c", total: .seconds(7)), CountdownItem(id: "b", total: .zero)])
    )
    #expect(driver.models.ids == ["b", "c"])
    driver.play(.milliseconds(500))
    #expect(driver.texts == ["1.5 a gone", "1.5 c 7", "2 b 8", "2 c 6.5"])
  }

  @Test func `fifty refreshes of twenty models hold twenty`() {
    var driver = CountdownDriver()
    for page in 0..<50 {
      driver.tell(
        .replace(
          (0..<20).map {
            CountdownItem(id: CountdownID(rawValue: "\(page)-\($0)"), total: .seconds(9))
          }
        )
      )
    }
    #expect(driver.models.count == 20)
    driver.play(.seconds(9))
    #expect(driver.batches == [20])
  }

  @Test func `all models removed, the cells wait for others`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(10))
    driver.bind(1, to: "a")
    driver.bind(2, to: "b")
    driver.tell(.replace([]))
    #expect(driver.delayOfDeadline == nil)
    driver.add("b", .seconds(4))
    driver.add("a", .seconds(5))
    #expect(driver.texts == ["0 a 10", "0 a gone", "0 b 4", "0 a 5"])
  }

  // MARK: - Sleeping

  @Test func `nothing ticks when nothing is shown, and nothing wakes up when nothing ends`() {
    var driver = CountdownDriver()
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
    driver.tell(.remove("a"))
    #expect(driver.delayOfDeadline == nil)
  }

  @Test func `a cell that shows an ended model does not tick`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(1))
    driver.bind(1, to: "a")
    driver.play(.seconds(1))
    #expect(driver.delayOfDeadline == nil)
  }

  @Test func `the first cell is told once at its instant, on a multiple of the interval too`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(30))
    driver.wait(.seconds(4))
    driver.bind(1, to: "a")
    driver.play(.seconds(1))
    #expect(driver.texts == ["4 a 26", "5 a 25"])
  }

  @Test func `a cell bound at the instant of a tick is told at once and with the tick`() {
    var driver = CountdownDriver()
    driver.add("a", .seconds(30))
    driver.add("b", .seconds(30))
    driver.bind(1, to: "a")
    driver.wait(.seconds(1))
    driver.bind(2, to: "b")
    driver.runTimers()
    #expect(driver.texts == ["0 a 30", "1 b 29", "1 a 29", "1 b 29"])
  }
}
