import Foundation
import PushHub
import PushHubObservers
import Testing
import UIKit

/// Countdowns in the cells of tables and collections.
@MainActor
struct CountdownCellTests {
  @Test(arguments: [true, false])
  func `a thousand rows through ten cells: each shows its own model, with one wake-up a tick`(
    staysInWindow: Bool
  ) {
    let screen = OfferTable(1_000)
    screen.table?.stubKeepsCellsInWindow = staysInWindow
    var rows = Set(screen.cells.map { ObjectIdentifier($0) })
    for row in 1...990 {
      screen.table?.stubScroll(toRow: row)
      #expect(screen.wrongRows == [])
      #expect(screen.handler.targets.count == 10)
      rows.formUnion(screen.cells.map { ObjectIdentifier($0) })
      if row.isMultiple(of: 10) {
        screen.scheduler.advance(by: .seconds(1))
        #expect(screen.wrongRows == [])
      }
    }
    #expect(rows.count == 10)
  }

  @Test
  func `a cell that is reused says nothing more of its old model, not even its end`() throws {
    let screen = OfferTable(40, firstEnd: .seconds(5))
    let cell = try #require(screen.cells.first)
    screen.table?.stubScroll(toRow: 30)
    #expect(cell.rowLabel.text != "0")
    let shown = cell.timeLabel.stubTexts.count
    screen.scheduler.advance(by: .seconds(6))
    #expect(screen.ends == 1)
    #expect(cell.timeLabel.stubTexts.count == shown + 6)
    #expect(!cell.timeLabel.stubTexts.contains("0:00"))
    #expect(screen.wrongRows == [])
  }

  @Test
  func `a list that is reloaded from inside of an end shows what it says then`() {
    let screen = OfferTable(40, firstEnd: .seconds(5))
    screen.handler.onExpiry = { _ in screen.table?.reloadData() }
    screen.scheduler.advance(by: .seconds(9))
    #expect(screen.ends == 4)
    #expect(screen.wrongRows == [])
    #expect(screen.handler.targets.count == 10)
    screen.handler.onExpiry = nil
  }

  @Test
  func `a view that is given another model from inside of an update shows that alone`() {
    let scheduler = ManualScheduler()
    let handler = CountdownHandler(scheduler: scheduler)
    let other = CountdownHandler(scheduler: scheduler)
    handler.add(CountdownItem(id: "a", total: .seconds(60)))
    other.add(CountdownItem(id: "b", total: .seconds(90)))
    let window = UIWindow(frame: .zero)
    let view = UIView(frame: .zero)
    window.addSubview(view)
    var states: [CountdownState] = []
    handler.show("a", in: view) { view, state in
      states.append(state)
      other.show("b", in: view) { _, state in states.append(state) }
    }
    scheduler.advance(by: .seconds(1))
    #expect(states.map(\.id) == ["a", "b", "b"])
    #expect(handler.targets.isEmpty)
    #expect(view.subviews.count == 1)
  }

  @Test
  func `a view that stops from inside of an update shows nothing more, and may show again`() {
    let scheduler = ManualScheduler()
    let handler = CountdownHandler(scheduler: scheduler)
    handler.add(CountdownItem(id: "a", total: .seconds(60)))
    let view = UIView(frame: .zero)
    var count = 0
    for round in 1...2 {
      handler.show("a", in: view) { view, _ in
        count += 1
        view.stopCountdown()
      }
      scheduler.advance(by: .seconds(2))
      #expect(count == round)
      #expect(view.subviews.isEmpty)
      #expect(handler.targets.isEmpty)
    }
  }
}
