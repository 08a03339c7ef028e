/// Names the account that the user is signed in as.
public struct AccountID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names an account.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names an account by a literal, which may be interpolated: `"chat/\(id)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension AccountID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
