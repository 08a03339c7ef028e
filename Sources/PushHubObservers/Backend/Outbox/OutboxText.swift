import Foundation
import PushHub

/// What is in a file of an outbox: a header, and a line for each entry.
///
///     {"outbox":1,"lost":0,"last":0}
///     {"n":1,"account":"ann","content":{"kind":"received"}}
///
/// The header says how many entries went from the file and were not told of, and the highest number
/// that was in it when the header was written, so that no number is used again.
///
/// Any bytes can be read. A line that is not of this form is counted and left out, and so is what a
/// process has begun to write when it was killed: it has no line end.
struct OutboxText {
  /// Of which form a file is; one of a later form is not touched.
  static let version = 1

  /// The highest number of an entry, and of lost ones: what a number of JSON holds exactly.
  static let maximumNumber = 1 << 53

  /// An entry's place in the text.
  struct Line: Hashable {
    let number: Int
    let account: AccountID?
    let bytes: Range<Int>
    let content: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var lines: [Line] = []

  /// How many entries had to go for want of room, of which nobody was told yet.
  private(set) var lost = 0

  /// The highest number that was ever in the file; `nil` if the file does not say.
  private(set) var last: Int?

  /// How many lines can't be read.
  private(set) var brokenCount = 0

  /// Whether a later version of this package wrote the file.
  private(set) var isNewer = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count, !isNewer {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      if let end {
        read(start..<end)
      } else {
        brokenCount += 1
      }
      start = end.map { $0 + 1 } ?? bytes.count
    }
  }

  /// Whether more can be appended: it is known by which number, and no line is begun.
  var canGoOn: Bool {
    bytes.isEmpty
      || !isNewer && bytes.last == UInt8(ascii: "\n") && (last ?? .max) < Self.maximumNumber
  }

  private mutating func read(_ range: Range<Int>) {
    if range.lowerBound == 0, let header = Header(bytes[range]) {
      lost = header.lost
      last = header.last
      isNewer = header.version > Self.version
    } else if let line = Line(in: bytes, at: range) {
      lines.append(line)
      last = last.map { max($0, line.number) }
    } else {
      brokenCount += 1
    }
  }
}

// MARK: - Writing

extension OutboxText {
  /// The line at the beginning of a file, with its end.
  static func header(lost: Int, last: Int) -> [UInt8] {
    Array("{\"outbox\":\(version),\"lost\":\(lost),\"last\":\(last)}\n".utf8)
  }

  /// Writes an entry's line, with its end.
  static func write(
    _ number: Int,
    account: AccountID?,
    content: (inout [UInt8]) -> Void,
    to text: inout [UInt8]
  ) {
    // Room for most, so that it is made once.
    text.reserveCapacity(text.count + 320)
    text += "{\"n\":".utf8
    text += String(number).utf8
    if let account {
      text += ",\"account\":".utf8
      text.append(jsonString: account.rawValue)
    }
    text += ",\"content\":".utf8
    content(&text)
    text += "}\n".utf8
  }

  /// The text with some of its entries, and with nothing that is broken.
  func text(keeping lines: some Sequence<Line>, lost: Int) -> [UInt8] {
    var text = Self.header(lost: lost, last: last ?? Self.maximumNumber)
    for line in lines {
      text += bytes[line.bytes]
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// The entries that stay so that so many bytes find room behind them: all, if that is possible, else
  /// those without their oldest quarter.
  func linesMakingRoom(for count: Int, within limit: Int) -> ArraySlice<Line> {
    let room = limit - count - Self.header(lost: .max, last: .max).count
    var rest = lines.reduce(0) { $0 + $1.bytes.count + 1 }
    guard rest > room else { return lines[...] }
    let target = min(room, rest - rest / 4)
    return lines.drop { line in
      guard rest > target else { return false }
      rest -= line.bytes.count + 1
      return true
    }
  }
}

extension [UInt8] {
  /// Writes a string of JSON with only those escapes that RFC 8259 demands.
  mutating func append(jsonString string: String) {
    append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case ..<0x20:
        self += "\\u00".utf8
        self += [byte >> 4, byte & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : 87 + $0 }
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}

// MARK: - Reading

extension OutboxText {
  private struct Header: Decodable {
    let version: Int
    let lost: Int
    let last: Int?

    private enum CodingKeys: String, CodingKey {
      case version = "outbox"
      case lost
      case last
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      version = try fields.decode(Int.self, forKey: .version)
      let numbers = 0...OutboxText.maximumNumber
      lost = ((try? fields.decode(Int.self, forKey: .lost)) ?? 0).clamped(to: numbers)
      last = (try? fields.decode(Int.self, forKey: .last))?.clamped(to: numbers)
    }

    init?(_ line: ArraySlice<UInt8>) {
      guard line.starts(with: "{\"outbox\"".utf8),
        let header = try? JSONDecoder().decode(Self.self, from: Data(line)),
        header.version >= OutboxText.version
      else { return nil }
      self = header
    }
  }
}

extension OutboxText.Line {
  /// Reads a line by its form, without what the content is.
  init?(in bytes: [UInt8], at range: Range<Int>) {
    var scanner = OutboxScanner(rest: bytes[range])
    guard scanner.skip("{\"n\":"), let number = scanner.number() else { return nil }
    if scanner.skip(",\"account\":") {
      guard let name = scanner.string() else { return nil }
      account = AccountID(rawValue: name)
    } else {
      account = nil
    }
    guard scanner.skip(",\"content\":"), scanner.rest.count > 1,
      scanner.rest.last == UInt8(ascii: "}")
    else { return nil }
    self.number = number
    self.bytes = range
    content = scanner.rest.startIndex..<scanner.rest.endIndex - 1
  }
}

/// Takes a line apart from its beginning.
private struct OutboxScanner {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ text: StaticString) -> Bool {
    let text = "\(text)".utf8
    guard rest.starts(with: text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// A whole number from one on.
  mutating func number() -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    return (1...OutboxText.maximumNumber).contains(number) ? number : nil
  }

  /// A string of JSON.
  mutating func string() -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    var isEscaped = false
    let end = rest.dropFirst().firstIndex { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return byte == UInt8(ascii: "\"") && !isEscaped
    }
    guard let end else { return nil }
    let text = rest[...end]
    rest = rest[(end + 1)...]
    let isPlain = !text.contains { $0 == UInt8(ascii: "\\") || $0 < 0x20 }
    if isPlain { return String(validating: text.dropFirst().dropLast(), as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data(text))
  }
}
