import Foundation

/// A random generator (SplitMix64) whose seed determines its numbers.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Where a random test starts: `PUSHHUB_TEST_SEED` if the environment has it, else anywhere.
  ///
  /// Case number i of a test uses this seed plus i, so that the seed of a failing case, given back
  /// in the environment, makes it the first.
  static func startingSeed() -> UInt64 {
    let given = ProcessInfo.processInfo.environment["PUSHHUB_TEST_SEED"]
    return given.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
  }

  /// A generator of one long test, whose seed is printed, so that the run can be repeated.
  init(printedAs purpose: String) {
    let seed = Self.startingSeed()
    self.init(seed: seed)
    print("seed of \(purpose): \(seed)")
  }

  /// How to see the failing case again.
  static func hint(_ seed: UInt64) -> String {
    "seed \(seed): run again with PUSHHUB_TEST_SEED=\(seed)"
  }

  /// A number from zero up to, not including, a bound; quick rather than perfectly even.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 33) % bound
  }
}
