@MainActor let features = Features()

@MainActor
struct Features {
  func install() {}
}

nonisolated struct Shop: Sendable {
  func hasNewOrders() async throws -> Bool { true }
}
