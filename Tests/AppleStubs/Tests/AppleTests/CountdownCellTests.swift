import Foundation
import PushHubObservers
import PushHubTesting
import Testing
import UIKit

/// Countdowns in the cells of tables and collections.
@MainActor
struct CountdownCellTests {
  @Test(arguments: [true, false])
  func `ten cells show their own models of a thousand, with one wake-up a tick`(
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
  func `a view that stops during an update may show again later`() {
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

/// A cell of an app's own, without a base class of the library's.
private final class OfferCell: UITableViewCell {
  let timeLabel = UILabel()
  let rowLabel = UILabel()
}

/// A screen with a table of offers that end at different times.
private final class OfferTable: NSObject, UITableViewDataSource {
  let scheduler = ManualScheduler()
  let handler: CountdownHandler
  let window = UIWindow()
  private(set) var table: UITableView?
  let count: Int

  /// Makes a table, with the offers registered and the first rows shown.
  init(_ count: Int) {
    self.count = count
    handler = CountdownHandler(scheduler: scheduler)
    super.init()
    handler.add(
      contentsOf: (0..<count).map {
        CountdownItem(id: Self.id($0), total: .seconds(100) + .milliseconds(1_300 * $0))
      }
    )
    let table = UITableView()
    table.register(OfferCell.self, forCellReuseIdentifier: "offer")
    table.dataSource = self
    window.addSubview(table)
    self.table = table
    table.stubScroll(toRow: 0)
  }

  static func id(_ row: Int) -> String { "offer-\(row)" }

  var cells: [OfferCell] { table?.visibleCells.compactMap { $0 as? OfferCell } ?? [] }

  /// The rows whose cells show something else than their own time.
  var wrongRows: [String] {
    cells.filter { cell in
      let row = cell.rowLabel.text.flatMap { Int($0) } ?? -1
      return cell.timeLabel.text == nil
        || cell.timeLabel.text != handler.state(of: Self.id(row))?.text
    }
    .map { "\($0.rowLabel.text ?? ""): \($0.timeLabel.text ?? "")" }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "offer", for: indexPath)
    guard let cell = cell as? OfferCell else { return cell }
    cell.rowLabel.text = "\(indexPath.row)"
    handler.show(Self.id(indexPath.row), in: cell) { cell, state in
      cell.timeLabel.showCountdown(state)
    }
    return cell
  }
}
