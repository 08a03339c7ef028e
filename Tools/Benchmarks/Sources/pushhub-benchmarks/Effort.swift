/// How much is measured.
struct Effort {
  /// How often each contender is timed.
  let rounds: Int

  /// Calls of observers for one timing of a delivery.
  let deliveries: Int

  /// Pairs of adding and removing for one timing.
  let changes: Int

  /// Payloads for one timing.
  let payloads: Int

  static let full = Effort(rounds: 25, deliveries: 100_000, changes: 200_000, payloads: 2_000)
  static let quick = Effort(rounds: 3, deliveries: 10_000, changes: 20_000, payloads: 2_000)
}
