/// Instants as durations since one instant that stays the same while the process runs.
///
/// The layout of an instant is known at run time only, and so would be that of all that contains one,
/// which makes what keeps many of them several times slower.
extension ContinuousClock.Instant {
  private static let reference = ContinuousClock.now

  package init(referenceTime: Duration) {
    self = .reference + referenceTime
  }

  package var referenceTime: Duration { self - .reference }
}

extension Duration {
  private static let longestOfScheduler = Duration(attoseconds: .max / 8)

  /// This duration, or 600 billion years of its sign: sums of a few stay within their range.
  var boundedForScheduler: Duration {
    max(.zero - Self.longestOfScheduler, min(Self.longestOfScheduler, self))
  }
}
