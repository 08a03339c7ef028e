import PushHub
import Testing

/// What is reported of the work of a refresh, and how lists are written.
struct RefreshWorkTests {
  @Test func `what came of work before the refresh does not count`() {
    var work = RefreshWork()
    work.recordNews()
    work.await()
    #expect(work.end() == .noData)
  }

  @Test func `a failure does not override new data`() {
    var work = RefreshWork()
    work.await()
    work.recordNews()
    work.recordFailure()
    #expect(work.end() == .newData)
    work.await()
    work.recordFailure()
    #expect(work.end() == .failed)
  }

  @Test func `a list of up to five is written in full`() {
    #expect(["a", "b", "c", "d", "e"].listed == "a, b, c, d, e")
    #expect(["a", "b", "c", "d", "e", "f"].listed == "a, b, c, d and 2 more")
  }
}
