import Foundation

/// Reads one line of a transcript.
struct TranscriptLineReader {
  private let line: PushPayload

  init(_ bytes: Data) throws(TranscriptMistake) {
    do {
      line = try PushPayload(json: bytes)
    } catch {
      throw TranscriptMistake("the line is no JSON object: \(error)")
    }
    for issue in line.issues
    where issue.code == .duplicateKey && line.root.keys.contains(issue.path) {
      throw TranscriptMistake("the key \"\(issue.path)\" appears more than once")
    }
  }

  /// The line as the header.
  func header() throws(TranscriptMistake) -> TranscriptHeader {
    let fields = TranscriptFields(line.root, name: "the header")
    guard line.root["transcript"] != nil else {
      throw TranscriptMistake("the first record must be the header, {\"transcript\":1}")
    }
    try fields.allow(["transcript", "start", "tracked", "list", "screenshots"])
    guard line.root["transcript"]?.intValue == TranscriptHeader.version else {
      throw TranscriptMistake("\"transcript\" must be \(TranscriptHeader.version), the version")
    }
    var header = TranscriptHeader()
    if let text = try fields.optionalText("start") {
      guard let date = Self.date(text) else {
        throw TranscriptMistake("\"start\" must be a date such as 2026-01-01T08:00:00Z")
      }
      header.start = date
    }
    if let pages = try fields.optionalTexts("tracked") {
      header.trackedPages = pages.map(PageID.init(rawValue:))
    }
    if let page = try fields.optionalText("list") {
      header.listPage = PageID(rawValue: page)
    }
    if let page = try fields.optionalText("screenshots") {
      header.screenshotPage = PageID(rawValue: page)
    }
    return header
  }

  /// The line as a record.
  func record(notBefore earliest: Duration) throws(TranscriptMistake) -> TranscriptRecord {
    let fields = TranscriptFields(line.root, name: "the record")
    let time = try fields.seconds("t")
    guard time >= earliest else {
      throw TranscriptMistake(
        "\"t\" is \(time.secondsText), before the record above at \(earliest.secondsText)"
      )
    }
    let kinds = line.root.keys.filter { TranscriptKind(rawValue: $0) != nil }
    guard let kind = kinds.first.flatMap(TranscriptKind.init), kinds.count == 1 else {
      throw TranscriptMistake(
        kinds.isEmpty
          ? "there is no key that says what happened, such as \"push\" or \"app\""
          : "there is more than one kind: \(kinds.joined(separator: ", "))"
      )
    }
    try fields.allow(["t", kind.rawValue] + kind.siblings)
    return TranscriptRecord(time: time, input: try kind.input(from: fields))
  }

  private static func date(_ text: String) -> Date? {
    let styles = [
      Date.ISO8601FormatStyle(),
      Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ]
    return styles.lazy.compactMap { try? $0.parse(text) }.first
  }
}
