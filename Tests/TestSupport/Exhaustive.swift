import Foundation
import PushHubTesting

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

extension EverySequence {
  /// Sequences up to one length, or up to a greater one if long searches are wanted.
  init(
    of operations: [Operation],
    upTo length: Int,
    thorough: Int,
    after start: [Operation] = []
  ) {
    self.init(
      of: operations,
      upTo: Exhaustive.choose(length, thorough: thorough),
      after: start
    )
  }
}

extension RandomSequences {
  /// Sequences from the seed of the environment, or more of them if long searches are wanted.
  init(of operations: [Operation], length: Int, count: Int, thorough: Int) {
    self.init(
      of: operations,
      length: length,
      count: Exhaustive.choose(count, thorough: thorough),
      seed: SeededGenerator.startingSeed()
    )
  }
}

extension SeededGenerator {
  /// The seeds of a random test, or more of them if long searches are wanted.
  static func seeds(_ count: UInt64, thorough: UInt64) -> Range<UInt64> {
    let start = startingSeed()
    return start..<start + Exhaustive.choose(count, thorough: thorough)
  }
}
