#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UnreadSync {
  /// Shows the count on a tab, as `99+` from a hundred on, and nothing at zero.
  ///
  /// ```swift
  /// unread.follow(on: inbox.tabBarItem)
  /// ```
  ///
  /// - Parameter item: The tab's item; not kept alive.
  /// - Returns: What ends it when cancelled; it also ends with the item or with the sync.
  @discardableResult
  public func follow(on item: UITabBarItem) -> Task<Void, Never> {
    let states = self.states
    return Task { [weak item] in
      for await state in states {
        guard !Task.isCancelled, let item else { return }
        item.badgeValue = UnreadBadge(count: state.count).text
      }
    }
  }
}
#endif
