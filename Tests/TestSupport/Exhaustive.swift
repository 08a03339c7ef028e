import Foundation

/// Whether long searches go as far as they can, instead of as far as a moment allows.
///
/// The checks run all tests with `PUSHHUB_EXHAUSTIVE` in the environment.
enum Exhaustive {
  /// Whether `PUSHHUB_EXHAUSTIVE` is in the environment.
  static let isWanted = ProcessInfo.processInfo.environment["PUSHHUB_EXHAUSTIVE"] != nil

  /// How far a search goes: the second value if long searches are wanted, else the first.
  static func choose<Value>(_ usual: Value, thorough: Value) -> Value {
    isWanted ? thorough : usual
  }
}
