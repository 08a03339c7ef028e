public import Foundation

extension Transcript {
  /// Reads a transcript.
  ///
  /// Lines may end as on Windows, the last one without a line end, and the file may begin with a
  /// byte order mark.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``TranscriptError`` for the first line that breaks the format.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ bytes: Data) throws(TranscriptError) {
    var header: TranscriptHeader?
    var records: [TranscriptRecord] = []
    for (number, line) in TranscriptLines(bytes) {
      do throws(TranscriptMistake) {
        let reader = try TranscriptLineReader(line)
        if header == nil {
          header = try reader.header()
        } else {
          records.append(try reader.record(notBefore: records.last?.time ?? .zero))
        }
      } catch {
        throw TranscriptError(line: number, message: error.message)
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

  /// The line of each record of a file, from 1, in the order of the records.
  package static func recordLines(in bytes: Data) -> [Int] {
    TranscriptLines(bytes).dropFirst().map(\.number)
  }
}

/// The lines of a file that are not skipped, with their numbers from 1.
private struct TranscriptLines: Sequence, IteratorProtocol {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var rest: Data
  private var number = 0

  init(_ bytes: Data) {
    rest = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
  }

  mutating func next() -> (number: Int, line: Data)? {
    while !rest.isEmpty {
      let line = rest.prefix(upTo: rest.firstIndex(of: ASCII.newline) ?? rest.endIndex)
      rest = rest.dropFirst(line.count + 1)
      number += 1
      if !isSkipped(line) { return (number, line) }
    }
    return nil
  }

  private func isSkipped(_ line: Data) -> Bool {
    line.first == UInt8(ascii: "#")
      || line.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.carriageReturn }
  }
}
