import PushHub
import Testing

/// How event messages write lists.
struct EventMessageTests {
  @Test func `a list of up to five is written in full`() {
    #expect("\(LogText(["a", "b", "c", "d", "e"]))" == "a, b, c, d, e")
    #expect("\(LogText(["a", "b", "c", "d", "e", "f"]))" == "a, b, c, d and 2 more")
  }
}
