import PushHub

/// What is wrong with a line.
struct TranscriptMistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A key of the file in quotation marks, fit for one line of a terminal.
  ///
  /// It comes from outside: it may not break the line, steer the terminal, turn the direction of
  /// the text around or fill the screen.
  static func quoted(_ key: String) -> String {
    let shown = key.unicodeScalars.prefix(64).map { scalar in
      scalar.properties.isAlphabetic ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return "\"" + shown.joined() + (key.unicodeScalars.count > 64 ? "…\"" : "\"")
  }
}

/// Decodes what stands in a line of a transcript, and remembers what was asked for.
///
/// A JSON value in a record is itself, and a duration is a number of seconds.
final class RecordDecoder: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate let node: PushPayload.Node

  /// What this is called where something in it is wrong, and where it is wrong itself.
  private let name: String
  private let subject: String

  private var isRead = false

  /// What was asked for, by key in objects.
  private var parts: [(key: String, value: RecordDecoder?)] = []

  init(_ node: PushPayload.Node, _ name: String, subject: String? = nil) {
    self.node = node
    self.name = name
    self.subject = subject ?? name
  }

  private func mistake(_ expected: String) -> TranscriptMistake {
    TranscriptMistake("\(subject) must be \(expected)")
  }
}

// MARK: - Objects

extension RecordDecoder {
  /// All keys that there are.
  var keys: [String] { node.keys }

  /// What stands under a key, if there is anything.
  func part(_ key: String) -> RecordDecoder? {
    isRead = true
    if let known = parts.first(where: { $0.key == key }) { return known.value }
    let value = node[key].map {
      RecordDecoder($0, "\"\(key)\"", subject: "\"\(key)\" in \(name)")
    }
    parts.append((key, value))
    return value
  }

  func required(_ key: String, _ expected: String) throws -> RecordDecoder {
    guard let part = part(key) else {
      throw TranscriptMistake("\"\(key)\" is missing in \(name); it must be \(expected)")
    }
    return part
  }

  func get<Value: Decodable>(_ key: String, _ type: Value.Type = Value.self) throws -> Value {
    try required(key, Self.words(for: type)).decode(type)
  }

  func optional<Value: Decodable>(_ key: String, _ type: Value.Type) throws -> Value? {
    try part(key)?.decode(type)
  }

  /// The same, if it is an object.
  func object() throws -> RecordDecoder {
    guard node.isObject else { throw mistake("an object") }
    isRead = true
    return self
  }

  /// A payload, as strange as it may be.
  func payload() throws -> PushPayload {
    guard let payload = try? PushPayload(node) else { throw mistake("a payload object") }
    return payload
  }

  /// Refuses keys that nobody asked for, and those that appear twice.
  func requireNoMore() throws {
    var seen: Set<String> = []
    for key in isRead && node.isObject ? node.entries.map(\.name) : [] {
      let quoted = TranscriptMistake.quoted(key)
      guard parts.contains(where: { $0.key == key }) else {
        let known = parts.map { "\"\($0.key)\"" }.joined(separator: ", ")
        throw TranscriptMistake(
          "\(quoted) has no place in \(name), which "
            + (known.isEmpty ? "has no keys" : "may have \(known)")
        )
      }
      guard seen.insert(key).inserted else {
        throw TranscriptMistake("\(quoted) appears more than once in \(name)")
      }
    }
    for part in parts { try part.value?.requireNoMore() }
  }
}

// MARK: - Values

extension RecordDecoder {
  func decodeNil() -> Bool { node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Any? =
      switch type {
      case is String.Type: node.stringValue
      case is Bool.Type: node.boolValue
      case is JSONValue.Type: node.value
      case is Duration.Type: node.numberValue.flatMap(Duration.init(seconds:))
      case let type as any FixedWidthInteger.Type: Self.integer(type, node.numberValue)
      case let type as any BinaryFloatingPoint.Type: node.doubleValue.map { type.init($0) }
      case is any (CaseIterable & RawRepresentable).Type: try? Value(from: self)
      default: try decode(whole: type)
      }
    guard let value = value as? Value else { throw mistake(Self.words(for: type)) }
    return value
  }

  /// A value of the app's, whose own words for what is wrong may not say where.
  private func decode<Value: Decodable>(whole type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context) where !node.isObject {
      throw TranscriptMistake("\(subject): \(context.debugDescription)")
    }
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type,
    _ number: JSONNumber?
  ) -> Integer? {
    number?.integer()
  }

  private static func words(for type: any Decodable.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Duration.Type: "a number of seconds, nearer to zero than 9000000000"
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case let type as any (CaseIterable & RawRepresentable).Type: choice(of: type)
    default: "there"
    }
  }

  private static func choice<Word: CaseIterable & RawRepresentable>(of type: Word.Type) -> String {
    type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: try object()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.isArray else { throw mistake("a list") }
    let elements = node.elements.map { RecordDecoder($0, "an element of \(name)") }
    parts = elements.map { ("", $0) }
    return Elements(decoders: elements)
  }
}

// MARK: - Containers

extension RecordDecoder {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.keys.compactMap(Key.init(stringValue:)) }

    private func part(_ key: some CodingKey) throws -> RecordDecoder {
      try decoder.required(key.stringValue, "there")
    }

    func contains(_ key: Key) -> Bool { decoder.part(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try part(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.get(key.stringValue, type)
    }

    // The protocol's own take null for nothing.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      try decoder.optional(key.stringValue, type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try decoder.optional(key.stringValue, type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try decoder.optional(key.stringValue, type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try part(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try part(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoders: [RecordDecoder]
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { decoders.count }
    var isAtEnd: Bool { currentIndex == decoders.count }

    private mutating func next() throws -> RecordDecoder {
      guard !isAtEnd else { throw TranscriptMistake("a list has too few elements") }
      defer { currentIndex += 1 }
      return decoders[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
      let isNull = !isAtEnd && decoders[currentIndex].decodeNil()
      currentIndex += isNull ? 1 : 0
      return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
  }
}
