public import Foundation

/// What is wrong with a transcript, and in which line.
public struct TranscriptError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int

  /// What is wrong there.
  public let message: String

  /// Describes a mistake.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension TranscriptError: CustomStringConvertible {
  /// The line and what is wrong there.
  public var description: String { "\(line): \(message)" }
}

// MARK: - Reading

extension Transcript {
  /// Reads a transcript.
  ///
  /// Lines may end as on Windows, the last one without a line end, and the file may begin with a
  /// byte order mark. A last line without a line end that breaks off, as a killed process leaves it,
  /// is skipped; see ``tornLine(in:)``.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - vocabulary: What features bring; a kind that none of them has is a mistake.
  /// - Throws: ``TranscriptError`` for the first other line that breaks the format.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    _ bytes: Data,
    vocabulary: TranscriptVocabulary = TranscriptVocabulary()
  ) throws(TranscriptError) {
    if let key = vocabulary.disputedKey {
      throw TranscriptError(line: 1, message: "the key \"\(key)\" has more than one meaning")
    }
    var header: TranscriptHeader?
    var records: [TranscriptRecord] = []
    for line in TranscriptLines(bytes) {
      do throws(TranscriptMistake) {
        let reader = try TranscriptLineReader(line.bytes)
        if header == nil {
          header = try reader.header(vocabulary)
        } else {
          let earliest = records.last?.time ?? .zero
          records.append(try reader.record(notBefore: earliest, vocabulary))
        }
      } catch {
        if error.breaksOff, !line.isEnded { break }
        throw TranscriptError(line: line.number, message: error.message)
      }
    }
    guard let header else {
      throw TranscriptError(
        line: 1,
        message: "there is no header; the first record must be {\"transcript\":1}"
      )
    }
    self.init(header: header, records: records)
  }

  /// The number of the last line, from 1, if it has no line end and breaks off within.
  ///
  /// It is no part of the transcript; whoever reads the file for people tells them.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func tornLine(in bytes: Data) -> Int? {
    TranscriptLines(bytes).first(where: \.isTorn)?.number
  }

  /// The line of each record of a file, from 1, in the order of the records.
  package static func recordLines(in bytes: Data) -> [Int] {
    TranscriptLines(bytes).dropFirst().filter { !$0.isTorn }.map(\.number)
  }
}

private struct TranscriptLine {
  /// From 1.
  let number: Int
  let bytes: Data

  /// Whether a line end follows.
  let isEnded: Bool

  var isTorn: Bool {
    guard !isEnded else { return false }
    do throws(TranscriptMistake) {
      _ = try TranscriptLineReader(bytes)
      return false
    } catch {
      return error.breaksOff
    }
  }
}

/// The lines of a file that are not skipped.
private struct TranscriptLines: Sequence, IteratorProtocol {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var rest: Data
  private var number = 0

  init(_ bytes: Data) {
    rest = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
  }

  mutating func next() -> TranscriptLine? {
    while !rest.isEmpty {
      let end = rest.firstIndex(of: ASCII.newline)
      let bytes = rest.prefix(upTo: end ?? rest.endIndex)
      rest = rest.dropFirst(bytes.count + 1)
      number += 1
      if !isSkipped(bytes) {
        return TranscriptLine(number: number, bytes: bytes, isEnded: end != nil)
      }
    }
    return nil
  }

  private func isSkipped(_ line: Data) -> Bool {
    line.first == UInt8(ascii: "#")
      || line.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.carriageReturn }
  }
}

// MARK: - One line

/// Reads one line of a transcript.
struct TranscriptLineReader {
  /// A record and its `launch` object stand around the payload, which may be as deep as any.
  private static let maximumDepth = PushPayload.maximumDepth + 2

  private let root: PushPayload.Node

  init(_ bytes: Data) throws(TranscriptMistake) {
    do {
      let document = try PayloadDocument(ContiguousArray(bytes), maximumDepth: Self.maximumDepth)
      root = PushPayload.Node(document: document, position: 0)
    } catch {
      let problem = error.explanation.problem
      throw TranscriptMistake(
        "the line is no JSON object: \(problem) at byte \(error.offset)",
        breaksOff: error.code == .unexpectedEnd
      )
    }
  }

  /// The line as the header.
  func header(_ vocabulary: TranscriptVocabulary) throws(TranscriptMistake) -> TranscriptHeader {
    let fields = TranscriptFields(root, name: "the header")
    guard let version = root["transcript"] else {
      throw TranscriptMistake("the first record must be the header, {\"transcript\":1}")
    }
    guard version.intValue == TranscriptHeader.version else {
      throw TranscriptMistake("\"transcript\" must be \(TranscriptHeader.version), the version")
    }
    try fields.allow(["transcript", "start"] + vocabulary.pages.map(\.key))
    var header = TranscriptHeader()
    if let text = try fields.optionalText("start") {
      guard let date = Date(transcriptText: text) else {
        throw TranscriptMistake("\"start\" must be a date such as 2026-01-01T08:00:00Z")
      }
      header.start = date
    }
    for setting in vocabulary.pages where fields.has(setting.key) {
      let names =
        setting.isList
        ? try fields.optionalTexts(setting.key) ?? [] : [try fields.text(setting.key)]
      header[setting] = names.map(PageID.init(rawValue:))
    }
    return header
  }

  /// The line as a record.
  func record(
    notBefore earliest: Duration,
    _ vocabulary: TranscriptVocabulary
  ) throws(TranscriptMistake) -> TranscriptRecord {
    guard root["transcript"] == nil else {
      throw TranscriptMistake("there is another header; only the first record is one")
    }
    let fields = TranscriptFields(root, name: "the record")
    let time = try fields.seconds("t")
    guard time >= earliest else {
      throw TranscriptMistake(
        "\"t\" is \(time.secondsText), before the record above at \(earliest.secondsText)"
      )
    }
    let keys = root.keys.filter {
      TranscriptKind(rawValue: $0) != nil || vocabulary.kind(of: $0) != nil
    }
    guard let key = keys.first, keys.count == 1 else {
      throw keys.isEmpty
        ? unknownKind
        : TranscriptMistake("there is more than one kind: \(keys.joined(separator: ", "))")
    }
    if let kind = TranscriptKind(rawValue: key) {
      try fields.allow(["t", key] + kind.siblings)
      return TranscriptRecord(time: time, input: try kind.input(from: fields))
    }
    guard let kind = vocabulary.kind(of: key) else { throw unknownKind }
    try fields.allow(["t", key] + kind.siblings)
    return TranscriptRecord(time: time, input: .feature(try kind.init(from: fields)))
  }

  /// What to say of a record without a kind that anybody knows.
  private var unknownKind: TranscriptMistake {
    let others = root.keys.filter { $0 != "t" }.map(TranscriptMistake.quoted)
    return TranscriptMistake(
      others.isEmpty
        ? "there is no key that says what happened, such as \"push\" or \"app\""
        : "nobody here knows a kind of record named \(others.joined(separator: " or "))"
    )
  }
}
