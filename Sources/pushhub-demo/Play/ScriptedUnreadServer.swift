import PushHub
import PushHubObservers

/// An unread server that answers what the transcript says, as late as it says.
@MainActor
final class ScriptedUnreadServer: UnreadCountSource {
  /// What requests are answered that begin from now on.
  var answer = TranscriptInput.UnreadAnswer(result: .success(0))

  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  @MainActor
  func unreadCount(for account: AccountID) async throws -> UnreadReport {
    let answer = answer
    try await scheduler.sleep(until: scheduler.now + answer.latency)
    return UnreadReport(count: try answer.result.mapError(Failure.init).get())
  }

  private struct Failure: RetryAdvice {
    let cause: TranscriptInput.ScriptedError

    var logText: String { cause.message }
    var retryAfter: Duration? { cause.retryAfter }
    var isFinal: Bool { false }
  }
}
