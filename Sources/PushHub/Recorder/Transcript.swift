public import Foundation
public import PushHub

/// What happened to an app, in order: a script to play, a recording, or a test case.
///
/// The file has one JSON object a line: first the header, then the records, none earlier than the
/// one before it. Blank lines and lines that begin with `#` are skipped.
///
///     {"transcript":1,"start":"2026-01-01T08:00:00Z"}
///     {"t":0,"account":"alice"}
///     {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
public struct Transcript: Equatable, Sendable {
  /// What holds for the whole transcript.
  public var header: TranscriptHeader

  /// What happened, in order.
  public var records: [TranscriptRecord]

  /// Makes a transcript from its parts.
  public init(header: TranscriptHeader = TranscriptHeader(), records: [TranscriptRecord] = []) {
    self.header = header
    self.records = records
  }

  /// The file: the header, then a line for each record.
  ///
  /// Reading it gives an equal transcript, of whatever the format can say: whole nanoseconds that
  /// neither are negative nor decrease, and a start in the years 1 to 9999.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public var data: Data {
    Data(([header.jsonLine] + records.map(\.jsonLine)).map { $0 + "\n" }.joined().utf8)
  }
}

/// What holds for a whole transcript.
public struct TranscriptHeader: Hashable, Sendable {
  /// The wall clock at time zero, in the years 1 to 9999.
  public var start = Date(timeIntervalSince1970: 1_767_225_600)

  private var named: [TranscriptPages: [PageID]] = [:]

  /// Starts with the defaults of the format.
  public init() {}

  /// The pages that stand under a feature's key, or those that it has by default.
  public subscript(_ setting: TranscriptPages) -> [PageID] {
    get { named[setting] ?? setting.standard }
    set { named[setting] = newValue == setting.standard ? nil : newValue }
  }

  /// The page that stands under a feature's key, the first one of several.
  public func page(_ setting: TranscriptPages) -> PageID { self[setting].first ?? "" }
}

/// Something that happened, and when.
public struct TranscriptRecord: Equatable, Sendable {
  /// Time since the start, in whole nanoseconds.
  public var time: Duration

  /// What happened.
  public var input: TranscriptInput

  /// Makes a record.
  public init(time: Duration, input: TranscriptInput) {
    self.time = time
    self.input = input
  }
}

// MARK: - Lines

extension TranscriptHeader {
  /// The header as the first line of a file, without a line end.
  ///
  /// Apart from the start, what is as a feature has it by default isn't written.
  public var jsonLine: String {
    let line = RecordEncoder()
    try? line.put("transcript", 1)
    try? line.put("start", start.transcriptText)
    for (setting, pages) in named.sorted(by: { $0.key.key < $1.key.key }) {
      let names = pages.map(\.rawValue)
      try? setting.isList ? line.put(setting.key, names) : line.put(setting.key, names.first)
    }
    return line.json
  }

  init(_ line: RecordDecoder, _ vocabulary: [any FeatureRecord.Type]) throws {
    guard try line.optional("transcript", Int.self) == 1 else {
      throw TranscriptMistake("the first record must be the header, {\"transcript\":1}")
    }
    if let text = try line.optional("start", String.self) {
      guard let date = Date(transcriptText: text) else {
        throw TranscriptMistake("\"start\" must be a date such as 2026-01-01T08:00:00Z")
      }
      start = date
    }
    for setting in vocabulary.flatMap({ $0.pages }) {
      let names =
        setting.isList
        ? try line.optional(setting.key, [String].self)
        : try line.optional(setting.key, String.self).map { [$0] }
      self[setting] = names?.map(PageID.init(rawValue:)) ?? setting.standard
    }
  }
}

extension TranscriptRecord {
  /// The record as a line of a file, without a line end.
  ///
  /// Whatever the texts hold, there is no line break within. A payload is written as it came, but
  /// for white space between its values and a byte order mark. What throws when it is encoded gives an
  /// empty line, which is skipped.
  public var jsonLine: String { (try? line(nil)) ?? "" }

  func line(_ redactor: TranscriptRedactor?) throws -> String {
    let line = RecordEncoder(redactor)
    try line.put("t", time)
    try input.encode(to: line)
    return line.json
  }

  init(
    _ line: RecordDecoder,
    notBefore earliest: Duration,
    _ vocabulary: [any FeatureRecord.Type]
  ) throws {
    guard !line.keys.contains("transcript") else {
      throw TranscriptMistake("there is another header; only the first record is one")
    }
    time = try line.get("t")
    guard time >= earliest else {
      throw TranscriptMistake(
        "\"t\" is \(time.secondsText), before the record above at \(earliest.secondsText)"
      )
    }
    let known = TranscriptInput.keys.union(vocabulary.map { $0.key })
    let kinds = line.keys.filter(known.contains)
    guard let kind = kinds.first, kinds.count == 1 else {
      let others = line.keys.filter { $0 != "t" }.map(TranscriptMistake.quoted)
      throw TranscriptMistake(
        !kinds.isEmpty
          ? "there is more than one kind: \(kinds.joined(separator: ", "))"
          : others.isEmpty
            ? "there is no key that says what happened, such as \"push\" or \"app\""
            : "nobody here knows a kind of record named \(others.joined(separator: " or "))"
      )
    }
    input = try TranscriptInput(line, kind, vocabulary.first { $0.key == kind })
  }
}
