import PushHub

/// Answers that a transcript tells, one for each question.
@MainActor
final class ScriptedAnswers<Answer: Sendable> {
  /// What answers each question for which none is kept.
  private var standing: Answer?

  private var waiting: ScheduledStream<Answer>?
  private var kept: [Answer] = []

  /// Whether a question waits.
  var isAsked: Bool { waiting != nil }

  /// Answers the question that waits or, if none does, the next.
  func provide(_ answer: Answer) {
    guard let waiting else {
      kept.append(answer)
      return
    }
    self.waiting = nil
    waiting.send(answer)
  }

  /// Answers the question that waits, and all to come; without an answer these wait.
  func provide(standing answer: Answer?) {
    standing = answer
    kept = []
    if let answer, isAsked { provide(answer) }
  }

  /// Waits for the answer to a question.
  ///
  /// - Throws: `CancellationError` for a question that was given up.
  func next() async throws -> Answer {
    guard kept.isEmpty else { return kept.removeFirst() }
    if let standing { return standing }
    let answers = ScheduledStream<Answer>()
    waiting = answers
    defer {
      if waiting === answers {
        waiting = nil
      }
    }
    guard let answer = try await answers.next() else { throw CancellationError() }
    return answer
  }
}
