import PushHub

/// An observer whose background work ends when the test says so.
@MainActor
final class ControlledWorker: PushObserver, BackgroundPushObserver {
  private(set) var startCount = 0
  private let heedsCancellation: Bool
  private var work: CheckedContinuation<FetchResult, any Error>?
  private let started = ScheduledCondition()
  private var awaitingEnd: [CheckedContinuation<Void, Never>] = []

  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  func receive(_ event: PushEvent) {}

  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    startCount += 1
    started.signalAll()
    defer { resumeAll(&awaitingEnd) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { work = $0 }
    } onCancel: {
      Task { await self.noteCancellation() }
    }
  }

  /// Returns when work has started, or the test's time is over.
  func waitUntilStarted() async {
    while startCount == 0, !Task.isCancelled {
      try? await started.wait()
    }
  }

  /// Ends the work and returns when whoever asked for it has the result.
  ///
  /// The work returns to its caller in one turn of the main actor, so a continuation that is
  /// resumed in that turn goes on after it.
  func finish(_ result: Result<FetchResult, any Error>) async {
    await withCheckedContinuation {
      awaitingEnd.append($0)
      end(result)
    }
  }

  private func end(_ result: Result<FetchResult, any Error>) {
    work?.resume(with: result)
    work = nil
  }

  private func noteCancellation() {
    if heedsCancellation {
      end(.failure(CancellationError()))
    }
  }

  private func resumeAll(_ continuations: inout [CheckedContinuation<Void, Never>]) {
    for continuation in continuations {
      continuation.resume()
    }
    continuations = []
  }
}
