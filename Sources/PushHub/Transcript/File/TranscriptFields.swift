/// The fields of a JSON object in a transcript, with errors that name them.
struct TranscriptFields {
  let node: PushPayload.Node
  let name: String

  init(_ node: PushPayload.Node, name: String) {
    self.node = node
    self.name = name
  }
}

extension TranscriptFields {
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

  func text(_ key: String) throws(TranscriptMistake) -> String {
    guard let text = node[key]?.stringValue else { throw mistake(key, "a text") }
    return text
  }

  func optionalText(_ key: String) throws(TranscriptMistake) -> String? {
    node[key] == nil ? nil : try text(key)
  }

  func bool(_ key: String) throws(TranscriptMistake) -> Bool {
    guard let bool = node[key]?.boolValue else { throw mistake(key, "true or false") }
    return bool
  }

  func optionalBool(_ key: String) throws(TranscriptMistake) -> Bool? {
    node[key] == nil ? nil : try bool(key)
  }

  func number(_ key: String) throws(TranscriptMistake) -> JSONNumber {
    guard let number = node[key]?.numberValue else { throw mistake(key, "a number") }
    return number
  }

  func seconds(_ key: String) throws(TranscriptMistake) -> Duration {
    let isNegative = node[key]?.numberValue?.canonicalText.hasPrefix("-") == true
    guard let duration = duration(key), !isNegative else {
      throw mistake(key, "a number of seconds, zero or more and below 9000000000")
    }
    return duration
  }

  /// Seconds that may also lie in the past.
  func signedSeconds(_ key: String) throws(TranscriptMistake) -> Duration {
    guard let duration = duration(key) else {
      throw mistake(key, "a number of seconds, nearer to zero than 9000000000")
    }
    return duration
  }

  private func duration(_ key: String) -> Duration? {
    node[key]?.numberValue.flatMap(Duration.init(seconds:))
  }

  func optionalSeconds(_ key: String) throws(TranscriptMistake) -> Duration? {
    node[key] == nil ? nil : try seconds(key)
  }

  func optionalTexts(_ key: String) throws(TranscriptMistake) -> [String]? {
    guard let list = node[key] else { return nil }
    let texts = list.elements.compactMap(\.stringValue)
    guard list.isArray, texts.count == list.count else { throw mistake(key, "a list of texts") }
    return texts
  }

  /// One of the words that a type knows.
  func word<Word: RawRepresentable>(
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
  func fields(
    _ key: String,
    allowing keys: [String]
  ) throws(TranscriptMistake) -> TranscriptFields {
    guard let node = node[key], node.isObject else { throw mistake(key, "an object") }
    let fields = TranscriptFields(node, name: "\"\(key)\"")
    try fields.allow(keys)
    return fields
  }

  /// A list of objects with only the given keys.
  func list(
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
  func payload(_ key: String) throws(TranscriptMistake) -> PushPayload {
    guard let node = node[key], node.isObject else { throw mistake(key, "a payload object") }
    do {
      return try PushPayload(node)
    } catch {
      throw TranscriptMistake("\"\(key)\" is no payload: \(error)")
    }
  }

  func mistake(_ key: String, _ expected: String) -> TranscriptMistake {
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
