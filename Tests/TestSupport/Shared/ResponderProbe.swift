import PushHub

/// A responder that does what a test says, and notes what it was asked.
final class ResponderProbe: PushResponder {
  private(set) var asked: [String] = []
  private let body: @MainActor (PushResponse, Push) async throws -> Bool

  init(_ body: @escaping @MainActor (PushResponse, Push) async throws -> Bool) {
    self.body = body
  }

  convenience init(handles: Bool) {
    self.init { _, _ in handles }
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    asked.append("\(push.id) \(response.action)")
    return try await body(response, push)
  }
}
