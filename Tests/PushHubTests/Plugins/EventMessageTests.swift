import PushHub
import Testing

/// How event messages write lists.
struct EventMessageTests {
  @Test func `a list of up to five is written in full`() {
    #expect(["a", "b", "c", "d", "e"].listed == "a, b, c, d, e")
    #expect(["a", "b", "c", "d", "e", "f"].listed == "a, b, c, d and 2 more")
  }
}
