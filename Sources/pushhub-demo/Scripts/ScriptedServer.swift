import PushHub
import PushHubBackend
import PushHubNetworking
import PushHubReplay

/// A server that takes note of requests, and says of it what a transcript tells.
@MainActor
final class ScriptedServer: RegistrationEndpoint, ReceiptEndpoint {
  let answers = ScriptedAnswers<ServerAnswer>()
  var scheduler: (any Scheduler)?

  /// Answers what it was asked or will be and, if the answer lasts, all that it will be.
  func handle(_ answer: ServerAnswer) {
    switch (answer.lasts, answer.outcome) {
    case (_, .noAnswer): answers.provide(standing: nil)
    case (true, _): answers.provide(standing: answer)
    case (false, _): answers.provide(answer)
    }
  }

  func send(_ request: RegistrationRequest) async throws { try await answer() }

  func send(_ batch: ReceiptBatch) async throws { try await answer() }

  private func answer() async throws {
    let answer = try await answers.next()
    if let scheduler {
      try await scheduler.sleep(until: scheduler.now + answer.latency)
    }
    guard case .failed(let error) = answer.outcome else { return }
    throw error.isRejected
      ? ReceiptRejection(error.message, retryAfter: error.retryAfter) : error
  }
}

extension ScriptedServer {
  /// How an answer stands on the timeline, before it is taken.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - requests: What is asked for.
  ///   - topic: The question, of which the answer came if one waits.
  func mark(of answer: ServerAnswer, to requests: String, from topic: Topic) -> TimelineMark {
    let server = answer.lasts ? "from now on the server" : "the server"
    let origins = answers.isAsked ? [topic] : []
    return switch answer.outcome {
    case .accepted: TimelineMark("✓", message: "\(server) takes note of \(requests)", from: origins)
    case .noAnswer:
      TimelineMark("…", message: "\(server) says nothing to \(requests)", from: origins)
    case .failed(let error):
      TimelineMark(
        "✕",
        message: "\(server) takes no note of \(requests): \(error.message.clause)",
        isProblem: true,
        from: origins
      )
    }
  }
}
