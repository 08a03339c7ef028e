import Testing

@testable import PushHubNetworking

struct EventBodyTests {
  private func cursors(_ data: String) throws -> [NotificationCursor]? {
    try ServerSentEvent(data: data).latest()
  }

  @Test func `a list is a snapshot`() throws {
    let data = #"{"latest":[{"id":"n2","order":9007199254740993},{"id":"n1","order":1,"x":0}]}"#
    #expect(
      try cursors(data) == [
        NotificationCursor(order: 9_007_199_254_740_993, id: "n2"),
        NotificationCursor(order: 1, id: "n1"),
      ]
    )
    #expect(try cursors(#"{"latest":[]}"#) == [])
  }

  @Test(arguments: [#"{"typing":true}"#, "", "ping", "[]"])
  func `another event is not a snapshot`(data: String) throws {
    #expect(try cursors(data) == nil)
  }

  @Test(arguments: [
    "{", #"{"latest":{}}"#, #"{"latest":[{"id":"a"}]}"#, #"{"latest":[{"order":1}]}"#,
    #"{"latest":[{"id":1,"order":1}]}"#, #"{"latest":[{"id":"a","order":"1"}]}"#,
    #"{"latest":[1]}"#,
  ])
  func `anything else is refused`(data: String) {
    #expect(throws: MalformedBody.self) { try cursors(data) }
  }
}
