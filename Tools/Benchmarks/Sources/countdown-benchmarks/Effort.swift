/// How much is measured.
struct Effort {
  /// How often each contender is timed.
  let rounds: Int

  /// How often what a promise compares is timed, in turns.
  let turns: Int

  /// Many models.
  let models: Int

  /// Ticks for one timing.
  let ticks: Int

  /// Models that have a timer or a task each.
  let peers: Int

  static let full = Effort(rounds: 7, turns: 9, models: 10_000, ticks: 500, peers: 10_000)
  static let quick = Effort(rounds: 3, turns: 9, models: 10_000, ticks: 50, peers: 2_000)
}
