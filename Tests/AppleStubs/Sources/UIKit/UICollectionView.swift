#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicollectionviewdatasource).
@MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionviewdatasource/collectionview(_:numberofitemsinsection:)).
  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionviewdatasource/collectionview(_:cellforitemat:)).
  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
}

/// [Apple](https://developer.apple.com/documentation/uikit/uicollectionview).
///
/// It asks for cells before they are visible, and shows some of them never; see
/// [isPrefetchingEnabled](https://developer.apple.com/documentation/uikit/uicollectionview/isprefetchingenabled).
@MainActor
open class UICollectionView: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionview/datasource).
  open weak var dataSource: (any UICollectionViewDataSource)?

  /// How many items there is room for.
  public var stubItemsOnScreen = 10

  private var cells = StubCellPool<UICollectionViewCell>()
  private var prefetched: [Int: UICollectionViewCell] = [:]

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionview/visiblecells).
  open var visibleCells: [UICollectionViewCell] {
    cells.visible.sorted { $0.key < $1.key }.map(\.value)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionview/register(_:forcellwithreuseidentifier:)-8zwrv).
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    cells.register(cellClass, identifier)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionview/dequeuereusablecell(withreuseidentifier:for:)).
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let (cell, isUsed) = cells.dequeue(identifier) { $0.init(stubIdentifier: identifier) }
    if isUsed {
      cell.prepareForReuse()
    }
    return cell
  }

  /// Lays the items out from one on, and asks for the next two.
  public func stubScroll(toItem item: Int) {
    let count = dataSource?.collectionView(self, numberOfItemsInSection: 0) ?? 0
    let items = item..<min(count, item + stubItemsOnScreen)
    cells.leave(except: items, staysInWindow: false)
    let ready = prefetched
    prefetched = [:]
    for item in items where cells.visible[item] == nil {
      guard let cell = ready[item] ?? ask(for: item) else { continue }
      cells.show(cell, at: item, in: self)
    }
    for item in items.upperBound..<min(count, items.upperBound + 2) {
      prefetched[item] = ask(for: item)
    }
    cells.letWaitingGo()
  }

  private func ask(for item: Int) -> UICollectionViewCell? {
    dataSource?.collectionView(self, cellForItemAt: IndexPath(item: item, section: 0))
  }
}
#endif
