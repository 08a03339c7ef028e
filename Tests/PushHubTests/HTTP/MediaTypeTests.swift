import Testing

@testable import PushHubNetworking

struct MediaTypeTests {
  @Test(
    arguments: [
      "text/event-stream", "Text/Event-Stream", "text/event-stream;charset=utf-8",
      "text/event-stream ; charset=\"utf-8\"", " text/event-stream\t", "text/event-stream;",
    ]
  )
  func `parameters, capitals and spaces around are no matter`(text: String) {
    #expect(MediaType(text)?.essence == "text/event-stream")
  }

  @Test(
    arguments: [
      "text/event-streams", "text/event-stream-of-html", "text/event-stream, text/html",
      "text/event", "application/text/event-stream", "xtext/event-stream", "text /event-stream",
    ]
  )
  func `what only begins or ends alike is something else`(text: String) {
    #expect(MediaType(text)?.essence != "text/event-stream")
  }

  @Test(arguments: ["", "text", "/", "text/", "/html", "of no type", "a/b/c", "te xt/html", "ä/b"])
  func `what is no type has none`(text: String) {
    #expect(MediaType(text) == nil)
  }
}
