/// Names a model that counts down, such as an offer in a list.
public struct CountdownID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names a model.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names a model by a literal, which may be interpolated: `"chat/\(id)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension CountdownID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
