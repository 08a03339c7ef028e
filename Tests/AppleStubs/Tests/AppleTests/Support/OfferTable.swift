import Foundation
import PushHub
import PushHubObservers
import UIKit

/// A cell of an app's own, without a base class of the library's.
final class OfferCell: UITableViewCell {
  let timeLabel = UILabel()
  let rowLabel = UILabel()
}

/// A screen with a table of offers that end at different times.
@MainActor
final class OfferTable: NSObject, UITableViewDataSource {
  let scheduler = ManualScheduler()
  let handler: CountdownHandler
  let window = UIWindow()
  private(set) var table: UITableView?
  private(set) var log: [CountdownEvent] = []
  let count: Int

  /// Makes a table, with the offers registered and the first rows shown.
  init(_ count: Int, firstEnd: Duration = .seconds(100)) {
    self.count = count
    handler = CountdownHandler(scheduler: scheduler)
    super.init()
    handler.log = { [weak self] in self?.log.append($0) }
    handler.add(
      contentsOf: (0..<count).map {
        CountdownItem(id: Self.id($0), total: firstEnd + .milliseconds(1_300 * $0))
      }
    )
    let table = UITableView()
    table.register(OfferCell.self, forCellReuseIdentifier: "offer")
    table.dataSource = self
    window.addSubview(table)
    self.table = table
    table.stubScroll(toRow: 0)
  }

  static func id(_ row: Int) -> CountdownID { CountdownID(rawValue: "offer-\(row)") }

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

  /// How often cells were told of time that is left.
  var updates: Int { log.count - ends }

  var ends: Int {
    log.count { entry in
      if case .expired = entry { true } else { false }
    }
  }
}
