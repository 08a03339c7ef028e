/// Names an account that is signed in.
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

extension AccountID {
  /// Whether both are the same bytes; other texts that look alike are other accounts.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension AccountID: Comparable {
  /// Compares the bytes.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
  }
}

extension AccountID: Codable, CodingKeyRepresentable {}

extension AccountID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
