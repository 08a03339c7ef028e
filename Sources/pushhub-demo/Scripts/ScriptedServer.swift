import PushHub
import PushHubNetworking
import PushHubReplay

/// A server that takes note of requests, and says of it what a transcript tells.
@MainActor
final class ScriptedServer {
  let stage: Stage
  private let request: Topic
  private var lasting: ServerAnswer?
  private var waiting: ScheduledStream<ServerAnswer>?

  /// Whether an answer that nobody waits for is for the next request.
  private let keepsAnswers: Bool
  private var kept: [ServerAnswer] = []

  /// Whether the request under way has its answer, though perhaps not yet.
  private var isAnswered = false

  /// Makes a server that says nothing.
  ///
  /// - Parameters:
  ///   - stage: Where it is played.
  ///   - request: The mark of what it is asked, which ends with the answer.
  ///   - keepsAnswers: Whether an answer that nobody waits for is for the next request.
  init(on stage: Stage, answering request: Topic, keepsAnswers: Bool = false) {
    self.stage = stage
    self.request = request
    self.keepsAnswers = keepsAnswers
  }

  /// Whether a request is under way.
  var isAsked: Bool { waiting != nil }

  /// Answers what it was asked and, if the answer lasts, what it will be.
  func take(_ answer: ServerAnswer) {
    if answer.lasts {
      lasting = answer.outcome == .silence ? nil : answer
    }
    guard answer.outcome != .silence else { return }
    if keepsAnswers, !answer.lasts, waiting == nil || isAnswered {
      kept.append(answer)
    } else {
      isAnswered = true
      waiting?.send(answer)
    }
  }

  /// Waits for the answer to a request.
  ///
  /// - Throws: ``ScriptedRefusal``, or `CancellationError` for a request that was given up.
  func answer() async throws {
    let answers = ScheduledStream<ServerAnswer>()
    waiting = answers
    defer {
      if waiting === answers {
        waiting = nil
        stage.trace(.ends(request))
      }
    }
    let known = kept.isEmpty ? lasting : kept.removeFirst()
    isAnswered = known != nil
    if let known {
      answers.send(known)
    }
    guard let answer = try await answers.next() else { throw CancellationError() }
    try await stage.scheduler.sleep(until: stage.scheduler.now + answer.latency)
    if case .failed(let error, let advice) = answer.outcome {
      throw ScriptedRefusal(error: error, advice: advice)
    }
  }
}

/// What a server says against a request, with what it says of the next.
struct ScriptedRefusal: RetryAdvice, LoggableError, Hashable {
  let error: ScriptedError
  let advice: ServerAnswer.Advice?

  var retryAfter: Duration? { error.retryAfter }
  var isFinal: Bool { advice == .final }
  var description: String { error.message }
}

extension ServerAnswer {
  /// What it looks like, of requests that somebody is named by.
  func appearance(to request: String) -> RecordAppearance {
    let until = lasts ? "from now on " : ""
    switch outcome {
    case .accepted:
      let words = "\(until)the server takes note of \(request)"
      return RecordAppearance(words: words, look: MarkLook("✓"))
    case .silence:
      let words = "\(until)the server says nothing to \(request)"
      return RecordAppearance(words: words, look: MarkLook("…"))
    case .failed(let error, let advice):
      let more =
        switch advice {
        case .final: ", and wants another sign-in first"
        case .rejected: ", and never will"
        case nil: ""
        }
      let words = "\(until)the server takes no note of \(request): \(error.message.clause)\(more)"
      return RecordAppearance(words: words, look: MarkLook("✕", isProblem: true))
    }
  }
}
