import PushHub

/// Encodes what stands in a line of a transcript, and remembers what is private.
///
/// A JSON value in a record is itself, and a duration is a number of seconds. The line has its keys in the
/// order in which they were encoded, objects in it have theirs sorted.
final class RecordEncoder: Encoder, SingleValueEncodingContainer {
  enum Form {
    case line, object, list
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// How it holds others; without a form it is a text of JSON.
  private var form: Form?
  private var parts: [(key: String, value: RecordEncoder)] = []
  private var text = "null"
  private var role: PrivateRole?

  init(as form: Form? = nil) {
    self.form = form
  }

  /// The JSON, without what is private if there is a redactor.
  func json(_ redactor: TranscriptRedactor? = nil) throws -> String {
    if let redactor, let role { return try redactor.text(of: json(), as: role) }
    guard let form else { return text }
    let parts = form == .object ? parts.sorted { $0.key < $1.key } : parts
    let texts = try parts.map { key, value in
      try (form == .list ? "" : key.quoted + ":") + value.json(redactor)
    }
    let all = texts.joined(separator: ",")
    return form == .list ? "[\(all)]" : "{\(all)}"
  }
}

extension RecordEncoder {
  /// Makes this an object.
  @discardableResult
  func object() -> RecordEncoder {
    form = form ?? .object
    return self
  }

  /// What stands under a key of an object, or next in a list; `null` until something is encoded.
  @discardableResult
  func part(_ key: String = "") -> RecordEncoder {
    let part = RecordEncoder()
    parts.append((key, part))
    return part
  }

  /// Encodes a value under a key; nothing for `nil`.
  func put<Content: Encodable>(_ key: String, _ content: Content?) throws {
    if let content { try part(key).encode(content) }
  }

  func put(_ key: String, payload: PushPayload) {
    let part = part(key)
    part.text = payload.lineText
    part.role = .text
  }

  func encodeNil() {}

  func encode<Content: Encodable>(_ content: Content) throws {
    switch content {
    case let secret as any PrivateValue:
      role = secret.value is DeviceToken ? .token : secret.role
      try encode(secret.value)
    case let text as String: self.text = text.quoted
    case let bool as Bool: text = "\(bool)"
    case let json as JSONValue: text = json.jsonText
    case let time as Duration: text = time.secondsText
    case let number as any BinaryInteger: text = "\(number)"
    case let number as any BinaryFloatingPoint:
      text = "\(Double(number))"
      if text.hasSuffix(".0") { text.removeLast(2) }
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

    private subscript(key: Key) -> RecordEncoder { encoder.part(key.stringValue) }

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
