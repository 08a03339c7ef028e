#if canImport(UIKit) || canImport(SwiftUI)
/// How an unread count is written where there is little room.
public struct UnreadBadge: Hashable, Sendable {
  /// The number that is written.
  public let count: Int

  /// Makes a badge; a negative count is zero.
  public init(count: Int) {
    self.count = max(0, count)
  }

  /// The number, `99+` from a hundred on, or `nil` at zero.
  public var text: String? {
    switch count {
    case 0: nil
    case ..<100: "\(count)"
    default: "99+"
    }
  }
}
#endif
