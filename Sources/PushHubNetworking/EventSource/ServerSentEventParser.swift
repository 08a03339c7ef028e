import PushHub

/// Reads events from the bytes of a stream, in pieces of any size.
///
/// Lines end with CR, LF or both. A line is decoded when it is complete, so that pieces may end inside a UTF-8
/// sequence. Other bytes than UTF-8 become U+FFFD. An event without its end is discarded.
///
/// Source: WHATWG HTML, section 9.2.6, "Interpreting an event stream".
struct ServerSentEventParser {
  /// The longest line, and the longest data of an event, in bytes.
  let maximumByteCount: Int

  /// The id to send with the next connection.
  private(set) var lastEventID: String

  /// The wait before the next connection that the server asks for.
  private(set) var retry: Duration?

  /// Whether a line or an event was too long; nothing is read afterward.
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

  /// Reads the next bytes, and returns the events that they complete.
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
  /// The type of the event; `message` by default.
  public var type: String

  /// Its text; several lines are joined by line feeds.
  public var data: String

  /// The id of the last event that had one; empty if none had.
  public var id: String

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}
