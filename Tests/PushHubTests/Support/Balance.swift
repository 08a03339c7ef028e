import PushHub
import PushHubObservers
import Testing

/// Counts of which some must add up, whatever happens, when nothing is being told.
protocol BalancedStatistics {
  /// The sums that must be the same.
  var equalities: [(Int, Int)] { get }

  /// The counts that are parts of others.
  var parts: [(Int, of: Int)] { get }
}

extension BalancedStatistics {
  /// What does not add up, as the mistake of a world or a sequence.
  var mistake: String? {
    let isBalanced = equalities.allSatisfy { $0 == $1 } && parts.allSatisfy { $0 <= $1 }
    return isBalanced ? nil : "These counts don't add up: \(self)."
  }
}

extension PushStatistics: BalancedStatistics {
  var equalities: [(Int, Int)] {
    let discarded = self[.expired] + self[.overflowed] + self[.signedOut]
    return [(self[.held] + opened, collected + handled + discarded + waiting)]
  }

  var parts: [(Int, of: Int)] {
    [(self[.unhandled], opened), (self[.answeredLate], self[.late])]
  }
}

/// Records what does not add up, when nothing is being told.
func expectBalance(
  of statistics: any BalancedStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.mistake == nil, sourceLocation: sourceLocation)
}
