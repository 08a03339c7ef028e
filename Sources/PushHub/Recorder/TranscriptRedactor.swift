import Foundation
import PushHub

/// What a recording contains about the people who use the app.
public struct TranscriptPrivacy: Hashable, Sendable {
  /// Whether nothing is redacted.
  var isComplete = false

  /// The app's own keys that stay, with their values.
  var keys: Set<String> = []

  /// The app's own words that stay.
  var names: Set<String> = []

  /// The structure, and values that are known to be harmless.
  ///
  /// All other values are replaced by salted hashes. Equal values stay equal within one recorder, so that
  /// duplicates are still visible; notifications of equal order may change places. The salt is made for the
  /// recorder and written nowhere. These stay:
  ///
  /// - the keys that Apple documents, those by which the senders that PushHub knows are recognised and read,
  ///   of their other keys what all of them begin with, such as `google.c.`, truth values and nulls;
  /// - the numbers of `badge`, `relevance-score`, of the dates in `aps`, and of the volume of a sound, and
  ///   the 0 or 1 of `content-available`, `mutable-content`, `input-push-token` and `critical`;
  /// - the words that Apple documents: interruption levels, events of Live Activities, the `default`
  ///   sound; and those by which a sender is recognised or read, such as Salesforce's `SFMC`;
  /// - identifiers of actions, since the system reports only those that the app has registered, and of the
  ///   categories of plugins;
  /// - the pages with which features are configured, and the keys of payloads that the app's features read;
  ///   error texts that are the three digits of an HTTP status, and the domain and code of a refused registration in
  ///   place of its words;
  /// - times, unread counts, the places of notifications in their order, and how long countdowns run.
  public static let redacted = TranscriptPrivacy()

  /// Everything, as it came.
  public static let complete = TranscriptPrivacy(isComplete: true)

  /// What ``redacted`` keeps, and the app's own harmless keys and words.
  ///
  /// ```swift
  /// TranscriptRecorder(
  ///   writingTo: file,
  ///   privacy: .redacted(keepingKeys: ["order_kind"], names: ["inbox", "MESSAGE", "ping.caf"])
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - keys: Keys of payloads that stay at any depth, with their values.
  ///   - names: Pages, categories, sounds and error texts that stay.
  public static func redacted(
    keepingKeys keys: Set<String>,
    names: Set<String> = []
  ) -> TranscriptPrivacy {
    TranscriptPrivacy(keys: keys, names: names)
  }
}

/// Replaces in a transcript what people wrote and who they are; see ``TranscriptPrivacy``.
struct TranscriptRedactor {
  private let salt = [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)]
  private let kept: Set<String>
  private let known: Set<String>

  /// The app's words that stay.
  var names: Set<String>

  /// Makes a redactor; `nil` where everything stays.
  init?(_ privacy: TranscriptPrivacy, names: [String] = [], payloadKeys: Set<String> = []) {
    guard !privacy.isComplete else { return nil }
    kept = privacy.keys
    known = payloadKeys.union(SenderKeys.keys).union(kept)
      .union(Self.numbers.union(Self.values.keys).joined())
    self.names = privacy.names.union(names)
  }
}

// MARK: - Values

extension TranscriptRedactor {
  /// The redacted JSON of a private value or of a part of one, with the hashes of redacted payloads.
  ///
  /// - Parameter bitCount: The size of the type of a number.
  func text(
    of json: String,
    as role: PrivateRole,
    at path: [String],
    fitting bitCount: Int
  ) throws -> String {
    let root = try PushPayload(json: "{\"\":\(json)}".utf8).root
    let node = root[""] ?? root
    let whole = node.stringValue ?? ""
    return switch role {
    case .text: text(of: node, at: path, fitting: bitCount)
    case .token: digits(whole).quoted
    case .word: redact(node.value, at: ["aps", "category"]).jsonText
    case .suffix(let prefix): (prefix + hash(String(whole.dropFirst(prefix.count)))).quoted
    case .payloadKey: redact(key: whole).quoted
    case .payloadValue(let start):
      // Truth values stay in payloads, and so does the text of one that a feature looks for.
      Bool(whole) == nil ? text(of: node, at: start + path, fitting: bitCount) : whole.quoted
    }
  }

  /// The JSON of the bytes that replace bytes.
  func text(of bytes: [UInt8]) -> String {
    let hash = digest(bytes)
    let parts = bytes.isEmpty ? [] : (0..<8).map { (place: UInt64) in hash >> (place * 8) & 255 }
    return "[" + parts.map { "\($0)" }.joined(separator: ",") + "]"
  }

  /// The redacted JSON of a value of a payload, or of the payload if the path is empty.
  private func text(
    of node: PushPayload.Node,
    at path: [String],
    fitting bitCount: Int = .max
  ) -> String {
    if node.isObject {
      let members = node.entries.map { name, value in
        let path = path + [name]
        return redact(key: name, at: path).quoted + ":" + text(of: value, at: path)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    if node.isArray {
      let elements = node.elements.map { text(of: $0, at: path + ["[]"]) }
      return "[" + elements.joined(separator: ",") + "]"
    }
    return (isKept(path) ? node.value : redact(node.value, at: path, fitting: bitCount)).jsonText
  }

  /// The redacted key at the end of a path.
  func redact(key: String, at path: [String]) -> String {
    isKept(path) ? key : redact(key: key)
  }

  private func isKept(_ path: [String]) -> Bool { path.contains(where: kept.contains) }

  private func redact(
    _ value: JSONValue,
    at path: [String],
    fitting bitCount: Int = .max
  ) -> JSONValue {
    let values = Self.values[path]
    if let known = values?.first(where: { $0 == value }) { return known }
    switch value {
    case .number(let number):
      return Self.numbers.contains(path) ? value : .number(hash(number, fitting: bitCount))
    case .string(let text):
      let isHarmless =
        values == nil
        ? path.first != "aps" && SenderKeys.words[path.last ?? ""]?.contains(text) == true
        : names.contains(text)
      return isHarmless ? value : .string(hash(text))
    case .null, .bool, .array, .object: return value
    }
  }

  /// The paths where numbers stay.
  private static let numbers: Set = [
    ["aps", "badge"], ["aps", "dismissal-date"], ["aps", "relevance-score"], ["aps", "stale-date"],
    ["aps", "timestamp"], ["aps", "sound", "volume"],
  ]

  /// The paths of Apple's flags and words, with the values that stay, and of the app's words.
  private static let values: [[String]: [JSONValue]] = [
    ["aps", "category"]: [],
    ["aps", "content-available"]: [0, 1],
    ["aps", "event"]: ["start", "update", "end"],
    ["aps", "input-push-token"]: [0, 1],
    ["aps", "interruption-level"]: ["passive", "active", "time-sensitive", "critical"],
    ["aps", "mutable-content"]: [0, 1],
    ["aps", "sound"]: ["default"],
    ["aps", "sound", "critical"]: [0, 1],
    ["aps", "sound", "name"]: ["default"],
  ]
}

// MARK: - Hashes

extension TranscriptRedactor {
  /// The redacted key.
  ///
  /// The part that belongs to a sender stays, so that the sender is recognised.
  private func redact(key: String) -> String {
    known.contains(key)
      ? key : (SenderKeys.prefixes.first { key.hasPrefix($0) } ?? "") + hash(key)
  }

  /// The hash of a text, the same for the same text within a recorder.
  ///
  /// An empty text stays empty. The canonical text of a number gets the number's hash, since features look for
  /// either. A UUID becomes a UUID, the same for both letter cases, since a UUID marks a request identifier of
  /// the system's.
  private func hash(_ text: String) -> String {
    if let id = UUID(uuidString: text)?.uuidString {
      var hash = digits(id) + digits(id + id)
      for place in [20, 16, 12, 8] {
        hash.insert("-", at: hash.index(hash.startIndex, offsetBy: place))
      }
      return text == id ? hash.uppercased() : hash
    }
    let number = JSONNumber(text: text)
    if let number, number.canonicalText == text { return hash(number).text }
    return text.isEmpty ? text : "#" + digits(text)
  }

  /// A whole number that is exact in every JSON reader, and fits into that many bits.
  private func hash(_ number: JSONNumber, fitting bitCount: Int = .max) -> JSONNumber {
    let hash = digest(Array(number.canonicalText.utf8))
    let shift = 64 - min(53, bitCount)
    return JSONNumber(hash >> shift)
  }

  /// Sixteen hexadecimal digits, also in place of a token.
  private func digits(_ text: String) -> String {
    String(digest(Array(text.utf8)) | 1 << 63, radix: 16)
  }

  /// The standard library's hash, whose key is made by the process, and the salt by the recorder.
  private func digest(_ bytes: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(salt)
    hasher.combine(bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
