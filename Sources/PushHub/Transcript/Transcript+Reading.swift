public import Foundation

extension Transcript {
  /// Reads a transcript.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``TranscriptError`` for the first line that breaks the format.
  /// - Complexity: O(n)
  public init(_ bytes: Data) throws(TranscriptError) {
    var header: TranscriptHeader?
    var records: [TranscriptRecord] = []
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard !Self.isSkipped(line) else { continue }
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

  private static func isSkipped(_ line: Data) -> Bool {
    line.first == UInt8(ascii: "#")
      || line.allSatisfy {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0)
      }
  }
}

/// What is wrong with a line, before the line's number is known.
struct TranscriptMistake: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
