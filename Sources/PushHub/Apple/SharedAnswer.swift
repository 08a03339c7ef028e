#if canImport(UserNotifications)
@unsafe @preconcurrency import UserNotifications

/// Collects the answers of several parties within a budget, and finishes once.
///
/// Each party's first answer counts; later ones are ignored.
@MainActor
final class SharedAnswer<Answer: Sendable> {
  private var missing: Set<Int>
  private var answers: [Answer] = []
  private var finish: (([Answer]) -> Void)?
  private var deadline: ScheduledAction?
  private let scheduler: any Scheduler

  /// Starts waiting.
  ///
  /// - Parameters:
  ///   - count: How many parties there are, numbered from zero.
  ///   - budget: The longest wait.
  ///   - scheduler: The clock of the budget.
  ///   - timeout: Called with each party that does not answer in time, before `finish`.
  ///   - finish: Called once, with the answers that came in time.
  @discardableResult
  init(
    of count: Int = 1,
    within budget: Duration,
    on scheduler: any Scheduler,
    timeout: @escaping (Int) -> Void = { _ in },
    finish: @escaping ([Answer]) -> Void
  ) {
    missing = Set(0..<count)
    self.scheduler = scheduler
    guard count > 0 else {
      finish([])
      return
    }
    self.finish = finish
    deadline = scheduler.schedule(after: budget) {
      for party in self.missing.sorted() {
        timeout(party)
        self.receive(nil, from: party)
      }
    }
  }

  /// Records a party's answer, or that there will be none.
  func receive(_ answer: Answer?, from party: Int = 0) {
    guard missing.remove(party) != nil else { return }
    if let answer { answers.append(answer) }
    guard missing.isEmpty, let finish else { return }
    self.finish = nil
    if let deadline { scheduler.cancel(deadline) }
    finish(answers)
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
    let answers = await withCheckedContinuation { continuation in
      let shared = SharedAnswer<Answer>(within: budget, on: scheduler) {
        continuation.resume(returning: $0)
      }
      ask(center) { answer in onMainActor { shared.receive(answer) } }
    }
    guard let answer = answers.first else { throw .noAnswer }
    return answer
  }
}
#endif
