#if canImport(UserNotifications) || canImport(UIKit)
/// What is strange about how another party answers.
enum SharedAnswerRemark: Hashable {
  case silent
  case answeredLate
  case answeredTwice
}

/// Waits for another party's answer, for as long as a budget lasts, and then is told once.
///
/// The other party may answer once, twice, late or never: what comes first, its answer or the end
/// of the budget, decides, and everything after that is only remarked upon.
@MainActor
final class SharedAnswer<Answer: Sendable> {
  private enum State {
    case waiting
    case answered
    case givenUp
  }

  private var state = State.waiting
  private var deadline: ScheduledAction?
  private let scheduler: any Scheduler
  private let remark: (SharedAnswerRemark) -> Void
  private let finish: (Answer?) -> Void

  /// Starts waiting.
  ///
  /// - Parameters:
  ///   - budget: How long to wait.
  ///   - scheduler: Whose time counts.
  ///   - remark: Told what is strange.
  ///   - finish: Told the answer, or `nil` when the budget ended without one; called once.
  init(
    within budget: Duration,
    on scheduler: any Scheduler,
    remark: @escaping (SharedAnswerRemark) -> Void,
    finish: @escaping (Answer?) -> Void
  ) {
    self.scheduler = scheduler
    self.remark = remark
    self.finish = finish
    deadline = scheduler.schedule(after: budget) { self.giveUp() }
  }

  /// Takes an answer of the other party's.
  func take(_ answer: Answer) {
    switch state {
    case .waiting:
      end(.answered, with: answer)
    case .answered:
      remark(.answeredTwice)
    case .givenUp:
      state = .answered
      remark(.answeredLate)
    }
  }

  /// Stops waiting, since the other party was not there to be asked.
  func abandon() {
    guard case .waiting = state else { return }
    end(.givenUp, with: nil)
  }

  private func giveUp() {
    guard case .waiting = state else { return }
    remark(.silent)
    end(.givenUp, with: nil)
  }

  private func end(_ newState: State, with answer: Answer?) {
    state = newState
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
  ///   - remark: Told what is strange.
  ///   - ask: Asks, given what to answer with, from any thread.
  /// - Returns: The answer; `nil` if there was none in time.
  static func ask(
    within budget: Duration,
    on scheduler: any Scheduler,
    remark: @escaping (SharedAnswerRemark) -> Void = { _ in },
    _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      let shared = SharedAnswer(within: budget, on: scheduler, remark: remark) {
        continuation.resume(returning: $0)
      }
      ask { answer in onMainActor { shared.take(answer) } }
    }
  }
}

/// What several parties answer, told once when all have.
@MainActor
final class SharedAnswers<Answer: Sendable> {
  private var missing: Int
  private var answers: [Answer] = []
  private let finish: ([Answer]) -> Void

  init(expecting count: Int, finish: @escaping ([Answer]) -> Void) {
    missing = count
    self.finish = finish
  }

  /// Takes a party's answer, or that it has none.
  func add(_ answer: Answer?) {
    if let answer { answers.append(answer) }
    missing -= 1
    if missing == 0 {
      finish(answers)
    }
  }
}
#endif
