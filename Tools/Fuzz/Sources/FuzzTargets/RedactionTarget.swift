import Foundation
import PushHubScripts

@testable import PushHub
@testable import PushHubRecorder

/// No user's words or identifiers are left in a recording.
enum RedactionTarget {
  static func check(_ bytes: [UInt8]) throws {
    let redactor = TranscriptRedactor()
    if let payload = try? PushPayload(json: bytes) {
      let input = TranscriptInput.push(payload, via: .remote)
      try check(input, redactor)
      try checkTexts(of: input, redactor)
    }
    for record in records(of: bytes) ?? [] {
      try check(record.input, redactor)
      try checkTexts(of: record.input, redactor)
    }
  }

  private static func records(of lines: some Sequence<UInt8>) -> [TranscriptRecord]? {
    let file = Data("{\"transcript\":1}\n".utf8) + lines
    return (try? Transcript(file, vocabulary: ReadyMadeScripts.records))?.records
  }

  private static func line(of input: TranscriptInput) -> String {
    TranscriptRecord(time: .zero, input: input).jsonLine
  }

  private static func redacted(
    _ input: TranscriptInput,
    _ redactor: TranscriptRedactor
  ) throws -> String {
    try TranscriptRecord(time: .zero, input: input).line(redactor)
  }

  /// What holds for any record.
  private static func check(_ input: TranscriptInput, _ redactor: TranscriptRedactor) throws {
    let line = try redacted(input, redactor)
    try require(try redacted(input, redactor) == line, "it is redacted otherwise the second time")
    guard let redacted = records(of: line.utf8)?.first?.input else {
      return try require(false, "what is left is no record: \(line)")
    }
    // The keys and words of a feature's record are part of the format, of which only texts are not.
    guard input.featureRecord == nil else { return }
    let before = words(of: Self.line(of: input))
    let left = before.intersection(words(of: line)).subtracting(known).subtracting(kept(by: input))
    try require(left.isEmpty, "these words are left: \(left.sorted())")
    guard case .push(let payload, _, _) = input, case .push(let other, _, _) = redacted else {
      return
    }
    try require(
      PushIdentification().identity(of: other).sender.name
        == PushIdentification().identity(of: payload).sender.name,
      "the sender is another one"
    )
  }

  /// A word that is put in place of any text, if the record is still one, must be gone.
  private static func checkTexts(
    of input: TranscriptInput,
    _ redactor: TranscriptRedactor
  ) throws {
    let line = Array(line(of: input).utf8)
    guard let payload = try? PushPayload(json: line) else { return }
    let secret = "zebra"
    let actions = [payload.root["action"], payload.root["launch"]?["action"]].map { $0?.position }
    for (position, token) in payload.document.tape.tokens.enumerated().prefix(100)
    where token.kind == .string && !actions.contains(position) {
      var changed = line
      changed.replaceSubrange(token.range, with: secret.utf8)
      guard let record = records(of: changed)?.first else { continue }
      let text = try redacted(record.input, redactor)
      try require(
        kept(by: record.input).contains(secret) || !text.contains(secret),
        "a text is left where \(String(decoding: changed, as: UTF8.self)) has \(secret): \(text)"
      )
    }
  }

  /// Actions are the app's own words, which the system reports; of a refusal the recorder keeps numbers.
  private static func kept(by input: TranscriptInput) -> Set<String> {
    switch input {
    case .launch(_, let response, _), .open(_, let response, _):
      words(in: response.action.description)
    case .tokenError(let message): words(in: message)
    default: []
    }
  }

  /// The words of all keys and texts in JSON.
  private static func words(of json: String) -> Set<String> {
    guard let payload = try? PushPayload(json: json.utf8) else { return [] }
    var words: Set<String> = []
    var rest = [payload.root]
    while let node = rest.popLast() {
      for (name, value) in node.entries {
        words.formUnion(Self.words(in: name))
        rest.append(value)
      }
      rest += node.elements
      words.formUnion(node.stringValue.map(Self.words(in:)) ?? [])
    }
    return words
  }

  /// The parts of a text that could reveal something: four characters or more, and no hash, of which parts may be
  /// in the text by accident.
  private static func words(in text: String) -> Set<String> {
    let words = text.unicodeScalars.split { !$0.properties.isAlphabetic }
    return Set(
      words.filter { $0.count >= 4 && !$0.allSatisfy(\.properties.isASCIIHexDigit) }.map(
        String.init
      )
    )
  }

  /// The words of Apple's and of the senders, which stay.
  private static let known: Set<String> = {
    let texts =
      Array(SenderKeys.keys) + SenderKeys.prefixes + SenderKeys.words.joined()
      + [
        "default", "passive", "active", "time-sensitive", "critical", "start", "update", "end",
        "name", "volume",
      ]
    return Set(texts.flatMap(words(in:))).union(transcriptWords)
  }()

  /// The words of the format itself.
  private static let transcriptWords: Set<String> = [
    "push", "open", "launch", "request", "reply", "action", "page", "visible", "account", "token",
    "tokenError", "overlay", "screenshot", "present", "remote",
  ]
}
