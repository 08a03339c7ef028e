import FlyingFox
import Synchronization

/// Answers one after the other; the last one again and again.
final class AnswerScript: Sendable {
  private let answers: Mutex<[HTTPResponse]>

  init(_ answers: HTTPResponse...) {
    self.answers = Mutex(answers)
  }

  /// The answer whose turn it is.
  func next() -> HTTPResponse {
    answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .status(500) }
  }
}
