/// Reads events from the bytes of a stream, in whatever pieces they come.
///
/// Lines end with CR, LF or both; each is decoded when it is complete, so that a UTF-8 sequence may
/// be cut anywhere. What is not UTF-8 reads as U+FFFD. An event that the stream breaks off is none.
///
/// Source: WHATWG HTML, section 9.2.6, "Interpreting an event stream".
struct ServerSentEventParser {
  /// How long a line, and an event's data, may be, in bytes.
  let maximumByteCount: Int

  /// The id to tell the server when connecting again.
  private(set) var lastEventID: String

  /// How long the server wants to be left alone before connecting again.
  private(set) var retry: Duration?

  /// Whether something was too long; nothing is read after it.
  private(set) var isTooLong = false

  private var line: [UInt8] = []
  private var isFirstLine = true
  private var endedWithCR = false
  private var id: String
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false

  init(maximumByteCount: Int, lastEventID: String = "") {
    self.maximumByteCount = maximumByteCount
    self.lastEventID = lastEventID
    id = lastEventID
  }
}

extension ServerSentEventParser {
  /// Takes the next bytes, and gives the events that they complete.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes where !isTooLong {
      let isSecondHalf = endedWithCR && byte == UInt8(ascii: "\n")
      endedWithCR = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        append(byte)
        continue
      }
      if let event = endLine() {
        events.append(event)
      }
    }
    return events
  }

  private mutating func append(_ byte: UInt8) {
    guard line.count < maximumByteCount else {
      stop()
      return
    }
    line.append(byte)
  }

  private mutating func stop() {
    isTooLong = true
    line = []
    data = []
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) {
      line.removeFirst(3)
    }
    isFirstLine = false
    guard !line.isEmpty else { return dispatch() }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line[name.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") {
      value = value.dropFirst()
    }
    take(name: String(decoding: name, as: UTF8.self), value: value)
    return nil
  }

  private mutating func take(name: String, value: ArraySlice<UInt8>) {
    switch name {
    case "event":
      type = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count < maximumByteCount else { return stop() }
      if hasData {
        data.append(UInt8(ascii: "\n"))
      }
      data += value
      hasData = true
    case "id":
      guard !value.contains(0) else { return }
      id = String(decoding: value, as: UTF8.self)
    case "retry":
      takeRetry(value)
    default:
      break
    }
  }

  private mutating func takeRetry(_ value: ArraySlice<UInt8>) {
    guard value.areDigits else { return }
    let milliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? .max
    retry = min(.milliseconds(min(milliseconds, 1 << 40)), SourceFailure.longestWish)
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data = []
      hasData = false
    }
    lastEventID = id
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data, as: UTF8.self),
      id: id
    )
  }
}

/// An event that a server sent on a stream of them.
public struct ServerSentEvent: Hashable, Sendable {
  /// What kind of event it is; `message` if the server doesn't say.
  public var type: String

  /// Its text; several lines are joined by line feeds.
  public var data: String

  /// The id of the last event that had one; empty if none had.
  public var id: String

  /// Makes an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}
