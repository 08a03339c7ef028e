nonisolated struct Shop: Sendable {
  func reorder(_ order: String) async throws {}
  func note(_ text: String, on order: String) async throws {}
}
