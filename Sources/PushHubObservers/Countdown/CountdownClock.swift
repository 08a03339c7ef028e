/// The time that models count in: real time without the stretches in which it stood still.
struct CountdownClock {
  /// One instant, told as time since the clock was made.
  struct Reading {
    /// All time.
    let real: Duration

    /// The time in which the clock went.
    let virtual: Duration

    /// The time in which the clock stood still.
    var standstill: Duration { real - virtual }
  }

  private let origin: Duration
  private var standstill = Duration.zero
  private var stoppedAt: Duration?

  init(startingAt now: Duration) {
    origin = now
  }
}

extension CountdownClock {
  var isStandingStill: Bool { stoppedAt != nil }

  func reading(at now: Duration) -> Reading {
    Reading(real: now - origin, virtual: (stoppedAt ?? now) - origin - standstill)
  }

  /// How long after the start of the clock something is, in all time.
  func real(at time: Duration) -> Duration {
    (time - origin).clampedToCountdown
  }

  /// When the clock shows a virtual time, if it goes on from now.
  func time(ofVirtual virtual: Duration) -> Duration {
    origin + standstill + virtual
  }

  mutating func stop(at now: Duration) {
    guard stoppedAt == nil else { return }
    stoppedAt = now
  }

  mutating func go(at now: Duration) {
    guard let stoppedAt else { return }
    standstill += now - stoppedAt
    self.stoppedAt = nil
  }
}

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
