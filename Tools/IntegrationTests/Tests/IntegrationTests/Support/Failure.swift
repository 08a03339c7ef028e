import PushHub
import PushHubNetworking
import PushHubObservers
import Testing

/// The error with which a source answers.
func failure(
  of source: HTTPUnreadCountSource,
  for account: AccountID = "ann",
  sourceLocation: SourceLocation = #_sourceLocation
) async -> HTTPSourceError? {
  await #expect(throws: HTTPSourceError.self, sourceLocation: sourceLocation) {
    try await source.unreadCount(for: account)
  }
}
