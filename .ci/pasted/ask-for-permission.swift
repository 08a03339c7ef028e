import PushHubAlerts

/// Stands for a view with a button for each answer.
@MainActor
struct QuestionView {
  @discardableResult
  init(_ text: String, answer: (PermissionAnswer) -> Void) {}
}

nonisolated let context = "orders"
nonisolated let pause = Duration.seconds(86_400)
