public import Foundation

extension Transcript {
  /// Reads a transcript.
  ///
  /// Lines may end as on Windows, the last one without a line end, and the file may begin with a
  /// byte order mark. A last line without a line end that breaks off, as a killed process leaves it,
  /// is skipped; see ``tornLine(in:)``.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``TranscriptError`` for the first other line that breaks the format.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ bytes: Data) throws(TranscriptError) {
    var header: TranscriptHeader?
    var records: [TranscriptRecord] = []
    for line in TranscriptLines(bytes) {
      do throws(TranscriptMistake) {
        let reader = try TranscriptLineReader(line.bytes)
        if header == nil {
          header = try reader.header()
        } else {
          records.append(try reader.record(notBefore: records.last?.time ?? .zero))
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
