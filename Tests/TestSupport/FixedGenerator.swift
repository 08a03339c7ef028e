/// A random generator that always draws the same, so that a random delay is a known one.
struct FixedGenerator: RandomNumberGenerator {
  /// Draws the lower end of a range.
  static let least = FixedGenerator(number: 0x7FF)

  /// Draws the middle of a range.
  static let middle = FixedGenerator(number: (1 << 63) | 0x7FF)

  /// Draws the upper end of a closed range.
  static let most = FixedGenerator(number: .max)

  private let number: UInt64

  mutating func next() -> UInt64 { number }
}
