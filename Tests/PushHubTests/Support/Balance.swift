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
