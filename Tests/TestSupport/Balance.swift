import PushHub
import Testing

extension PushStatistics {
  /// What does not add up, as the mistake of a sequence, when nothing is being told.
  var mistake: String? {
    let discarded = self[.expired] + self[.overflowed] + self[.signedOut]
    let isBalanced =
      self[.held] + opened == collected + handled + discarded + waiting
      && self[.unhandled] <= opened && self[.answeredLate] <= self[.late]
    return isBalanced ? nil : "These counts don't add up: \(self)."
  }
}

/// Records what does not add up, when nothing is being told.
func expectBalance(
  of statistics: PushStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.mistake == nil, sourceLocation: sourceLocation)
}
