@MainActor let features = Features()

@MainActor
struct Features {
  func install() {}
}

nonisolated struct Shop: Sendable {
  func hasNewOrders() async throws -> Bool { true }
}

@MainActor let archive = Archive()

actor Archive {
  func compact() async throws {}
}
