import PushHub

/// Encodes what stands in a line of a transcript, without what is private if there is a redactor.
///
/// A JSON value in a record is itself, and a duration is a number of seconds. The line has its keys in the
/// order in which they were encoded, objects in it have theirs sorted.
final class RecordEncoder: Encoder, SingleValueEncodingContainer {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let redactor: TranscriptRedactor?

  /// What it is: an object, a list, or else a text of JSON.
  private var members: [(key: String, value: RecordEncoder)]?
  private var elements: [RecordEncoder]?
  private var text = "null"

  init(_ redactor: TranscriptRedactor? = nil) {
    self.redactor = redactor
  }

  /// The line.
  var json: String { json(isSorted: false) }

  private func json(isSorted: Bool = true) -> String {
    if let elements { return "[" + elements.map { $0.json() }.joined(separator: ",") + "]" }
    guard var members else { return text }
    if isSorted { members.sort { $0.key < $1.key } }
    let texts = members.map { JSONValue.string($0.key).jsonText + ":" + $0.value.json() }
    return "{" + texts.joined(separator: ",") + "}"
  }
}

extension RecordEncoder {
  /// Makes this an object.
  @discardableResult
  func object() -> RecordEncoder {
    members = members ?? []
    return self
  }

  /// What stands under a key; `null` until something is encoded.
  func part(_ key: String) -> RecordEncoder {
    let part = RecordEncoder(redactor)
    members = members ?? []
    members?.append((key, part))
    return part
  }

  /// Encodes a value under a key; nothing for `nil`.
  func put<Content: Encodable>(_ key: String, _ content: Content?) throws {
    if let content { try part(key).encode(content) }
  }

  func put(_ key: String, payload: PushPayload) {
    part(key).text = redactor?.text(of: payload.root) ?? payload.lineText
  }

  fileprivate func next() -> RecordEncoder {
    let part = RecordEncoder(redactor)
    elements?.append(part)
    return part
  }
}

extension RecordEncoder {
  func encodeNil() {}

  func encode<Content: Encodable>(_ content: Content) throws {
    switch content {
    case let secret as any PrivateValue: try encode(secret: secret)
    case let text as String: self.text = JSONValue.string(text).jsonText
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

  private func encode(secret: any PrivateValue) throws {
    let plain = RecordEncoder()
    try plain.encode(secret.value)
    text = plain.json()
    guard let redactor else { return }
    if let token = secret.value as? DeviceToken {
      return try encode(redactor.redact(token))
    }
    let whole = try PushPayload(json: "{\"v\":\(text)}".utf8)
    if let part = whole.root["v"] { text = redactor.text(of: part, secret.role) }
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: object()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = []
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
