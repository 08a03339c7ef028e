import Foundation

@testable import PushHub

/// Where our reader of JSON and Foundation's may differ, each kind with the reason.
///
/// Bytes that one of them refuses, or that mean two things, must be of one of these kinds.
public enum ReaderDisagreement: String, CaseIterable, Sendable {
  /// Foundation refuses half of a surrogate pair; ours reads U+FFFD, with an issue. RFC 8259, section
  /// 8.2, calls what readers do with one unpredictable, and a push must not be lost for it.
  case loneSurrogate

  /// Of keys that appear more than once ours takes the last, with an issue, and Foundation any. RFC
  /// 8259, section 4, calls that unpredictable.
  case duplicateKey

  /// Foundation takes a comma before a closing bracket. RFC 8259, sections 4 and 5, have commas between
  /// values alone, and other readers of a payload refuse it.
  case trailingComma

  /// Keys that differ in their bytes but are one `String` are one for Foundation. RFC 8259, section
  /// 8.3, has readers compare code units, as ours does.
  case equivalentKeys

  /// Foundation refuses numbers that are too large for a `Double`; ours keeps their digits. RFC 8259,
  /// section 6, lets readers set limits.
  case hugeNumber

  /// Foundation refuses many a number that is zero as a `Double` and isn't written as a plain zero, such
  /// as `0e9` and `1e-400`. RFC 8259, section 6, has them.
  case disguisedZero

  /// Foundation reads UTF-16 and UTF-32 too. RFC 8259, section 8.1, has UTF-8 alone, without a byte
  /// order mark.
  case otherEncoding

  /// Foundation reads any value. A payload is a dictionary, as the push service has it.
  case notAnObject
}

extension ReaderDisagreement {
  /// Both readers must make the same of some bytes, unless those are of a kind that is known.
  static func check(_ bytes: [UInt8], _ payload: PushPayload?) throws {
    let kinds = kinds(of: bytes, payload)
    if kinds.isEmpty, let difference = difference(of: bytes, payload) {
      throw BrokenProperty(difference)
    }
    // What we write must be read by all, to the same values.
    let lasting: Set<ReaderDisagreement> = [.equivalentKeys, .hugeNumber, .disguisedZero]
    guard let payload, kinds.isDisjoint(with: lasting) else { return }
    let difference = difference(of: payload.json, payload)
    try require(difference == nil, "of our JSON, \(difference ?? "")")
  }

  /// Whether the readers make two things of some bytes.
  public static func isDisagreement(_ bytes: [UInt8]) -> Bool {
    difference(of: bytes, try? PushPayload(json: bytes)) != nil
  }

  /// Foundation decodes a value when it is asked for, and so takes no notice of what is wrong in one that
  /// a repeated key hides: whether it refuses bytes, its other reader says, which reads them all.
  private static func difference(of bytes: [UInt8], _ payload: PushPayload?) -> String? {
    let bytes = Data(bytes)
    guard let payload else {
      let all = try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
      return all.map { _ in "Foundation reads what we refuse" }
    }
    guard let foundation = try? JSONDecoder().decode(FoundationValue.self, from: bytes) else {
      return "Foundation refuses what we read"
    }
    return foundation.isSame(as: payload.root) ? nil : "Foundation reads other values"
  }

  /// The kinds that bytes are of.
  public static func kinds(of bytes: [UInt8]) -> Set<ReaderDisagreement> {
    kinds(of: bytes, try? PushPayload(json: bytes))
  }

  private static func kinds(
    of bytes: [UInt8],
    _ payload: PushPayload?
  ) -> Set<ReaderDisagreement> {
    var kinds: Set<ReaderDisagreement> = []
    if let payload {
      let codes = payload.issues.map(\.code)
      let isCut = codes.last == .moreIssues
      if isCut || codes.contains(.loneSurrogate) { kinds.insert(.loneSurrogate) }
      if hasHiddenValues(payload) { kinds.insert(.duplicateKey) }
      kinds.formUnion(Self.kinds(below: payload.root))
    } else if let error = refusal(of: bytes) {
      if error == .notAnObject { kinds.insert(.notAnObject) }
      if bytes.contains(0) { kinds.insert(.otherEncoding) }
      if isValidWithoutTrailingCommas(bytes) { kinds.insert(.trailingComma) }
      if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
        kinds.insert(.otherEncoding)
      }
    }
    return kinds
  }

  private static func isValidWithoutTrailingCommas(_ bytes: [UInt8]) -> Bool {
    var bytes = bytes
    while true {
      do throws(PayloadError) {
        _ = try PushPayload(json: bytes)
        return true
      } catch {
        guard error.code == .trailingComma,
          let comma = bytes[..<error.offset].lastIndex(of: UInt8(ascii: ","))
        else { return error.code == .notAnObject }
        bytes.remove(at: comma)
      }
    }
  }

  private static func hasHiddenValues(_ payload: PushPayload) -> Bool {
    payload.document.tape.tokens.contains { $0.isHidden }
  }

  private static func kinds(below node: PushPayload.Node) -> Set<ReaderDisagreement> {
    var kinds: Set<ReaderDisagreement> = []
    var rest = [node]
    while let node = rest.popLast() {
      let keys = node.keys
      if Set(keys).count < keys.count { kinds.insert(.equivalentKeys) }
      if let number = node.numberValue {
        if number.double == nil { kinds.insert(.hugeNumber) }
        if number.double == 0, number.text.contains(/[1-9eE]/) { kinds.insert(.disguisedZero) }
      }
      rest += node.entries.map(\.value) + node.elements
    }
    return kinds
  }

  private static func refusal(of bytes: [UInt8]) -> PayloadError.Code? {
    do throws(PayloadError) {
      _ = try PushPayload(json: bytes)
      return nil
    } catch {
      return error.code
    }
  }
}

/// A value as Foundation reads it.
enum FoundationValue: Decodable {
  case null
  case bool(Bool)
  case number(Double, Int?)
  case string(String)
  case array([FoundationValue])
  case object([String: FoundationValue])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: FoundationValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(FoundationValue.self, forKey: key)
      }
      self = .object(members)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [FoundationValue] = []
      while !container.isAtEnd {
        elements.append(try container.decode(FoundationValue.self))
      }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else {
      self = .number(try container.decode(Double.self), try? container.decode(Int.self))
    }
  }
}

extension FoundationValue {
  /// Whether our reader has the same value there.
  func isSame(as node: PushPayload.Node) -> Bool {
    switch self {
    case .null: return node.isNull
    case .bool(let bool): return node.boolValue == bool
    case .number(let double, let int):
      // Foundation rounds what has a fraction or an exponent before it asks whether it is whole.
      guard let number = node.numberValue, number.double == double else { return false }
      return Int(number.text).map { $0 == int } ?? true
    case .string(let text): return node.stringValue?.utf8.elementsEqual(text.utf8) == true
    case .array(let elements):
      return node.isArray && node.count == elements.count
        && zip(elements, node.elements).allSatisfy { $0.isSame(as: $1) }
    case .object(let members):
      return node.isObject && node.count == members.count
        && members.allSatisfy { name, value in node[name].map(value.isSame) == true }
    }
  }
}
