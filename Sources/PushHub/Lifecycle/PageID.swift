/// Names a page of the app, such as a tab or a screen.
public struct PageID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names a page.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names a page by a literal, which may be interpolated: `"chat/\(id)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension PageID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
