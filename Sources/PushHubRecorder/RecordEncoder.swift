import PushHub

import struct Foundation.Decimal

/// Encodes a line of a transcript, and redacts private values.
///
/// A `JSONValue` is any JSON, and a duration is a number of seconds. The keys of the line are in the order of
/// encoding; those of objects in it are sorted.
final class RecordEncoder: Encoder, SingleValueEncodingContainer {
  enum Form {
    case line, object, list
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The form of a container; `nil` for a single value.
  private var form: Form?
  private var parts: [(key: String, value: RecordEncoder)] = []
  private var text = "null"
  private let redactor: TranscriptRedactor?

  /// The kind of private value that this is part of, and its path in that.
  private var role: PrivateRole?
  private var path: [String] = []

  init(as form: Form? = nil, _ redactor: TranscriptRedactor? = nil) {
    self.form = form
    self.redactor = redactor
  }

  /// The JSON.
  var json: String {
    guard let form else { return text }
    let parts = form == .object ? parts.sorted { $0.key < $1.key } : parts
    let texts = parts.map { key, value in (form == .list ? "" : key.quoted + ":") + value.json }
    let all = texts.joined(separator: ",")
    return form == .list ? "[\(all)]" : "{\(all)}"
  }
}

extension RecordEncoder {
  /// Begins an object.
  @discardableResult
  func object() -> RecordEncoder {
    form = form ?? .object
    return self
  }

  /// The part for a key of an object, or for the next element of a list; `null` until it is encoded.
  ///
  /// - Parameter isData: Whether the key is data, and private with it.
  @discardableResult
  func part(_ key: String = "[]", isData: @autoclosure () -> Bool = false) -> RecordEncoder {
    let part = RecordEncoder(as: nil, redactor)
    var key = key
    if let redactor, let role {
      part.role = role
      part.path = path + [key]
      if isData() { key = redactor.redact(key: key, at: part.path) }
    }
    parts.append((key, part))
    return part
  }

  /// Encodes a value under a key; nothing for `nil`.
  func put<Content: Encodable>(_ key: String, _ content: Content?) throws {
    if let content { try part(key).encode(content) }
  }

  func put(_ key: String, payload: PushPayload) throws {
    let part = part(key)
    part.role = .text
    try part.put(payload.lineText)
  }

  private func put(_ json: String, fitting bitCount: Int = .max) throws {
    text = json
    guard let redactor, let role else { return }
    text = try redactor.text(of: json, as: role, at: path, fitting: bitCount)
  }

  func encodeNil() {}

  func encode<Content: Encodable>(_ content: Content) throws {
    switch content {
    case let secret as any PrivateValue:
      role = secret.value is DeviceToken ? .token : secret.role
      try encode(secret.value)
    case let text as String: try put(text.quoted)
    case let bool as Bool: try put("\(bool)")
    case let json as JSONValue: try put(json.jsonText)
    case let time as Duration: try put(time.secondsText, fitting: 33)
    case let number as any BinaryInteger:
      let signBits = type(of: number).isSigned ? 1 : 0
      try put("\(number)", fitting: number.bitWidth - signBits)
    case let number as any BinaryFloatingPoint:
      var text = "\(Double(number))"
      if text.hasSuffix(".0") { text.removeLast(2) }
      try put(text, fitting: type(of: number).significandBitCount + 1)
    case let number as Decimal where role != nil:
      // The hashes of its parts would not be a number.
      try put("\(number)")
      role = nil
      try Decimal(string: text)?.encode(to: self)
    case let bytes as any Sequence<UInt8> where redactor != nil && role != nil:
      // Single bytes could be guessed.
      text = redactor?.text(of: Array(bytes)) ?? text
    default: try content.encode(to: self)
    }
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: object()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    form = .list
    return Elements(encoder: self)
  }
}

extension String {
  /// The text in JSON.
  var quoted: String { JSONValue.string(self).jsonText }
}

// MARK: - Containers

extension RecordEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder

    var codingPath: [any CodingKey] { [] }

    private subscript(key: Key) -> RecordEncoder {
      // The keys of a structure are enum cases; those of a dictionary are not.
      encoder.part(key.stringValue, isData: Mirror(reflecting: key).displayStyle != .enum)
    }

    func encodeNil(forKey key: Key) { self[key].encodeNil() }

    func encode<Content: Encodable>(_ content: Content, forKey key: Key) throws {
      try self[key].encode(content)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      self[key].container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      self[key].unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }

    func superEncoder(forKey key: Key) -> any Encoder { self[key] }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: RecordEncoder

    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.parts.count }

    func encodeNil() { encoder.part() }

    func encode<Content: Encodable>(_ content: Content) throws {
      try encoder.part().encode(content)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.part().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.part().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.part() }
  }
}
