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
  func take(_ answer: ServerAnswer) {
    switch (answer.lasts, answer.outcome) {
    case (_, .silence): answers.take(standing: nil)
    case (true, _): answers.take(standing: answer)
    case (false, _): answers.take(answer)
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
    throw error.advice == .rejected
      ? ReceiptRejection(error.message, retryAfter: error.retryAfter) : error
  }
}

extension ServerAnswer {
  /// What it looks like, of requests that somebody is named by.
  func appearance(to request: String) -> RecordAppearance {
    let server = lasts ? "from now on the server" : "the server"
    return switch outcome {
    case .accepted: RecordAppearance("\(server) takes note of \(request)", "✓")
    case .silence: RecordAppearance("\(server) says nothing to \(request)", "…")
    case .failed(let error):
      RecordAppearance(
        "\(server) takes no note of \(request): \(error.message.clause)",
        "✕",
        isProblem: true
      )
    }
  }
}
