import PushHub

/// Encodes what stands in a line of a transcript, without what is private if there is a redactor.
///
/// A JSON value in a record is itself, and a duration is a number of seconds. The line has its keys in the
/// order in which they were encoded, objects in it have theirs sorted.
final class RecordEncoder: Encoder, SingleValueEncodingContainer {
  private indirect enum Value {
    case text(String)
    case list([RecordEncoder])
    case object([(key: String, value: RecordEncoder)])
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let redactor: TranscriptRedactor?
  private var value = Value.text("null")

  init(_ redactor: TranscriptRedactor? = nil) {
    self.redactor = redactor
  }

  /// The line.
  var json: String { text(isSorted: false) }

  private func text(isSorted: Bool = true) -> String {
    switch value {
    case .text(let text): return text
    case .list(let elements):
      return "[" + elements.map { $0.text() }.joined(separator: ",") + "]"
    case .object(let members):
      let members = isSorted ? members.sorted { $0.key < $1.key } : members
      let texts = members.map { JSONValue.string($0.key).jsonText + ":" + $0.value.text() }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }
}

extension RecordEncoder {
  /// Makes this an object.
  @discardableResult
  func object() -> RecordEncoder {
    if case .object = value { return self }
    value = .object([])
    return self
  }

  /// What stands under a key; `null` until something is encoded.
  func part(_ key: String) -> RecordEncoder {
    let part = RecordEncoder(redactor)
    if case .object(let members) = object().value { value = .object(members + [(key, part)]) }
    return part
  }

  /// Encodes a value under a key; nothing for `nil`.
  func put<Content: Encodable>(_ key: String, _ content: Content?) throws {
    if let content { try part(key).encode(content) }
  }

  func put(_ key: String, payload: PushPayload) {
    part(key).value = .text(redactor?.text(of: payload.root) ?? payload.lineText)
  }

  fileprivate func next() -> RecordEncoder {
    let part = RecordEncoder(redactor)
    if case .list(let elements) = value { value = .list(elements + [part]) }
    return part
  }
}

extension RecordEncoder {
  func encodeNil() {}

  func encode<Content: Encodable>(_ content: Content) throws {
    switch content {
    case let secret as any PrivateValue: try encode(secret: secret)
    case let text as String: value = .text(JSONValue.string(text).jsonText)
    case let bool as Bool: value = .text("\(bool)")
    case let json as JSONValue: value = .text(json.jsonText)
    case let time as Duration: value = .text(time.secondsText)
    case let number as any BinaryInteger: value = .text("\(number)")
    case let number as any BinaryFloatingPoint:
      let text = "\(Double(number))"
      value = .text(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    default: try content.encode(to: self)
    }
  }

  private func encode(secret: any PrivateValue) throws {
    let plain = RecordEncoder()
    try plain.encode(secret.value)
    value = .text(plain.text())
    guard let redactor else { return }
    if let token = secret.value as? DeviceToken {
      return try encode(redactor.redact(token))
    }
    let whole = try PushPayload(json: "{\"v\":\(plain.text())}".utf8)
    if let part = whole.root["v"] { value = .text(redactor.text(of: part, secret.role)) }
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: object()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    value = .list([])
    return Elements(encoder: self)
  }
}

// MARK: - Containers

extension RecordEncoder {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = encoder.part(key.stringValue) }

    func encode<Content: Encodable>(_ content: Content, forKey key: Key) throws {
      try encoder.put(key.stringValue, content)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.part(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.part(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.part(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: RecordEncoder
    var count = 0

    var codingPath: [any CodingKey] { [] }

    private mutating func next() -> RecordEncoder {
      count += 1
      return encoder.next()
    }

    mutating func encodeNil() { _ = next() }

    mutating func encode<Content: Encodable>(_ content: Content) throws {
      try next().encode(content)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { next() }
  }
}
