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

  /// The lines of the event that is being read, each with its end.
  private var data: [UInt8] = []

  init(maximumByteCount: Int, lastEventID: String = "") {
    self.maximumByteCount = maximumByteCount
    self.lastEventID = lastEventID
    id = lastEventID
  }
}

extension ServerSentEventParser {
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Takes the next bytes, and gives the events that they complete.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes where !isTooLong {
      switch byte {
      case Self.lineFeed where endedWithCR: break
      case Self.lineFeed, Self.carriageReturn: events += endLine()
      default:
        line.append(byte)
        isTooLong = line.count > maximumByteCount
      }
      endedWithCR = byte == Self.carriageReturn
    }
    return events
  }

  private mutating func endLine() -> [ServerSentEvent] {
    defer {
      line.removeAll(keepingCapacity: true)
      isFirstLine = false
    }
    if isFirstLine, line.starts(with: Self.byteOrderMark) {
      line.removeFirst(Self.byteOrderMark.count)
    }
    guard !line.isEmpty else { return dispatch() }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line[name.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") {
      value = value.dropFirst()
    }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = text
    case "data":
      isTooLong = data.count + value.count >= maximumByteCount
      data += value
      data.append(Self.lineFeed)
    case "id" where !value.contains(0): id = text
    case "retry" where value.areDigits:
      let longest = Int64(SourceFailure.longestPause / .milliseconds(1))
      retry = .milliseconds(min(Int64(text) ?? longest, longest))
    default: break
    }
    return []
  }

  private mutating func dispatch() -> [ServerSentEvent] {
    defer { (type, data) = ("", []) }
    lastEventID = id
    guard !data.isEmpty else { return [] }
    return [
      ServerSentEvent(
        type: type.isEmpty ? "message" : type,
        data: String(decoding: data.dropLast(), as: UTF8.self),
        id: id
      )
    ]
  }
}

/// An event that a server sent on a stream of them.
public struct ServerSentEvent: Equatable, Sendable {
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
