import PushHub
import PushHubObservers
import PushHubReplay
import Testing

@testable import PushHubScripts

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
    [(held + opened, collected + handled + expired + overflowed + signedOut + waiting)]
  }

  var parts: [(Int, of: Int)] {
    [(unhandled, opened), (answeredLate, late), (diedUnheardObservers, diedObservers)]
  }
}

extension RegistrationStatistics: BalancedStatistics {
  var equalities: [(Int, Int)] {
    [(requests, acknowledgements + failures + cancellations + underWay)]
  }

  var parts: [(Int, of: Int)] { [(refusedSignOffs, failures)] }
}

extension ForegroundBannerStatistics: BalancedStatistics {
  var equalities: [(Int, Int)] {
    [(accepted, shown + replaced + expired + overflowed + dropped + waiting)]
  }

  var parts: [(Int, of: Int)] { [(opened, shown)] }
}

extension CountdownStatistics: BalancedStatistics {
  var equalities: [(Int, Int)] { [] }

  var parts: [(Int, of: Int)] { [(lateEnds, ends)] }
}

/// Records what does not add up, when nothing is being told.
func expectBalance(
  of statistics: any BalancedStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.mistake == nil, sourceLocation: sourceLocation)
}

/// Records what does not add up in what the features of a play have counted.
@MainActor
func expectBalance(
  of scripts: [any FeatureScript],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for script in scripts {
    let statistics: (any BalancedStatistics)? =
      switch script {
      case let script as RegistrationScript: script.registration?.statistics
      case let script as BannerScript: script.banners?.statistics
      case let script as CountdownScript: script.handler?.statistics
      default: nil
      }
    if let statistics { expectBalance(of: statistics, sourceLocation: sourceLocation) }
  }
}
