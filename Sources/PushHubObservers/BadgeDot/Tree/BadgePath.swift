/// Where a node is in a ``BadgeTree``: names from the root down, as in `tabs/notifications/mentions`.
///
/// The root's path is empty. Slashes at the ends and doubled ones add nothing.
public struct BadgePath: Hashable, Sendable {
  /// The names, with slashes between.
  public let text: String

  /// Reads a path.
  public init(_ text: String) {
    let names = text.split(separator: "/")
    self.text = names.joined(separator: "/")
  }

  /// The path of the root.
  public static let root = BadgePath("")

  /// The path one level up; nil for the root.
  public var parent: BadgePath? {
    guard !text.isEmpty else { return nil }
    return BadgePath(String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)]))
  }
}

extension BadgePath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Reads a path from a literal, such as `"tabs/chat/\(room)"`.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The names, with slashes between.
  public var description: String { text }
}
