import Foundation

extension IndexPath {
  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/init(row:section:)).
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/init(item:section:)).
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/row).
  public var row: Int { self[1] }

  /// [Apple](https://developer.apple.com/documentation/foundation/indexpath/item-8cp0y).
  public var item: Int { self[1] }
}

#if !os(watchOS)
/// The cells on a screen, and those that wait to be used again.
///
/// They are used again in the order that hurts: the one that left last comes back first, so that it
/// shows another row in the same turn. A cell that isn't used again at once is released.
@MainActor
struct StubCellPool<Cell: UIView> {
  private(set) var visible: [Int: Cell] = [:]
  private var waiting: [Cell] = []
  private var classes: [String: Cell.Type] = [:]

  mutating func register(_ cellClass: AnyClass?, _ identifier: String) {
    classes[identifier] = cellClass as? Cell.Type
  }

  /// A cell that was used before, or a new one.
  mutating func dequeue(_ identifier: String, make: (Cell.Type) -> Cell) -> (Cell, isUsed: Bool) {
    if let cell = waiting.popLast() { return (cell, true) }
    guard let type = classes[identifier] else {
      preconditionFailure("No class is registered for cells of \(identifier).")
    }
    return (make(type), false)
  }

  /// Takes the cells of other rows off the screen; they may stay in their window for now.
  mutating func leave(except rows: Range<Int>, staysInWindow: Bool) {
    for row in visible.keys.sorted() where !rows.contains(row) {
      guard let cell = visible.removeValue(forKey: row) else { continue }
      if !staysInWindow {
        cell.removeFromSuperview()
      }
      cell.isHidden = true
      waiting.append(cell)
    }
  }

  mutating func show(_ cell: Cell, at row: Int, in view: UIView) {
    cell.isHidden = false
    visible[row] = cell
    if cell.superview !== view {
      view.addSubview(cell)
    }
  }

  mutating func letWaitingGo() {
    for cell in waiting {
      cell.removeFromSuperview()
    }
    waiting = []
  }
}
#endif
