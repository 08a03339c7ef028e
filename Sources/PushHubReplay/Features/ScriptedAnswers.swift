import PushHub

/// The answers of a server that a transcript plays, one for each question.
///
/// A recording has an answer when it came, after its question. So a question waits for the next answer, and
/// an answer that comes before its question is kept:
///
/// ```swift
/// final class ParcelsScript: FeatureScript, ParcelServer {
///   let name = "parcels"
///   private let answers = ScriptedAnswers<ParcelAnswer>()
///
///   func parcels(for account: AccountID) async throws -> [String] { try await answers.next().parcels }
///
///   func apply(_ record: any FeatureRecord) {
///     if let answer = record as? ParcelAnswer { answers.provide(answer) }
///   }
/// }
/// ```
@MainActor
public final class ScriptedAnswers<Answer: Sendable> {
  /// The answer to each question for which none is kept.
  private var standing: Answer?

  private var waiting: ScheduledStream<Answer>?
  private var kept: [Answer] = []

  /// Creates a server without answers.
  public init() {}

  /// Whether a question waits.
  public var isAsked: Bool { waiting != nil }

  /// Answers the question that waits or, if none does, the next.
  public func provide(_ answer: Answer) {
    guard let waiting else {
      kept.append(answer)
      return
    }
    self.waiting = nil
    waiting.send(answer)
  }

  /// Answers the question that waits and all later ones.
  ///
  /// - Parameter answer: The answer. Without one, questions wait.
  public func provide(standing answer: Answer?) {
    standing = answer
    kept = []
    if let answer, isAsked { provide(answer) }
  }

  /// Waits for the answer to a question.
  ///
  /// - Throws: `CancellationError` for a question that was canceled.
  public func next() async throws -> Answer {
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
