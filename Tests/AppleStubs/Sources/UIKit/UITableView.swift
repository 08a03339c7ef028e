import Foundation

extension IndexPath {
  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/init(row:section:)).
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/row).
  public var row: Int { self[1] }
}

#if !os(watchOS)
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
  private let rowsOnScreen = 10

  /// Whether cells that wait to be used again stay in the window; the system may do either.
  public var stubKeepsCellsInWindow = true

  private var visible: [Int: UITableViewCell] = [:]
  private var waiting: [UITableViewCell] = []
  private var classes: [String: UITableViewCell.Type] = [:]

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/visiblecells).
  open var visibleCells: [UITableViewCell] {
    visible.sorted { $0.key < $1.key }.map(\.value)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/register(_:forcellreuseidentifier:)-3l3ct).
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UITableViewCell.Type
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableview/dequeuereusablecell(withidentifier:for:)).
  ///
  /// Cells are used again in the order that hurts: the one that left last comes back first, so that it
  /// shows another row in the same turn.
  open func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell {
    if let cell = waiting.popLast() {
      cell.prepareForReuse()
      return cell
    }
    guard let type = classes[identifier] else {
      preconditionFailure("No class is registered for cells of \(identifier).")
    }
    return type.init(style: .default, reuseIdentifier: identifier)
  }

  /// Lays the rows out from one on.
  ///
  /// A cell that isn't used again at once is released.
  public func stubScroll(toRow row: Int) {
    let count = dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0
    let first = max(0, min(row, count - rowsOnScreen))
    let rows = first..<min(count, first + rowsOnScreen)
    for row in visible.keys.sorted() where !rows.contains(row) {
      guard let cell = visible.removeValue(forKey: row) else { continue }
      if !stubKeepsCellsInWindow { cell.removeFromSuperview() }
      cell.isHidden = true
      waiting.append(cell)
    }
    for row in rows where visible[row] == nil {
      let path = IndexPath(row: row, section: 0)
      guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
      cell.isHidden = false
      visible[row] = cell
      if cell.superview !== self { addSubview(cell) }
    }
    for cell in waiting { cell.removeFromSuperview() }
    waiting = []
  }
}
#endif
