import PushHub

/// A reader of JSON made of the pieces below, as simple as can be: it recurses and copies.
///
/// It is the model that the real parser is compared with, so it knows no bytes, only whole words.
struct NaiveJSONReader {
  static let words = ["{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "1", "null"]

  private var words: ArraySlice<String>

  /// The dictionary that the words make, or nil if they make none.
  static func read(_ words: [String]) -> [String: JSONValue]? {
    var reader = NaiveJSONReader(words: words[...])
    guard words.first == "{", let value = reader.readValue(), reader.words.isEmpty else {
      return nil
    }
    return value.objectValue
  }

  private mutating func readValue() -> JSONValue? {
    switch words.popFirst() {
    case "1": 1
    case "null": .null
    case "\"a\"": "a"
    case "\"b\"": "b"
    case "[": readElements().map(JSONValue.array)
    case "{": readMembers().map(JSONValue.object)
    default: nil
    }
  }

  private mutating func readElements() -> [JSONValue]? {
    var elements: [JSONValue] = []
    if words.first == "]" {
      words.removeFirst()
      return elements
    }
    while let element = readValue() {
      elements.append(element)
      switch words.popFirst() {
      case ",": continue
      case "]": return elements
      default: return nil
      }
    }
    return nil
  }

  private mutating func readMembers() -> [String: JSONValue]? {
    var members: [String: JSONValue] = [:]
    if words.first == "}" {
      words.removeFirst()
      return members
    }
    while let key = readValue()?.stringValue {
      guard words.popFirst() == ":", let value = readValue() else { return nil }
      members[key] = value
      switch words.popFirst() {
      case ",": continue
      case "}": return members
      default: return nil
      }
    }
    return nil
  }
}
