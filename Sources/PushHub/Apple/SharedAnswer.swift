#if canImport(UserNotifications) || canImport(UIKit)
/// Waits for another party's answer, for as long as a budget lasts, and then finishes once.
///
/// What comes first, an answer or the end of the budget, decides; everything after that is ignored.
@MainActor
final class SharedAnswer<Answer: Sendable> {
  private var finish: ((Answer?) -> Void)?
  private var deadline: ScheduledAction?
  private let scheduler: any Scheduler

  /// Starts waiting.
  ///
  /// - Parameters:
  ///   - budget: How long to wait.
  ///   - scheduler: Whose time counts.
  ///   - timeout: Called when the budget ends without an answer, before `finish`.
  ///   - finish: Called once, with the answer or `nil`.
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
      self.take(nil)
    }
  }

  /// Takes an answer, or that there will be none.
  func take(_ answer: Answer?) {
    guard let finish else { return }
    self.finish = nil
    if let deadline {
      scheduler.cancel(deadline)
    }
    finish(answer)
  }

  /// Asks the system something, and waits for its callback no longer than a budget lasts.
  ///
  /// - Parameters:
  ///   - budget: How long to wait.
  ///   - scheduler: Whose time counts.
  ///   - ask: Asks, given what to answer with, from any thread.
  /// - Returns: The answer; `nil` if there was none in time.
  static func ask(
    within budget: Duration,
    on scheduler: any Scheduler,
    _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      let shared = SharedAnswer(within: budget, on: scheduler) {
        continuation.resume(returning: $0)
      }
      ask { answer in onMainActor { shared.take(answer) } }
    }
  }
}

/// Collects the answers of several parties, and finishes once when all have answered.
@MainActor
final class SharedAnswers<Answer: Sendable> {
  private var missing: Int
  private var answers: [Answer] = []
  private let finish: ([Answer]) -> Void

  init(expecting count: Int, finish: @escaping ([Answer]) -> Void) {
    missing = count
    self.finish = finish
    if count == 0 { finish([]) }
  }

  /// Takes a party's answer, or that it has none.
  func add(_ answer: Answer?) {
    if let answer { answers.append(answer) }
    missing -= 1
    if missing == 0 { finish(answers) }
  }
}
#endif
