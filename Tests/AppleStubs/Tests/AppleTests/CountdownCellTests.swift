import Foundation
import PushHub
import PushHubObservers
import Testing
import UIKit

/// Countdowns in the cells of tables and collections.
@MainActor
@Suite(.timeLimit(.minutes(15)))
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
  func `ticks reach all ten cells at once`() {
    let screen = OfferTable(1_000)
    for row in [10, 500, 3, 990] {
      screen.table?.stubScroll(toRow: row)
      let updates = screen.updates
      screen.scheduler.advance(by: .seconds(1))
      #expect(screen.updates == updates + 10)
      #expect(screen.wrongRows == [])
      #expect(screen.scheduler.pendingCount == 1)
    }
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
  func `a cell that comes back on the screen shows the end that it missed`() {
    let screen = OfferTable(40, firstEnd: .seconds(5))
    screen.table?.stubScroll(toRow: 30)
    screen.scheduler.advance(by: .seconds(8))
    screen.table?.stubScroll(toRow: 0)
    #expect(screen.cells.map(\.timeLabel.text).prefix(4) == ["0:00", "0:00", "0:00", "0:01"])
    #expect(screen.wrongRows == [])
  }

  @Test
  func `cells go with their table, and nothing wakes up for them`() throws {
    let screen = OfferTable(1_000)
    let cells = screen.cells.map { WeakBox($0) }
    let table = WeakBox(screen.table)
    screen.closeScreen()
    #expect(!table.isAlive)
    #expect(cells.filter(\.isAlive).isEmpty)
    #expect(screen.handler.targets.isEmpty)
    let updates = screen.updates
    screen.scheduler.advance(by: .seconds(90))
    #expect(screen.updates == updates)
  }

  @Test
  func `leaving a detail page does not stop the list, even if that showed a hundred others`() {
    let screen = OfferTable(200, maximumTargets: 100)
    screen.table?.removeFromSuperview()
    #expect(screen.handler.targets.isEmpty)
    let details = (0..<100).map { _ in UILabel() }
    for (row, label) in details.enumerated() {
      screen.handler.show(OfferTable.id(row + 50), in: label)
    }
    screen.scheduler.advance(by: .seconds(3))
    #expect(screen.wrongRows.count == 10)
    if let table = screen.table {
      screen.window.addSubview(table)
    }
    #expect(screen.wrongRows == [])
    screen.scheduler.advance(by: .seconds(1))
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
  func `fifty refreshes leave one binding a cell, and times that go on`() {
    let screen = OfferTable(40)
    for _ in 0..<50 {
      screen.handler.replaceAll(
        with: (0..<40).map { CountdownItem(id: OfferTable.id($0), total: .seconds(999)) }
      )
      screen.table?.reloadData()
    }
    let updates = screen.updates
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.updates == updates + 10)
    #expect(screen.cells.first?.timeLabel.text == seconds(99))
    #expect(screen.wrongRows == [])
  }

  @Test
  func `time in the background counts, and each cell shows it`() {
    let screen = OfferTable(40)
    let lifecycle = AppLifecycle()
    let manager = NotificationManager(scheduler: screen.scheduler)
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: screen.scheduler).attach(
      screen.handler
    )
    lifecycle.setPhase(.active)
    lifecycle.setPhase(.background)
    screen.scheduler.advance(by: .seconds(70))
    lifecycle.setPhase(.active)
    #expect(screen.cells.first?.timeLabel.text == seconds(30))
    #expect(screen.wrongRows == [])
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

  @Test
  func `a cell for a row without a countdown is cut off in prepareForReuse`() {
    final class MixedCell: UITableViewCell {
      var states: [CountdownState] = []

      override func prepareForReuse() {
        super.prepareForReuse()
        stopCountdown()
      }
    }
    let screen = OfferTable(10)
    let cell = MixedCell(style: .default, reuseIdentifier: nil)
    screen.handler.show("offer-1", in: cell) { $0.states.append($1) }
    #expect(cell.subviews.count == 2)
    cell.prepareForReuse()
    #expect(cell.subviews.count == 1)
    screen.scheduler.advance(by: .seconds(3))
    #expect(cell.states.count == 1)
    cell.prepareForReuse()
  }

  @Test
  func `items that a collection prefetches show their own models, seen or not`() {
    let screen = OfferGrid(300)
    for item in stride(from: 0, to: 290, by: 7) {
      screen.grid.stubScroll(toItem: item)
      screen.scheduler.advance(by: .seconds(1))
      #expect(screen.wrongItems == [])
      #expect(screen.grid.visibleCells.count == 10)
      #expect(screen.handler.targets.count <= 12)
    }
  }

  private func seconds(_ seconds: Int) -> String {
    CountdownState(id: "x", remaining: .seconds(seconds)).text
  }
}

/// A collection of offers.
@MainActor
private final class OfferGrid: NSObject, UICollectionViewDataSource {
  final class Cell: UICollectionViewCell {
    var item: Int?
    var state: CountdownState?
  }

  let scheduler = ManualScheduler()
  let handler: CountdownHandler
  let window = UIWindow()
  let grid = UICollectionView()
  let count: Int

  init(_ count: Int) {
    self.count = count
    handler = CountdownHandler(scheduler: scheduler)
    super.init()
    handler.add(
      contentsOf: (0..<count).map {
        CountdownItem(id: OfferTable.id($0), total: .seconds(20 + $0))
      }
    )
    grid.register(Cell.self, forCellWithReuseIdentifier: "offer")
    grid.dataSource = self
    window.addSubview(grid)
  }

  var wrongItems: [Int?] {
    grid.visibleCells.compactMap { $0 as? Cell }
      .filter { $0.state != handler.state(of: OfferTable.id($0.item ?? -1)) }
      .map(\.item)
  }

  func collectionView(_: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "offer", for: indexPath)
    guard let cell = cell as? Cell else { return cell }
    cell.item = indexPath.item
    handler.show(OfferTable.id(indexPath.item), in: cell) { $0.state = $1 }
    return cell
  }
}
