/// Everything that came of one record, or of the timers that were due at one instant.
struct PlayedStep {
  /// When, since the start.
  let time: Duration

  /// The record that came about, counted from zero; `nil` for timers, and for all that is said live.
  let record: Int?

  /// What was said, in the order of the speakers.
  let lines: [PlayedLine]
}
