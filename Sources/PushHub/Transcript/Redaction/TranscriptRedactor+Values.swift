/// What features look for in payloads, as redacted payloads have it.
extension TranscriptRedactor {
  /// A value under some keys of a payload, as it stands in redacted payloads.
  ///
  /// - Parameters:
  ///   - value: What stands there.
  ///   - path: The keys that lead to it, from the top of the payload.
  /// - Returns: The keys and the value.
  public func redact(
    _ value: JSONValue,
    at path: [String]
  ) -> (path: [String], value: JSONValue) {
    let whole = path.reversed().reduce(value) { value, key in .object([key: value]) }
    guard let payload = try? PushPayload(json: Array(whole.jsonText.utf8)) else {
      return (path.map(hash), .null)
    }
    var (keys, value) = ([String](), JSONValue.object(redact(payload).object))
    while keys.count < path.count, case .object(let members) = value, let only = members.first {
      keys.append(only.key)
      value = only.value
    }
    return (keys, value)
  }

  /// A text in `aps`, such as a category, as it stands in redacted payloads.
  public func redact(_ text: String, inAPS key: String) -> String {
    redact(.string(text), at: ["aps", key]).value.stringValue ?? hash(text)
  }

  /// A message's identifier, for each way in which its sender may write it: as a text, or as a number.
  ///
  /// Of a key that the app keeps, the identifier in redacted payloads is another.
  ///
  /// - Returns: The identifiers of messages in redacted payloads.
  public func redact(messageID: String) -> [String] {
    let digits = messageID.utf8.allSatisfy { ASCII.isDigit($0) } ? messageID : ""
    let number = JSONNumber(text: digits).flatMap { redact(.number($0), at: [""]).value.plainText }
    return [hash(messageID)] + (number.map { [$0] } ?? [])
  }

  /// A text that a feature looks for under a key, for each way in which payloads may have it: as a
  /// text, as a number, or as a truth value.
  ///
  /// Redacted payloads have another number for a number, and truth values as they are, so that one
  /// text may become two.
  ///
  /// - Returns: The key and the text that stand in redacted payloads, each once.
  public func redact(
    _ text: String,
    soughtUnder key: String
  ) -> [(key: String, text: String)] {
    let number = JSONNumber(text: text).map(JSONValue.number)
    let truth = Bool(text).map(JSONValue.bool)
    let values = [.string(text), number, truth].compactMap(\.self).map { redact($0, at: [key]) }
    var found: [(key: String, text: String)] = []
    for (path, value) in values {
      guard let key = path.first, let text = value.plainText,
        !found.contains(where: { $0.text == text })
      else { continue }
      found.append((key, text))
    }
    return found
  }
}

extension JSONValue {
  /// What stands for a text, a number or a truth value where a text is sought.
  fileprivate var plainText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let bool): "\(bool)"
    case .null, .array, .object: nil
    }
  }
}
