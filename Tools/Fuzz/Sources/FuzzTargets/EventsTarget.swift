import PushHub
@testable import PushHubNetworking

/// Server-sent events are the same however the bytes of their stream are cut, and are those of a reader
/// that has all of them at once.
enum EventsTarget {
  static func check(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let bound = [16, 64, 1 << 20][choices.below(3)]
    let cuts = (0..<4).map { _ in Int(choices.byte()) + 1 }
    let stream = choices.remainder()
    let whole = Reading(of: [stream[...]], bound: bound)
    try require(
      Reading(of: stream.indices.map { stream[$0...$0] }, bound: bound) == whole,
      "cut into bytes there are other events"
    )
    try require(
      Reading(of: pieces(of: stream, cuts), bound: bound) == whole,
      "cut there are other events"
    )
    guard !whole.isTooLong else {
      return try require(stream.count >= bound, "a short stream is too long")
    }
    try require(
      whole.events == NaiveEventReader.events(of: stream),
      "a naive reader has other events"
    )
    for event in whole.events {
      try require(!event.type.isEmpty, "an event without a type")
      try require(event.data.utf8.count <= max(3 * bound, 3), "an event beyond the bound")
    }
    try require(
      whole.retry.map { (.zero...Duration.seconds(86_400)).contains($0) } ?? true,
      "a delay beyond the bound"
    )
  }

  /// The stream in pieces of these lengths in turn.
  private static func pieces(of stream: [UInt8], _ lengths: [Int]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let length = lengths[pieces.count % lengths.count]
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces
  }

  /// All that a reading gives.
  private struct Reading: Equatable {
    let events: [ServerSentEvent]
    let lastEventID: String
    let retry: Duration?
    let isTooLong: Bool

    init(of pieces: [ArraySlice<UInt8>], bound: Int) {
      var parser = ServerSentEventParser(maximumByteCount: bound)
      events = pieces.flatMap { parser.read($0) }
      lastEventID = parser.lastEventID
      retry = parser.retry
      isTooLong = parser.isTooLong
    }
  }
}

/// A reader of events as simple as can be, by the words of the standard: it has the whole stream, as a
/// list of lines.
enum NaiveEventReader {
  static func events(of stream: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var (type, id) = ("", "")
    var data: [String] = []
    for line in lines(of: stream) {
      guard !line.isEmpty else {
        if !data.isEmpty {
          let name = type.isEmpty ? "message" : type
          events.append(ServerSentEvent(type: name, data: data.joined(separator: "\n"), id: id))
        }
        (type, data) = ("", [])
        continue
      }
      let parts = line.split(
        separator: UInt8(ascii: ":"),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      var value = parts.count == 2 ? parts[1] : []
      if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: parts[0], as: UTF8.self) {
      case "event": type = text
      case "data": data.append(text)
      case "id" where !value.contains(0): id = text
      default: break
      }
    }
    return events
  }

  /// The lines that end; the stream has broken off in the last one.
  private static func lines(of stream: [UInt8]) -> [ArraySlice<UInt8>] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = stream.starts(with: mark) ? stream.dropFirst(3) : stream[...]
    var lines: [ArraySlice<UInt8>] = []
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(rest[..<end])
      let isPair = rest[end] == 0x0D && rest[(end + 1)...].first == 0x0A
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    return lines
  }
}
