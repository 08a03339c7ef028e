#if canImport(UserNotifications)
@unsafe @preconcurrency import UserNotifications

/// Waits for an answer within a budget, and finishes once; later answers are ignored.
@MainActor
final class TimedAnswer<Answer: Sendable> {
  private var finish: ((Answer?) -> Void)?
  private var deadline: ScheduledAction?
  private let scheduler: any Scheduler

  /// Starts waiting.
  ///
  /// - Parameters:
  ///   - budget: The longest wait.
  ///   - scheduler: The clock of the budget.
  ///   - timeout: Called if no answer comes in time, before `finish`.
  ///   - finish: Called once, with the answer; `nil` if none came in time.
  init(
    within budget: Duration,
    on scheduler: any Scheduler,
    timeout: @escaping () -> Void = {},
    finish: @escaping (Answer?) -> Void
  ) {
    self.scheduler = scheduler
    self.finish = finish
    deadline = scheduler.schedule(after: budget) {
      timeout()
      self.receive(nil)
    }
  }

  /// Finishes with an answer, or with `nil` if there will be none.
  func receive(_ answer: Answer?) {
    guard let finish else { return }
    self.finish = nil
    if let deadline { scheduler.cancel(deadline) }
    finish(answer)
  }
}

extension UNUserNotificationCenter? {
  /// Calls the center, and waits for its answer within a budget.
  ///
  /// - Parameters:
  ///   - budget: The longest wait.
  ///   - scheduler: The clock of the budget.
  ///   - ask: Calls the center with a completion handler, which may be called on any thread.
  @MainActor
  func answer<Answer: Sendable>(
    within budget: Duration,
    on scheduler: any Scheduler,
    _ ask: (UNUserNotificationCenter, @escaping @Sendable (Answer) -> Void) -> Void
  ) async throws(NotificationCenterError) -> Answer {
    guard let center = self else { throw .noCenter }
    let answer: Answer? = await withCheckedContinuation { continuation in
      let timed = TimedAnswer<Answer>(within: budget, on: scheduler) {
        continuation.resume(returning: $0)
      }
      ask(center) { answer in onMainActor { timed.receive(answer) } }
    }
    guard let answer else { throw .noAnswer }
    return answer
  }
}
#endif
