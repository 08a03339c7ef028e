public import Foundation

extension Transcript {
  /// The file: the header, then a line for each record.
  ///
  /// The same transcript gives the same bytes, and reading them gives an equal transcript. That
  /// holds for whatever the format can say: whole nanoseconds that neither are negative nor
  /// decrease, counts of zero or more, and a start in the years 1 to 9999.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public var data: Data {
    var data = Data()
    for line in [header.jsonLine] + records.map(\.jsonLine) {
      data.append(contentsOf: line.utf8)
      data.append(ASCII.newline)
    }
    return data
  }
}

extension TranscriptHeader {
  /// The header as the first line of a file, without a line end.
  ///
  /// Apart from the start, what is as a feature has it by default isn't written.
  public var jsonLine: String {
    var fields = [
      TranscriptField("transcript", .number(JSONNumber(Self.version))),
      TranscriptField("start", .string(start.transcriptText)),
    ]
    for replacement in replacements {
      let names = replacement.pages.map { JSONValue.string($0.rawValue) }
      let value = replacement.setting.isList ? .array(names) : names.first ?? .null
      fields.append(TranscriptField(replacement.setting.key, value))
    }
    return TranscriptField.object(fields)
  }
}

extension TranscriptRecord {
  /// The record as a line of a file, without a line end.
  ///
  /// Whatever the texts hold, there is no line break within. A payload is written as it came, but
  /// for white space between its values and a byte order mark.
  public var jsonLine: String {
    TranscriptField.object([TranscriptField("t", .number(time.secondsNumber))] + input.fields)
  }
}
