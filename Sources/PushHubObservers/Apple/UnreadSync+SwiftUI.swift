#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
public import SwiftUI

extension View {
  /// Shows the unread count on this tab or row, and nothing at zero.
  ///
  /// The view follows the count by observation. See
  /// [badge(_:)](https://developer.apple.com/documentation/swiftui/view/badge(_:)).
  public func unreadBadge(_ unread: UnreadSync) -> some View {
    modifier(UnreadBadgeModifier(unread: unread))
  }
}

private struct UnreadBadgeModifier: ViewModifier {
  let unread: UnreadSync

  func body(content: Content) -> some View {
    content.badge(unread.state.count)
  }
}
#endif
