import Foundation

/// Whether long searches go as far as they can, instead of as far as a minute allows.
enum Exhaustive {
  /// Whether `PUSHHUB_EXHAUSTIVE` is in the environment.
  static let isWanted = ProcessInfo.processInfo.environment["PUSHHUB_EXHAUSTIVE"] != nil
}
