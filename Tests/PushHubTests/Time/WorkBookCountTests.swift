import Testing

@testable import PushHub

struct WorkBookCountTests {
  @Test func `each change counts once, and what changes nothing does not`() {
    var book = WorkBook()
    let work = book.begin(from: WorkOrigin())
    #expect(book.changeCount == 1)
    book.wait(work, for: .outside)
    #expect(book.changeCount == 2)
    book.resume(work)
    book.resume(work)
    #expect(book.changeCount == 3)
    book.end(work)
    book.end(work)
    book.wait(work, for: .outside)
    book.resume(work)
    #expect(book.changeCount == 4)
  }
}
