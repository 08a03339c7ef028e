import PushHub

/// What has come of a feature's work since a refresh in the background began to wait for it.
struct RefreshWork: Hashable {
  private(set) var isAwaited = false
  private var result = FetchResult.noData

  /// Lets a refresh wait; one that waits already has the same result.
  mutating func await() {
    if !isAwaited { result = .noData }
    isAwaited = true
  }

  /// Notes that something has come of the work.
  mutating func noteNews() {
    result = .newData
  }

  /// Notes that some of the work has failed, which matters if nothing else comes of it.
  mutating func noteFailure() {
    if result == .noData { result = .failed }
  }

  /// Ends the wait.
  ///
  /// - Returns: What has come of the work; `nil` if nobody waits.
  mutating func end() -> FetchResult? {
    guard isAwaited else { return nil }
    isAwaited = false
    return result
  }
}

/// The refreshes in the background that wait for a feature's core to say what came of its work.
@MainActor
final class RefreshWaiters {
  private var waiters: [Int: ScheduledStream<FetchResult>] = [:]
  private var count = 0

  /// Sets the core to work, and waits for ``release(_:)``.
  ///
  /// - Throws: `CancellationError` when the refresh is cut off before.
  func result(ofBeginning begin: () -> Void) async throws -> FetchResult {
    count += 1
    let number = count
    let results = ScheduledStream<FetchResult>()
    waiters[number] = results
    defer { waiters[number] = nil }
    begin()
    guard let result = try await results.next() else { throw CancellationError() }
    return result
  }

  /// Lets all that wait go.
  func release(_ result: FetchResult) {
    for waiter in waiters.values {
      waiter.send(result)
    }
  }
}
