import PushHub
import PushHubBackend
import PushHubNetworking
import PushHubReplay

/// A server that accepts or fails requests as in the transcript.
@MainActor
final class ScriptedServer: RegistrationEndpoint, ReceiptEndpoint {
  let answers = ScriptedAnswers<ServerAnswer>()
  var scheduler: (any Scheduler)?

  /// Answers the request under way or the next one and, if the answer lasts, all later ones.
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
