public import Foundation
public import PushHub

/// What is wrong with a transcript, and in which line.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int

  /// What is wrong there.
  public let message: String

  /// Describes a mistake.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and what is wrong there.
  public var description: String { "\(line): \(message)" }
}

extension Transcript {
  /// Reads a transcript.
  ///
  /// Lines may end as on Windows, the last one without a line end, and the file may begin with a
  /// byte order mark. A last line without a line end that breaks off, as a killed process leaves it,
  /// is skipped; see ``tornLine(in:)``.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - vocabulary: The kinds of record that features bring; one that is none of them is a mistake.
  /// - Throws: ``TranscriptError`` for the first other line that breaks the format.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    _ bytes: Data,
    vocabulary: [any FeatureRecord.Type] = []
  ) throws(TranscriptError) {
    let kinds = vocabulary.map { $0.key }
    if let key = kinds.first(where: { key in
      TranscriptInput.keys.contains(key) || kinds.count { $0 == key } > 1
    }) {
      throw TranscriptError(line: 1, message: "the key \"\(key)\" has more than one meaning")
    }
    let lines = TranscriptLine.all(in: bytes).filter { !$0.isTorn }
    guard let first = lines.first else {
      throw TranscriptError(
        line: 1,
        message: "there is no header; the first record must be {\"transcript\":1}"
      )
    }
    self.init()
    header = try first.read("the header") { try TranscriptHeader($0, vocabulary) }
    for line in lines.dropFirst() {
      let earliest = records.last?.time ?? .zero
      records.append(
        try line.read("the record") {
          try TranscriptRecord($0, notBefore: earliest, vocabulary)
        }
      )
    }
  }

  /// The number of the last line, from 1, if it has no line end and breaks off within.
  ///
  /// It is no part of the transcript; whoever reads the file for people tells them.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func tornLine(in bytes: Data) -> Int? {
    TranscriptLine.all(in: bytes).last(where: \.isTorn)?.number
  }

  /// The line of each record of a file, from 1, in the order of the records.
  package static func recordLines(in bytes: Data) -> [Int] {
    TranscriptLine.all(in: bytes).dropFirst().filter { !$0.isTorn }.map(\.number)
  }
}

/// A line of a file that is not skipped.
struct TranscriptLine {
  /// From 1.
  var number = 1
  let bytes: Data
  var isLast = false

  static func all(in bytes: Data) -> [Self] {
    let text = bytes.dropFirst(bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated()
      .map { Self(number: $0 + 1, bytes: $1, isLast: $0 + 1 == lines.count) }
      .filter { line in
        line.bytes.first != UInt8(ascii: "#") && !line.bytes.allSatisfy(" \t\r".utf8.contains)
      }
  }

  /// Whether only the end seems to be missing.
  var isTorn: Bool {
    guard isLast else { return false }
    do {
      _ = try PushPayload(json: bytes)
      return false
    } catch {
      return error.code == .unexpectedEnd
    }
  }

  func read<Value>(
    _ name: String,
    _ decode: (RecordDecoder) throws -> Value
  ) throws(TranscriptError) -> Value {
    do {
      let line = RecordDecoder(try PushPayload(json: bytes).root, name)
      let value = try decode(line)
      try line.requireNoMore()
      return value
    } catch {
      let message =
        switch error {
        case is PayloadError: "the line is no JSON object: \(error)"
        case DecodingError.dataCorrupted(let context): context.debugDescription
        default: "\(error)"
        }
      throw TranscriptError(line: number, message: message)
    }
  }
}
