#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uitableviewdatasource).
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:numberofrowsinsection:)).
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:cellforrowat:)).
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

/// [Apple](https://developer.apple.com/documentation/uikit/uitableview).
@MainActor
open class UITableView: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/datasource).
  open weak var dataSource: (any UITableViewDataSource)?

  /// How many rows there is room for.
  public var stubRowsOnScreen = 10

  /// Whether cells that wait to be used again stay in the window; the system may do either.
  public var stubKeepsCellsInWindow = true

  private var cells = StubCellPool<UITableViewCell>()
  private var firstRow = 0

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/visiblecells).
  open var visibleCells: [UITableViewCell] {
    cells.visible.sorted { $0.key < $1.key }.map(\.value)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/register(_:forcellreuseidentifier:)-3l3ct).
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    cells.register(cellClass, identifier)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/dequeuereusablecell(withidentifier:for:)).
  open func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell {
    let (cell, isUsed) = cells.dequeue(identifier) {
      $0.init(style: .default, reuseIdentifier: identifier)
    }
    if isUsed {
      cell.prepareForReuse()
    }
    return cell
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/reloaddata()).
  open func reloadData() {
    cells.leave(except: 0..<0, staysInWindow: stubKeepsCellsInWindow)
    stubScroll(toRow: firstRow)
  }

  /// Lays the rows out from one on.
  public func stubScroll(toRow row: Int) {
    let count = dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0
    firstRow = max(0, min(row, count - stubRowsOnScreen))
    let rows = firstRow..<min(count, firstRow + stubRowsOnScreen)
    cells.leave(except: rows, staysInWindow: stubKeepsCellsInWindow)
    for row in rows where cells.visible[row] == nil {
      let path = IndexPath(row: row, section: 0)
      guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
      cells.show(cell, at: row, in: self)
    }
    cells.letWaitingGo()
  }
}
#endif
