extension Duration {
  /// About 30,000 years; with anything longer, sums of durations could leave their range.
  static var longestCountdown: Duration { .seconds(1_000_000_000_000) }

  /// This duration, or the longest of its sign.
  var clampedToCountdown: Duration {
    max(.zero - .longestCountdown, min(.longestCountdown, self))
  }

  /// The first multiple of an interval after this time, which is not negative.
  func nextMultiple(of interval: Duration) -> Duration {
    let step = interval.attoseconds
    return Duration(attoseconds: (attoseconds / step + 1) * step)
  }
}
