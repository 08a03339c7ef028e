import Testing

@testable import PushHubNetworking

/// Streams of events, in every way of cutting them into chunks.
struct ServerSentEventParserTests {
  private func events(_ chunks: [[UInt8]], bound: Int = 1_024) -> [ServerSentEvent] {
    var parser = ServerSentEventParser(maximumByteCount: bound)
    return chunks.flatMap { parser.read($0) }
  }

  private func events(_ text: String) -> [ServerSentEvent] {
    events([Array(text.utf8)])
  }

  @Test(
    arguments: [
      ("data: a\n\n", ["a"]), ("data:a\n\n", ["a"]), ("data:  a\n\n", [" a"]),
      ("data: a\ndata: b\n\n", ["a\nb"]), ("data\n\n", [""]), ("data\ndata\n\n", ["\n"]),
      ("data: a\n", []), ("data: a", []), ("\n\n\n", []), ("", []),
      ("data: a\n\ndata: b\n\n", ["a", "b"]), (": comment\n\ndata: a\n:x\n\n", ["a"]),
      ("datum: a\n\n", []), ("Data: a\n\n", []), (" data: a\n\n", []),
      ("data: a\r\rdata: b\r\r", ["a", "b"]), ("data: a\r\n\r\n", ["a"]),
      ("data: a\n\rdata: b\r\n\n", ["a", "b"]), ("data: a: b\n\n", ["a: b"]),
      ("\u{FEFF}data: a\n\n", ["a"]), ("data: a\n\n\u{FEFF}data: b\n\n", ["a"]),
      ("event: x\n\ndata: a\n\n", ["a"]), ("data: ü😀\n\n", ["ü😀"]),
    ]
  )
  func `events are what the standard says`(text: String, data: [String]) {
    #expect(events(text).map(\.data) == data)
  }

  @Test func `a type is for one event, an id for all later ones`() {
    let text = "event: add\nid: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n"
    #expect(
      events(text) == [
        ServerSentEvent(type: "add", data: "a", id: "7"), ServerSentEvent(data: "b", id: "7"),
        ServerSentEvent(data: "c"),
      ]
    )
  }

  @Test func `an id counts from the end of its event, even one without data`() {
    var parser = ServerSentEventParser(maximumByteCount: 99, lastEventID: "3")
    _ = parser.read("id: 4\n".utf8)
    #expect(parser.lastEventID == "3")
    _ = parser.read("\n".utf8)
    #expect(parser.lastEventID == "4")
    _ = parser.read("id: a\u{0}b\n\n".utf8)
    #expect(parser.lastEventID == "4")
  }

  @Test(
    arguments: [
      ("5000", Duration.seconds(5)), ("0", .zero), ("007", .milliseconds(7)), ("", nil),
      ("-1", nil), ("1.5", nil), ("5s", nil), ("99999999999999999999", .seconds(86_400)),
    ]
  )
  func `the delay before connecting again is digits and nothing else`(
    text: String,
    retry: Duration?
  ) {
    var parser = ServerSentEventParser(maximumByteCount: 99)
    _ = parser.read("retry: \(text)\n".utf8)
    #expect(parser.retry == retry)
  }

  @Test func `a line longer than the bound ends the reading, after the events before it`() {
    var parser = ServerSentEventParser(maximumByteCount: 10)
    let text = "data: abcd\n\n" + String(repeating: "x", count: 11) + "\n\ndata: b\n\n"
    #expect(parser.read(text.utf8).map(\.data) == ["abcd"])
    #expect(parser.isTooLong)
    #expect(parser.read("data: c\n\n".utf8).isEmpty)
  }

  @Test func `an event longer than the bound ends the reading, however short its lines are`() {
    var parser = ServerSentEventParser(maximumByteCount: 10)
    for _ in 1...4 {
      _ = parser.read("data: abc\n".utf8)
    }
    #expect(parser.isTooLong)
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    let bytes = Array("data: a".utf8) + [0xFF, 0xC3] + Array("\n\n".utf8)
    #expect(events([bytes]).map(\.data) == ["a\u{FFFD}\u{FFFD}"])
  }

  private let everything =
    "\u{FEFF}: hi\r\nretry: 10\rid: 1\r\nevent: é\r\ndata: ü😀\r\n\r\ndata: b\n\rid: 2\ndata\n\n"

  /// The whole, and the parser's state after it.
  private func outcome(_ chunks: [ArraySlice<UInt8>]) -> String {
    var parser = ServerSentEventParser(maximumByteCount: 99)
    let events = chunks.flatMap { parser.read($0) }
    return "\(events) \(parser.lastEventID) \(parser.retry ?? .zero)"
  }

  @Test func `a stream cut into two chunks or three, anywhere, gives the same events`() {
    let bytes = Array(everything.utf8)
    let whole = outcome([bytes[...]])
    #expect(events(everything).count == 3)
    var differing: [[Int]] = []
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
        if outcome(chunks) != whole {
          differing.append([first, second])
        }
      }
    }
    #expect(differing.isEmpty)
    #expect(outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
  }
}
