import Foundation

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
  func header() throws(TranscriptMistake) -> TranscriptHeader {
    let fields = TranscriptFields(root, name: "the header")
    guard let version = root["transcript"] else {
      throw TranscriptMistake("the first record must be the header, {\"transcript\":1}")
    }
    guard version.intValue == TranscriptHeader.version else {
      throw TranscriptMistake("\"transcript\" must be \(TranscriptHeader.version), the version")
    }
    try fields.allow(["transcript", "start", "tracked", "list", "screenshots"])
    var header = TranscriptHeader()
    if let text = try fields.optionalText("start") {
      guard let date = Date(transcriptText: text) else {
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
    let kinds = root.keys.filter { TranscriptKind(rawValue: $0) != nil }
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
}
