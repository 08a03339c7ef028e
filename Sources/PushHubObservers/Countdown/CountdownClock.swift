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

  private let origin: ContinuousClock.Instant
  private var standstill = Duration.zero
  private var stoppedAt: ContinuousClock.Instant?

  init(startingAt now: ContinuousClock.Instant) {
    origin = now
  }

  var isStandingStill: Bool { stoppedAt != nil }

  func reading(at now: ContinuousClock.Instant) -> Reading {
    Reading(real: now - origin, virtual: (stoppedAt ?? now) - origin - standstill)
  }

  /// How long after the start of the clock an instant is, in all time.
  func time(of instant: ContinuousClock.Instant) -> Duration {
    let time = instant - origin
    return max(Duration.zero - .longestCountdown, min(.longestCountdown, time))
  }

  /// When the clock shows a virtual time, if it goes on from now.
  func instant(of virtual: Duration) -> ContinuousClock.Instant {
    origin + standstill + virtual
  }

  mutating func stop(at now: ContinuousClock.Instant) {
    guard stoppedAt == nil else { return }
    stoppedAt = now
  }

  mutating func go(at now: ContinuousClock.Instant) {
    guard let stoppedAt else { return }
    standstill += now - stoppedAt
    self.stoppedAt = nil
  }
}

extension Duration {
  /// The first multiple of an interval after this time, which is not negative.
  func nextMultiple(of interval: Duration) -> Duration {
    let step = interval.attoseconds
    return Duration(attoseconds: (attoseconds / step + 1) * step)
  }
}
