/// The fields of a JSON object in a transcript, with errors that name them.
///
/// Whoever reads a record takes its values from here: each method gives the value under a key, or
/// throws what is wrong with it, for whoever wrote the file.
public struct TranscriptFields: Sendable {
  let node: PushPayload.Node
  let name: String

  init(_ node: PushPayload.Node, name: String) {
    self.node = node
    self.name = name
  }
}

extension TranscriptFields {
  /// Whether there is a key.
  public func has(_ key: String) -> Bool { node[key] != nil }

  /// Whether there is a key, with null under it.
  public func isNull(_ key: String) -> Bool { node[key]?.isNull == true }

  /// Whether there is a key, with an object under it.
  public func isObject(_ key: String) -> Bool { node[key]?.isObject == true }

  /// Whether there are no keys.
  public var isEmpty: Bool { node.count == 0 }

  /// Refuses keys that are not among these, and those that appear twice.
  func allow(_ keys: [String]) throws(TranscriptMistake) {
    if let key = node.keys.first(where: { !keys.contains($0) }) {
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw TranscriptMistake(
        "\(TranscriptMistake.quoted(key)) has no place in \(name), "
          + (keys.isEmpty ? "which has no keys" : "which may have \(known)")
      )
    }
    if let key = node.repeatedKey {
      throw TranscriptMistake("\"\(key)\" appears more than once in \(name)")
    }
  }

  /// A text.
  public func text(_ key: String) throws(TranscriptMistake) -> String {
    guard let text = node[key]?.stringValue else { throw mistake(key, "a text") }
    return text
  }

  /// A text, if there is the key.
  public func optionalText(_ key: String) throws(TranscriptMistake) -> String? {
    node[key] == nil ? nil : try text(key)
  }

  /// True or false.
  public func bool(_ key: String) throws(TranscriptMistake) -> Bool {
    guard let bool = node[key]?.boolValue else { throw mistake(key, "true or false") }
    return bool
  }

  /// True or false, if there is the key.
  public func optionalBool(_ key: String) throws(TranscriptMistake) -> Bool? {
    node[key] == nil ? nil : try bool(key)
  }

  /// A number of any size.
  public func number(_ key: String) throws(TranscriptMistake) -> JSONNumber {
    guard let number = node[key]?.numberValue else { throw mistake(key, "a number") }
    return number
  }

  /// Seconds, zero or more.
  public func seconds(_ key: String) throws(TranscriptMistake) -> Duration {
    let isNegative = node[key]?.numberValue?.canonicalText.hasPrefix("-") == true
    guard let duration = duration(key), !isNegative else {
      throw mistake(key, "a number of seconds, zero or more and below 9000000000")
    }
    return duration
  }

  /// Seconds that may also lie in the past.
  public func signedSeconds(_ key: String) throws(TranscriptMistake) -> Duration {
    guard let duration = duration(key) else {
      throw mistake(key, "a number of seconds, nearer to zero than 9000000000")
    }
    return duration
  }

  private func duration(_ key: String) -> Duration? {
    node[key]?.numberValue.flatMap(Duration.init(seconds:))
  }

  /// A whole number, zero or more.
  public func count(_ key: String, or alternative: String = "") throws(TranscriptMistake) -> Int {
    guard let count = node[key]?.intValue, count >= 0 else {
      throw mistake(key, "a whole number, zero or more\(alternative)")
    }
    return count
  }

  /// Seconds, zero or more, if there is the key.
  public func optionalSeconds(_ key: String) throws(TranscriptMistake) -> Duration? {
    node[key] == nil ? nil : try seconds(key)
  }

  /// A list of texts, if there is the key.
  public func optionalTexts(_ key: String) throws(TranscriptMistake) -> [String]? {
    guard let list = node[key] else { return nil }
    let texts = list.elements.compactMap(\.stringValue)
    guard list.isArray, texts.count == list.count else { throw mistake(key, "a list of texts") }
    return texts
  }

  /// One of the words that a type knows.
  public func word<Word: RawRepresentable>(
    _ key: String,
    among words: [Word]
  ) throws(TranscriptMistake) -> Word where Word.RawValue == String {
    let text = node[key]?.stringValue
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw mistake(key, words.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }
    return word
  }

  /// An object with only the given keys.
  public func fields(
    _ key: String,
    allowing keys: [String]
  ) throws(TranscriptMistake) -> TranscriptFields {
    guard let node = node[key], node.isObject else { throw mistake(key, "an object") }
    let fields = TranscriptFields(node, name: "\"\(key)\"")
    try fields.allow(keys)
    return fields
  }

  /// A list of objects with only the given keys.
  public func list(
    _ key: String,
    allowing keys: [String]
  ) throws(TranscriptMistake) -> [TranscriptFields] {
    guard let list = node[key], list.isArray else { throw mistake(key, "a list of objects") }
    var fields: [TranscriptFields] = []
    for element in list.elements {
      guard element.isObject else { throw mistake(key, "a list of objects") }
      let item = TranscriptFields(element, name: "an element of \"\(key)\"")
      try item.allow(keys)
      fields.append(item)
    }
    return fields
  }

  /// A payload, as strange as it may be.
  public func payload(_ key: String) throws(TranscriptMistake) -> PushPayload {
    guard let node = node[key], node.isObject else { throw mistake(key, "a payload object") }
    do {
      return try PushPayload(node)
    } catch {
      throw TranscriptMistake("\"\(key)\" is no payload: \(error)")
    }
  }

  /// What is wrong with a value: it is missing, or not what it must be.
  public func mistake(_ key: String, _ expected: String) -> TranscriptMistake {
    TranscriptMistake(
      node[key] == nil
        ? "\"\(key)\" is missing in \(name); it must be \(expected)"
        : "\"\(key)\" in \(name) must be \(expected)"
    )
  }
}

extension PushPayload.Node {
  /// A key that appears more than once in this dictionary, or nil.
  fileprivate var repeatedKey: String? {
    document.tape.keys(of: position)
      .first { document.tape.tokens[$0].flags.contains(.shadowing) }
      .flatMap { document.tape.string(at: $0) }
  }
}

// MARK: - Writing

/// A key and its value in a line of a transcript that is written.
public struct TranscriptField: Hashable, Sendable {
  /// The key.
  public let key: String

  /// The value as JSON text in one line.
  let json: String

  private init(_ key: String, json: String) {
    self.key = key
    self.json = json
  }
}

extension TranscriptField {
  /// A key with a value; objects are written with sorted keys.
  public init(_ key: String, _ value: JSONValue) {
    self.init(key, json: value.jsonText)
  }

  /// A key with a payload, as it came.
  public init(_ key: String, _ payload: PushPayload) {
    self.init(key, json: payload.lineText)
  }

  /// A key with an object whose keys stand in this order.
  public init(_ key: String, _ fields: [TranscriptField]) {
    self.init(key, json: Self.object(fields))
  }

  /// An object in one line, its keys in this order.
  static func object(_ fields: [TranscriptField]) -> String {
    "{" + fields.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}

// MARK: - Mistakes

/// What is wrong with a line, before the line's number is known.
public struct TranscriptMistake: Error, Hashable, CustomStringConvertible {
  /// What is wrong, as a part of a sentence that begins with the line.
  public let message: String

  /// Whether the line may only lack its end.
  let breaksOff: Bool

  /// The message.
  public var description: String { message }

  /// Describes a mistake.
  public init(_ message: String) {
    self.init(message, breaksOff: false)
  }

  init(_ message: String, breaksOff: Bool) {
    self.message = message
    self.breaksOff = breaksOff
  }
}

extension TranscriptMistake {
  /// A key of the file in quotation marks, fit for one line of a terminal.
  ///
  /// Keys come from outside: none may break the line, steer the terminal, turn the direction of
  /// the text around or fill the screen.
  static func quoted(_ key: String) -> String {
    let limit = 64
    var text = "\""
    for scalar in key.unicodeScalars.prefix(limit) {
      let isLetter = scalar.properties.isAlphabetic
      text += isLetter ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return text + (key.unicodeScalars.count > limit ? "…\"" : "\"")
  }
}
