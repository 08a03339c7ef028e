import PushHub

/// An observer whose background work ends when the test says so.
@MainActor
final class ControlledWorker: BackgroundPushObserver {
  private(set) var startCount = 0
  private let heedsCancellation: Bool
  private var work: CheckedContinuation<FetchResult, any Error>?
  private var awaitingStart: [CheckedContinuation<Void, Never>] = []
  private var awaitingEnd: [CheckedContinuation<Void, Never>] = []

  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  func receive(_ event: PushEvent) {}

  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    startCount += 1
    resumeAll(&awaitingStart)
    defer { resumeAll(&awaitingEnd) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { work = $0 }
    } onCancel: {
      Task { await self.noteCancellation() }
    }
  }

  func waitUntilStarted() async {
    guard startCount == 0 else { return }
    await withCheckedContinuation { awaitingStart.append($0) }
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
