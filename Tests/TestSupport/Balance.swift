import PushHub
import PushHubTesting
import Testing

/// Records counts that don't add up while no event is being delivered.
func expectBalance(
  of statistics: PushStatistics,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statistics.mistake == nil, sourceLocation: sourceLocation)
}
