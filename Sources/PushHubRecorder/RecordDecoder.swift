import PushHub

/// A mistake in a line, or an error of the file.
package struct TranscriptMistake: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The beginning of a key in quotation marks.
  ///
  /// All but letters is escaped, since it comes from outside.
  static func quoted(_ key: String) -> String {
    let shown = key.unicodeScalars.prefix(64).map {
      $0.properties.isAlphabetic ? String($0) : $0.escaped(asASCII: true)
    }
    return "\"\(shown.joined())\""
  }
}

/// Decodes a value in a line of a transcript, and remembers the keys that were read.
///
/// A `JSONValue` is any JSON, and a duration is a number of seconds.
final class RecordDecoder: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The JSON; `nil` if it is missing.
  let node: PushPayload.Node?

  /// The value's key and the name of its object; or only its name, if it is in no object.
  private let key: String
  private let container: String?

  /// The members that were read, in order, or the elements, once this is read as an object or a list.
  private var parts: [RecordDecoder]?

  init(_ node: PushPayload.Node?, _ key: String, in container: String? = nil) {
    self.node = node
    self.key = key
    self.container = container
  }

  /// The name in a mistake about a part of it.
  private var name: String { container == nil ? key : "\"\(key)\"" }

  /// The subject of a mistake about the value itself.
  private var subject: String {
    guard let container else { return key }
    return node == nil ? "\(name) is missing in \(container); it" : "\(name) in \(container)"
  }

  func mistake(_ expected: String) -> TranscriptMistake {
    TranscriptMistake("\(subject) must be \(expected)")
  }
}

// MARK: - Objects

extension RecordDecoder {
  /// All keys of the object.
  var keys: [String] { node?.keys ?? [] }

  /// Returns itself, if it is an object.
  func object() throws -> RecordDecoder {
    guard let node, node.isObject else { throw mistake("an object") }
    parts = parts ?? []
    return self
  }

  /// The value of a key of an object, which may be missing.
  subscript(key: String) -> RecordDecoder {
    if let member = parts?.first(where: { $0.key == key }) { return member }
    let member = RecordDecoder(node?[key], key, in: name)
    parts?.append(member)
    return member
  }

  /// The payload, with any issues.
  func payload() throws -> PushPayload {
    guard let node, let payload = try? PushPayload(node) else { throw mistake("a payload object") }
    return payload
  }

  /// Throws for keys that were not read, and for those that appear twice.
  func requireNoMore() throws {
    guard let parts else { return }
    let read = parts.map(\.key)
    var left = Set(read)
    for (key, _) in node?.entries ?? [] where left.remove(key) == nil {
      let known = read.isEmpty ? "has no keys" : "may have \"\(read.joined(separator: "\", \""))\""
      let problem =
        read.contains(key)
        ? "appears more than once in \(name)" : "has no place in \(name), which \(known)"
      throw TranscriptMistake("\(TranscriptMistake.quoted(key)) \(problem)")
    }
    for part in parts { try part.requireNoMore() }
  }
}

// MARK: - Values

extension RecordDecoder {
  func decodeNil() -> Bool { node?.isNull == true }

  /// The value, if there is one; `null` counts as a value.
  func optional<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
    node == nil ? nil : try decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let (value, expected): (Any?, String) =
      switch type {
      case is String.Type: (node?.stringValue, "a text")
      case is Bool.Type: (node?.boolValue, "true or false")
      case is JSONValue.Type: (node?.value, "there")
      case is Duration.Type:
        (
          node?.numberValue.flatMap(Duration.init(seconds:)),
          "a number of seconds, nearer to zero than 9000000000"
        )
      case let type as any FixedWidthInteger.Type:
        (node?.numberValue?.integer(type), "a whole number")
      case let type as any BinaryFloatingPoint.Type:
        (node?.doubleValue.map { type.init($0) }, "a number")
      case let choice as any (CaseIterable & RawRepresentable).Type:
        (try? Value(from: self), Self.words(of: choice))
      default: (try decodeWhole() as Value?, "there")
      }
    guard let value = value as? Value else { throw mistake(expected) }
    return value
  }

  /// A value of the app's.
  ///
  /// A message that names no key gets the place.
  private func decodeWhole<Value: Decodable>() throws -> Value? {
    do {
      return node == nil ? nil : try Value(from: self)
    } catch DecodingError.dataCorrupted(let context) {
      let words = context.debugDescription
      let isNamed = node?.stringValue == nil && words.hasPrefix("\"")
      throw TranscriptMistake(isNamed ? words : "\(subject): \(words)")
    }
  }

  private static func words<Word: CaseIterable & RawRepresentable>(of type: Word.Type) -> String {
    type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: try object()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let node, node.isArray else { throw mistake("a list") }
    let elements = node.elements.map { RecordDecoder($0, "an element of \(name)") }
    parts = elements
    return Elements(decoders: elements)
  }
}

// MARK: - Containers

extension RecordDecoder {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.keys.compactMap(Key.init(stringValue:)) }

    private subscript(key: Key) -> RecordDecoder { decoder[key.stringValue] }

    func contains(_ key: Key) -> Bool { self[key].node != nil }

    /// `false`, so that `null` is a mistake where a value is expected.
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try self[key].decode()
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try self[key].container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try self[key].unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) -> any Decoder { self[key] }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoders: [RecordDecoder]
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { decoders.count }
    var isAtEnd: Bool { currentIndex == decoders.count }

    mutating func superDecoder() throws -> any Decoder {
      guard !isAtEnd else { throw TranscriptMistake("a list has too few elements") }
      defer { currentIndex += 1 }
      return decoders[currentIndex]
    }

    mutating func decodeNil() -> Bool {
      let isNull = !isAtEnd && decoders[currentIndex].decodeNil()
      currentIndex += isNull ? 1 : 0
      return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try superDecoder().singleValueContainer().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try superDecoder().unkeyedContainer()
    }
  }
}
