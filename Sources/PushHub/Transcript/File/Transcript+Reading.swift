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
    var number = 0
    var rest = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
    while !rest.isEmpty {
      let line = rest.prefix(upTo: rest.firstIndex(of: ASCII.newline) ?? rest.endIndex)
      rest = rest.dropFirst(line.count + 1)
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

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isSkipped(_ line: Data) -> Bool {
    line.first == UInt8(ascii: "#")
      || line.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.carriageReturn }
  }
}
