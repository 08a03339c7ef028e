import PushHub
import Testing

@testable import PushHubObservers

struct NotificationCursorTests {
  @Test func `order decides first, then the id, byte by byte`() {
    let ascending = [
      NotificationCursor(order: -1, id: "z"), NotificationCursor(order: 0, id: ""),
      NotificationCursor(order: 0, id: "a"), NotificationCursor(order: 0, id: "aa"),
      NotificationCursor(order: 0, id: "b"), NotificationCursor(order: 0, id: "e\u{301}"),
      NotificationCursor(order: 0, id: "\u{E9}"), NotificationCursor(order: 1, id: ""),
    ]
    for (index, cursor) in ascending.enumerated() {
      for (otherIndex, other) in ascending.enumerated() {
        #expect((cursor < other) == (index < otherIndex))
        #expect((cursor == other) == (index == otherIndex))
      }
    }
  }

  @Test func `orders beyond 2^53 are distinguished`() throws {
    let one = NotificationCursor(order: 9_007_199_254_740_992, id: "b")
    let other = NotificationCursor(order: 9_007_199_254_740_993, id: "a")
    let huge = NotificationCursor(order: try #require(JSONNumber(text: "1e999")), id: "")
    #expect(one < other)
    #expect(other < huge)
  }

  @Test func `one place in two spellings is one place`() throws {
    let number = try #require(JSONNumber(text: "1.0e1"))
    #expect(NotificationCursor(order: 10, id: "a") == NotificationCursor(order: number, id: "a"))
  }

  @Test func `a mark of nothing is before every other`() {
    let marks: [ReadMark] = [
      .upTo(NotificationCursor(order: -5, id: "")), .nothing,
      .upTo(NotificationCursor(order: 3, id: "c")), .upTo(NotificationCursor(order: 3, id: "b")),
    ]
    #expect(marks.sorted() == [marks[1], marks[0], marks[3], marks[2]])
  }
}
