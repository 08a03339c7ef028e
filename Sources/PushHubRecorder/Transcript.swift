public import Foundation
public import PushHub

/// The events of an app, in order: a script to play, a recording, or a test case.
///
/// The file has one JSON object a line: first the header, then the records, none earlier than the
/// one before it. Blank lines and lines that begin with `#` are skipped.
///
///     {"transcript":1,"start":"2026-01-01T08:00:00Z"}
///     {"t":0,"account":"alice"}
///     {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
public struct Transcript: Equatable, Sendable {
  /// The wall clock at time zero, in the years 1 to 9999.
  public var start = Date(timeIntervalSince1970: 1_767_225_600)

  /// The records, in order.
  public var records: [TranscriptRecord]

  /// The pages that differ from a feature's defaults.
  package var pages: [TranscriptPages: [PageID]] = [:]

  /// The configurations of features, by their names.
  private var configurations: [String: JSONValue] = [:]

  /// Creates a transcript that starts with the defaults of the format.
  public init(records: [TranscriptRecord] = []) {
    self.records = records
  }

  /// The pages that stand under a feature's key in the header, or those that it has by default.
  public subscript(_ setting: TranscriptPages) -> [PageID] {
    get { pages[setting] ?? setting.standard }
    set { pages[setting] = newValue == setting.standard ? nil : newValue }
  }

  /// The page that stands under a feature's key, the first one of several.
  public func page(_ setting: TranscriptPages) -> PageID { self[setting].first ?? "" }

  /// A feature's configuration as in the recorded app.
  ///
  /// - Parameter standard: The values that the header leaves out.
  public func configuration<Configuration: RecordedConfiguration>(
    over standard: Configuration
  ) -> Configuration {
    guard let recorded = configurations[Configuration.feature]?.objectValue,
      let members = try? JSONValue(of: standard).objectValue?.merging(
        recorded,
        uniquingKeysWith: { $1 }
      ),
      let json = try? PushPayload(json: JSONValue.object(members).jsonText.utf8)
    else { return standard }
    return (try? RecordDecoder(json.root, Configuration.feature).decode()) ?? standard
  }

  /// Whether the header has all of a feature's configuration, as a recording of an app with the feature has.
  public func isRecorded<Configuration: RecordedConfiguration>(with configuration: Configuration)
    -> Bool
  {
    let members = try? JSONValue(of: configuration).objectValue?.keys
    let recorded = configurations[Configuration.feature]?.objectValue
    return members?.allSatisfy { recorded?[$0] != nil } ?? false
  }

  /// Adds the configuration of a feature.
  mutating func add(_ configuration: any RecordedConfiguration, _ redactor: TranscriptRedactor?)
    throws
  {
    let kind = type(of: configuration)
    let json = try JSONValue(of: configuration, redactor)
    // A configuration that can't be read again would make the whole recording unreadable.
    let values = RecordDecoder(try PushPayload(json: json.jsonText.utf8).root, kind.feature)
    _ = try values.decode(kind)
    try values.requireNoMore()
    configurations[kind.feature] = json
  }

  /// The file: the header, then a line for each record.
  ///
  /// Reading it gives an equal transcript, if the times are whole nanoseconds that are neither negative nor
  /// decreasing, and the start is in the years 1 to 9999.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public var data: Data {
    Data(([headerLine] + records.map(\.jsonLine)).map { $0 + "\n" }.joined().utf8)
  }
}

/// Something that happened, and when.
public struct TranscriptRecord: Sendable {
  /// Time since the start, in whole nanoseconds.
  public var time: Duration

  /// The input.
  public var input: TranscriptInput

  /// The line of the file from which it was read, from 1.
  package internal(set) var lineNumber: Int?

  /// Creates a record.
  public init(time: Duration, input: TranscriptInput) {
    self.time = time
    self.input = input
  }
}

extension TranscriptRecord: Equatable {
  /// Whether the same happened at the same time.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.jsonLine == rhs.jsonLine
  }
}

// MARK: - Lines

extension Transcript {
  /// The header as the first line of a file, without a line end.
  ///
  /// Defaults are not written, apart from the start.
  package var headerLine: String {
    let line = RecordEncoder(as: .line)
    try? line.put("transcript", 1)
    try? line.put("start", start.transcriptText)
    for (setting, pages) in pages.sorted(by: { $0.key.key < $1.key.key }) {
      try? setting.isList ? line.put(setting.key, pages) : line.put(setting.key, pages.first)
    }
    if !configurations.isEmpty {
      try? line.put("configuration", JSONValue.object(configurations))
    }
    return line.json
  }

  /// Reads a header.
  init(_ line: RecordDecoder, _ vocabulary: [any FeatureRecord.Type]) throws {
    self.init()
    guard let format = try line["transcript"].optional(Int.self) else {
      throw TranscriptMistake("the first record must be the header, {\"transcript\":1}")
    }
    guard format == 1 else {
      throw TranscriptMistake(
        "the format of the transcript is \(format), and this version of PushHub reads format 1"
      )
    }
    if let text = try line["start"].optional(String.self) {
      guard let date = Date(transcriptText: text) else {
        throw TranscriptMistake("\"start\" must be a date such as 2026-01-01T08:00:00Z")
      }
      start = date
    }
    for setting in vocabulary.flatMap({ $0.pages }) {
      let place = line[setting.key]
      let pages: [PageID]? = try setting.isList ? place.optional() : place.optional().map { [$0] }
      self[setting] = pages ?? setting.standard
    }
    guard line["configuration"].node != nil else { return }
    let features = try line["configuration"].object()
    for configuration in vocabulary.compactMap({ $0.configuration }) {
      let place = features[configuration.feature]
      guard let node = place.node else { continue }
      _ = try place.decode(configuration)
      configurations[configuration.feature] = node.value
    }
  }
}

extension JSONValue {
  fileprivate init(of value: some Encodable, _ redactor: TranscriptRedactor? = nil) throws {
    let encoder = RecordEncoder(as: .object, redactor)
    try encoder.encode(value)
    self = try PushPayload(json: encoder.json.utf8).root.value
  }
}

extension TranscriptRecord {
  /// The record as a line of a file, without a line end.
  ///
  /// It contains no line break. A payload is written as it came, without white space between its values and
  /// without a byte order mark. A record that can't be encoded gives an empty line, which is skipped.
  public var jsonLine: String { (try? line(nil)) ?? "" }

  func line(_ redactor: TranscriptRedactor?) throws -> String {
    let line = RecordEncoder(as: .line, redactor)
    try line.put("t", time)
    try input.encode(to: line)
    return line.json
  }

  /// Reads a record.
  ///
  /// - Parameter kinds: The kinds of record of features, by key.
  init(
    _ line: RecordDecoder,
    notBefore earliest: Duration,
    _ kinds: [String: any FeatureRecord.Type]
  ) throws {
    let keys = line.keys
    guard !keys.contains("transcript") else {
      throw TranscriptMistake("there is another header; only the first record is one")
    }
    time = try line["t"].decode()
    guard time >= earliest else {
      let former = earliest == .zero ? "start" : "record above"
      throw TranscriptMistake(
        "\"t\" is \(time.secondsText), before the \(former) at \(earliest.secondsText)"
      )
    }
    let known = keys.filter { TranscriptInput.keys.contains($0) || kinds[$0] != nil }
    guard let key = known.first, known.count == 1 else {
      guard known.isEmpty else {
        throw TranscriptMistake("there is more than one kind: \(known.joined(separator: ", "))")
      }
      let others = keys.filter { $0 != "t" }.map(TranscriptMistake.quoted)
      let names = TranscriptInput.keys.union(kinds.keys).sorted()
      throw TranscriptMistake(
        others.isEmpty
          ? "there is no key that says what happened, such as \"push\" or \"app\""
          : """
          no script has a kind of record named \(others.joined(separator: " or ")); there are \
          \(names.joined(separator: ", ")), and others with the script of the feature that records them
          """
      )
    }
    if let kind = kinds[key] {
      let record = try (kind.siblings.isEmpty ? line[key] : line).decode(kind)
      input = .feature(record, of: try line["feature"].optional())
    } else {
      input = try TranscriptInput(line, key)
    }
  }
}

extension Transcript {
  /// The accounts that the app has read from payloads, without those from which it has not always read the same.
  package var accountsOfPayloads: [PushPayload: AccountID] {
    Dictionary(grouping: records.compactMap(\.input.occurrence)) { $0.payload }
      .compactMapValues { same in
        let account = same[0].details.account
        return same.allSatisfy { $0.details.account == account } ? account : nil
      }
  }
}
