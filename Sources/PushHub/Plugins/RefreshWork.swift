/// What has come of a feature's work since a refresh in the background began to wait for it.
package struct RefreshWork: Equatable {
  package private(set) var isAwaited = false
  private var result = FetchResult.noData

  package init() {}

  /// Lets a refresh wait; one that waits already has the same result.
  package mutating func await() {
    if !isAwaited { result = .noData }
    isAwaited = true
  }

  /// Records that something has come of the work.
  package mutating func recordNews() {
    result = .newData
  }

  /// Records that some of the work has failed, which matters if nothing else comes of it.
  package mutating func recordFailure() {
    if result == .noData { result = .failed }
  }

  /// Ends the wait.
  ///
  /// - Returns: What has come of the work; `nil` if nobody waits.
  package mutating func end() -> FetchResult? {
    guard isAwaited else { return nil }
    isAwaited = false
    return result
  }
}

/// The refreshes in the background that wait for a feature's core to say what came of its work.
@MainActor
package final class RefreshWaiters {
  private var releaseCount = 0
  private var latest = FetchResult.noData
  private let released = ScheduledCondition()

  package init() {}

  /// Sets the core to work, and waits for ``release(_:)``.
  ///
  /// - Throws: `CancellationError` when the refresh is cut off before.
  package func result(ofBeginning begin: () -> Void) async throws -> FetchResult {
    let count = releaseCount
    begin()
    while releaseCount == count { try await released.wait() }
    return latest
  }

  /// Lets all that wait go.
  package func release(_ result: FetchResult) {
    latest = result
    releaseCount += 1
    released.signalAll()
  }
}
