/// One strange thing in a payload that cost one field, not the push.
///
/// Issues name types and paths, never values: what a message says doesn't reach a log through
/// them. A path names keys from the outside in, for example `aps.alert.loc-args[1]`; a key that
/// isn't made of letters, digits, hyphens and underscores stands in brackets, as in
/// `["gcm.message_id"]`. The payload itself has the empty path.
///
/// A payload has at most one issue for each path.
public struct PayloadIssue: Sendable, Equatable, CustomStringConvertible {
  /// What can be strange about a payload.
  package enum Code: String, Sendable {
    /// The payload begins with a byte order mark, which is skipped.
    case byteOrderMark
    /// A string has half of a surrogate pair, which reads as U+FFFD.
    case loneSurrogate
    /// A key appears more than once in its dictionary; the last one counts.
    case duplicateKey
    /// The `aps` dictionary is missing and reads as an empty one.
    case missing
    /// A field isn't of the type that Apple documents and reads as nil, but for flags such as
    /// `mutable-content`, of which `true` and `false` read as meant.
    case wrongType
    /// A number is too large for its field, or not whole, and reads as nil.
    case outOfRange
    /// A dictionary holds a value that JSON doesn't have; it is left out.
    case unsupportedValue
    /// A dictionary holds NaN or an infinity; it is left out.
    case nonFiniteNumber
    /// A dictionary has a key that isn't a string; the entry is left out.
    case nonStringKey
    /// A dictionary is nested deeper than ``PushPayload/maximumDepth``; the rest is left out.
    case tooDeep
    /// There are more issues than are listed.
    case moreIssues
  }

  /// As many issues as are listed; the rest is counted.
  package static let limit = 100

  /// What is strange.
  package let code: Code

  /// Where, from the outside in.
  public let path: String

  /// What was found, where, and what is read instead.
  public let description: String
}

extension PayloadIssue {
  /// The path of a key in the dictionary at another path.
  ///
  /// Keys come from outside too: a path of a hundred long ones must not fill a log. Scalars are
  /// counted, since one character may have any number of combining marks.
  static func path(of key: String, in path: String) -> String {
    let isPlain = key.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == "-" || $0 == "_" }
    if isPlain, 1...64 ~= key.utf8.count { return path.isEmpty ? key : "\(path).\(key)" }
    let start = String(key.unicodeScalars.prefix(64))
    let name: JSONValue = .string(start.utf8.count < key.utf8.count ? start + "…" : key)
    return "\(path)[\(name)]"
  }
}

/// What is strange about a payload: an issue for each path, of the first hundred that are reported.
struct PayloadIssueList: Sendable {
  private var listed: [PayloadIssue] = []
  private var count = 0

  /// Whether further issues are only counted, so that nobody needs their paths.
  var isFull: Bool { count >= PayloadIssue.limit }

  /// Adds an issue.
  ///
  /// - Parameter problem: What is said of the place, as the rest of a sentence.
  mutating func append(_ code: PayloadIssue.Code, at path: String, _ problem: String) {
    count += 1
    guard count <= PayloadIssue.limit else { return }
    let sentence = "\(path.isEmpty ? "The payload" : path) \(problem)"
    let issue = PayloadIssue(
      code: code,
      path: code == .missing ? "aps" : path,
      description: sentence
    )
    // Paths are told apart by their bytes, as keys are.
    if !listed.contains(where: { $0.path.utf8.elementsEqual(issue.path.utf8) }) {
      listed.append(issue)
    }
  }

  /// The issues, with one for those that are not listed.
  var all: [PayloadIssue] {
    guard count > PayloadIssue.limit else { return listed }
    let omitted = count - PayloadIssue.limit
    let sentence = "The payload has \(omitted) more issues, which are not listed."
    return listed + [PayloadIssue(code: .moreIssues, path: "", description: sentence)]
  }
}

/// Why bytes are no push payload, and where.
///
/// The description says at which byte what is wrong, and what to do. It never quotes the payload.
public struct PayloadError: Error, Equatable, CustomStringConvertible {
  /// What can be wrong with a payload, and what to do about it.
  package enum Code: String, Sendable {
    case tooLarge = "the limit of 64 MiB is passed; send less."
    case tooDeep = "a value is nested too deeply; nest at most 512 levels."
    case notAnObject = "the outermost value isn't a dictionary; wrap the content in one."
    case unexpectedEnd = "the JSON isn't finished; send the rest, or check what cut it off."
    case notUTF8 = "there is UTF-16, or no text at all; encode the JSON as UTF-8."
    case notJSON = "no JSON begins like that; send a dictionary in braces."
    case unexpectedByte = "JSON doesn't allow what stands there; check the punctuation before it."
    case trailingComma =
      "a comma stands before a closing bracket; remove it: the simulator takes it, JSON doesn't."
    case trailingContent = "something follows the end; send one JSON dictionary and nothing more."
    case invalidLiteral = "a word is none of true, false and null; send others as strings."
    case invalidNumber = "a number isn't spelt as in RFC 8259; write it without leading zeros."
    case invalidEscape = "a backslash begins no escape; escape it with a second backslash."
    case invalidUTF8 = "a string isn't valid UTF-8; encode it as UTF-8."
    case controlCharacter = "a string holds a bare control character; escape it as \\u0000 is."
  }

  /// What is wrong.
  package let code: Code

  /// The zero-based offset of the byte that can't stand where it does; the count at the end.
  public let offset: Int

  init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// A sentence on where something is wrong, what, and what to do about it.
  public var description: String { sentence(on: "the payload") }

  /// The same of other JSON, such as a line of a file.
  package func sentence(on document: String) -> String {
    "At byte \(offset) of \(document) \(code.rawValue)"
  }
}
