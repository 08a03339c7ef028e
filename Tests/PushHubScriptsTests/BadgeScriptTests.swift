import Testing

@testable import TestSupport

/// The badge dot as transcripts show it.
@MainActor
struct BadgeScriptTests {
  @Test func `the node is the list page of the header`() async throws {
    let lines = try await played(
      transcript(
        """
        {"transcript":1,"list":"inbox"}
        {"t":0,"account":"a"}
        {"t":0,"latest":[]}
        {"t":0.5,"latest":[{"id":"n1","order":1e999}]}
        """
      )
    )
    #expect(
      lines == [#"{"event":"dot","from":"badge","node":"inbox","shown":true,"t":0.5}"#]
    )
  }
}
