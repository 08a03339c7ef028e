import Foundation
import PushHub

/// Replaces in a transcript what people wrote and who they are; see ``TranscriptRecorder``.
struct TranscriptRedactor {
  private let salt = [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)]
  private let kept: Set<String>

  /// The app's words that stay.
  var names: Set<String>

  /// The keys of payloads that stay.
  var keys: Set<String>

  /// Creates a redactor.
  init(keeping kept: Set<String> = [], names: Set<String> = []) {
    self.kept = kept
    self.names = names
    keys = SenderKeys.keys.union(kept)
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
    case .payloadKey: redact(key: whole).quoted
    case .payloadValue(let start):
      // Truth values stay in payloads, and so does the text of one that a feature looks for.
      Bool(whole) == nil ? text(of: node, at: start + path, fitting: bitCount) : whole.quoted
    }
  }

  /// The JSON of the bytes that replace bytes.
  func text(of bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "[]" }
    let hash = digest(bytes)
    let parts = stride(from: 0, to: 64, by: 8).map { String(UInt8(truncatingIfNeeded: hash >> $0)) }
    return "[" + parts.joined(separator: ",") + "]"
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
        ? path.first != "aps" && SenderKeys.words.contains(path.suffix(1) + [text])
        : names.contains(text)
      return isHarmless ? value : .string(hash(text, at: path.last))
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
  /// The part that belongs to a sender stays, so that the sender is recognized.
  private func redact(key: String) -> String {
    keys.contains(key)
      ? key : (SenderKeys.prefixes.first { key.hasPrefix($0) } ?? "") + hash(key)
  }

  /// The hash of a text under a key, after a beginning of the form by which a sender is recognized.
  private func hash(_ text: String, at key: String?) -> String {
    let form = key.flatMap { SenderKeys.forms[$0] } ?? ""
    return (text.begins(in: form) ? form : "") + hash(text)
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

  /// The standard library's hash, whose key is created by the process, and the salt by the recorder.
  private func digest(_ bytes: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(salt)
    hasher.combine(bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
