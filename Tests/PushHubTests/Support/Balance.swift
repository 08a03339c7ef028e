import PushHub
import Testing

/// Records what does not add up, when nothing is being told.
func expectBalance(
  of statistics: any BalancedStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.imbalances == [], sourceLocation: sourceLocation)
}

extension BalancedStatistics {
  /// What does not add up, as the mistake of a world or a sequence.
  var mistake: String? { imbalances.first.map { "\($0)." } }
}

/// Records what does not add up in what a manager has counted, when nothing is being told.
func expectBalance(
  of statistics: PushStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.mistake == nil, sourceLocation: sourceLocation)
}

extension PushStatistics {
  /// What does not add up: whatever waits ends in one way, and a part is no greater than the whole.
  var mistake: String? {
    let waited = held + opened
    let ended = collected + handled + expired + overflowed + signedOut + waiting
    if waited != ended { return "\(waited) have waited, \(ended) have ended or wait: \(self)." }
    let parts = [
      (unhandled, opened), (answeredLate, late), (diedUnheardObservers, diedObservers),
    ]
    return parts.allSatisfy { $0.0 <= $0.1 } ? nil : "A part is greater than the whole: \(self)."
  }
}
