public import Observation
import PushHub

/// The app's own question as a value that a SwiftUI view shows.
///
/// ```swift
/// let question = PermissionQuestion()
/// let policy = PermissionPolicy(permission, store: store) { await question.ask() }
/// ```
///
/// A view shows the app's words while ``isOpen``, and hands on what the user says. Who asks decides how
/// long the question stays open.
@MainActor
@Observable
public final class PermissionQuestion {
  private var answers: ScheduledStream<PermissionAnswer>?

  /// Makes a question that is not open.
  public init() {}

  /// Whether the user is being asked.
  public var isOpen: Bool { answers != nil }

  /// Opens the question until the user has answered, the task is cancelled, or it is opened anew.
  public func ask() async -> PermissionAnswer {
    answer(.later)
    let answers = ScheduledStream<PermissionAnswer>()
    self.answers = answers
    defer { if self.answers === answers { self.answers = nil } }
    return (try? await answers.next()) ?? .later
  }

  /// Tells what the user says, which closes the question; without effect while it is not open.
  public func answer(_ answer: PermissionAnswer) {
    answers?.send(answer)
    answers = nil
  }
}
