public import Foundation
public import PushHub

/// A mistake in a transcript, with its line.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 for a file that can't be read.
  public let line: Int

  /// A description of the problem.
  public let message: String

  package init(line: Int, message: String) { (self.line, self.message) = (line, message) }

  /// The line and what is wrong there, on one line, with control characters made visible.
  public var description: String { printable(line == 0 ? message : "line \(line): \(message)") }
}

extension Transcript {
  /// Reads a transcript.
  ///
  /// Lines may end as on Windows, the last one without a line end, and the file may begin with a
  /// byte order mark. A last line without a line end that breaks off, as a killed process leaves it, or
  /// that ends with zeros, as a loss of power leaves them, is skipped; see ``tornLine(in:)``.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - vocabulary: The kinds of record of the features; any other kind is a mistake.
  /// - Throws: ``TranscriptError`` for the first other line that breaks the format.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    _ bytes: Data,
    vocabulary: [any FeatureRecord.Type] = []
  ) throws(TranscriptError) {
    let lines = TranscriptLine.lines(of: bytes).whole
    guard let first = lines.first else {
      throw TranscriptError(
        line: 1,
        message: "there is no header; the first record must be {\"transcript\":1}"
      )
    }
    var kinds: [String: any FeatureRecord.Type] = [:]
    self = try first.read("the header") {
      for kind in vocabulary { try kinds.add(kind) }
      return try Transcript($0, vocabulary)
    }
    for line in lines.dropFirst() {
      let earliest = records.last?.time ?? .zero
      var record = try line.read("the record") {
        try TranscriptRecord($0, notBefore: earliest, kinds)
      }
      record.lineNumber = line.number
      records.append(record)
    }
  }

  /// Reads a file as a transcript.
  ///
  /// - Throws: ``TranscriptError``, also for a file that isn't there or can't be read.
  public init(
    contentsOf url: URL,
    vocabulary: [any FeatureRecord.Type] = []
  ) throws(TranscriptError) {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      let problem =
        url.isFolder
        ? "there is a folder at \(url.path); name a file in it"
        : FileManager.default.fileExists(atPath: url.path)
          ? "the file at \(url.path) can't be read: \(error.localizedDescription)"
          : "there is no file at \(url.path); name one that a recorder has written"
      throw TranscriptError(line: 0, message: problem)
    }
    try self.init(bytes, vocabulary: vocabulary)
  }

  /// The number of the last line, from 1, if it has no line end and breaks off within.
  ///
  /// It is not part of the transcript. A tool that reads the file should report it to its user.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func tornLine(in bytes: Data) -> Int? {
    TranscriptLine.lines(of: bytes).torn?.number
  }
}

extension [String: any FeatureRecord.Type] {
  /// Adds a kind of record.
  ///
  /// None of its keys may have another meaning in a line.
  mutating func add(_ kind: any FeatureRecord.Type) throws(TranscriptMistake) {
    // Several features may have records of one kind.
    guard self[kind.key] != kind else { return }
    let others = TranscriptInput.keys.union(["t", "transcript"]).union(keys)
    let siblings = TranscriptInput.siblings + values.flatMap { $0.siblings }
    let key = ([kind.key] + kind.siblings).first(where: others.contains)
    if let key = siblings.contains(kind.key) ? kind.key : key {
      throw TranscriptMistake("the key \"\(key)\" has more than one meaning; give \(kind) another")
    }
    self[kind.key] = kind
  }
}

/// A line of a file that is not skipped.
struct TranscriptLine {
  /// The number, from 1.
  let number: Int
  let bytes: ArraySlice<UInt8>

  /// The lines of a file, and its last one apart if only its end seems to be missing.
  static func lines(of file: Data) -> (whole: [Self], torn: Self?) {
    let text = Array(file).dropFirst(file.starts(with: "\u{FEFF}".utf8) ? 3 : 0)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { Self(number: $0 + 1, bytes: $1) }
      .filter { line in
        line.bytes.first != UInt8(ascii: "#") && !line.bytes.allSatisfy(" \t\r".utf8.contains)
      }
    guard let last = lines.last, last.bytes.endIndex == text.endIndex, last.isTorn
    else { return (lines, nil) }
    return (lines.dropLast(), last)
  }

  private var isTorn: Bool {
    // A file that was extended before a loss of power, and not written.
    if bytes.last == 0 { return true }
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
      let line = try RecordDecoder(PushPayload(json: bytes).root, name).object()
      let value = try decode(line)
      try line.requireNoMore()
      return value
    } catch {
      let problem = (error as? PayloadError).map {
        "the line is no JSON object: \($0.sentence(on: "the line"))"
      }
      throw TranscriptError(line: number, message: problem ?? "\(error)")
    }
  }
}
