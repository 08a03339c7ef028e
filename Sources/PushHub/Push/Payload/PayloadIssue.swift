/// A malformed part of a payload, which affects one field and not the whole push.
///
/// Issues contain types and paths, never values, so that they are safe to log. A path has the keys from the
/// outside in, for example `aps.alert.loc-args[1]`. A key with characters other than letters, digits, hyphens
/// and underscores is in brackets, as in `["gcm.message_id"]`. The payload itself has the empty path.
///
/// A payload has at most one issue for each path.
public struct PayloadIssue: Sendable, Equatable, CustomStringConvertible {
  /// The kinds of issue.
  package enum Code: String, Sendable {
    /// The payload begins with a byte order mark, which is skipped.
    case byteOrderMark
    /// A string has half of a surrogate pair, which reads as U+FFFD.
    case loneSurrogate
    /// A key appears more than once in its dictionary; the last one counts.
    case duplicateKey
    /// The `aps` dictionary is missing and reads as an empty one.
    case missing
    /// A field isn't of the type that Apple documents and reads as nil; except that `true` and `false` are
    /// read for flags such as `mutable-content`.
    case wrongType
    /// A number is too large for its field, or not whole, and reads as nil.
    case outOfRange
    /// A dictionary has a value that JSON doesn't have; it is left out.
    case unsupportedValue
    /// A dictionary has NaN or an infinity; it is left out.
    case nonFiniteNumber
    /// A dictionary has a key that isn't a string; the entry is left out.
    case nonStringKey
    /// A dictionary is nested deeper than ``PushPayload/maximumDepth``; the rest is left out.
    case tooDeep
    /// There are more issues than are listed.
    case moreIssues
  }

  /// The maximum number of issues that are listed; the others are counted.
  package static let limit = 100

  /// The kind of issue.
  package let code: Code

  /// The path, from the outside in.
  public let path: String

  /// The problem, its place, and what is read instead.
  public let description: String
}

extension PayloadIssue {
  /// The path of a key in the dictionary at another path.
  ///
  /// A long key is cut off, so that a path can't fill a log. Scalars are counted, since one character may have
  /// any number of combining marks.
  static func path(of key: String, in path: String) -> String {
    let isPlain = key.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == "-" || $0 == "_" }
    if isPlain, 1...64 ~= key.utf8.count { return path.isEmpty ? key : "\(path).\(key)" }
    let start = String(key.unicodeScalars.prefix(64))
    let name: JSONValue = .string(start.utf8.count < key.utf8.count ? start + "…" : key)
    return "\(path)[\(name)]"
  }
}

/// The first hundred issues of a payload, one for each path, and the number of the others.
struct PayloadIssueList: Sendable {
  private var listed: [PayloadIssue] = []
  private var count = 0

  /// Whether further issues are only counted, without a path.
  var isFull: Bool { count >= PayloadIssue.limit }

  /// Adds an issue.
  ///
  /// - Parameter problem: The rest of a sentence that begins with the path.
  mutating func append(_ code: PayloadIssue.Code, at path: String, _ problem: String) {
    count += 1
    guard count <= PayloadIssue.limit else { return }
    let sentence = "\(path.isEmpty ? "The payload" : path) \(problem)"
    let issue = PayloadIssue(
      code: code,
      path: code == .missing ? "aps" : path,
      description: sentence
    )
    // Paths are compared by their bytes, as keys are.
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

/// The reason why bytes aren't a push payload, and the place.
///
/// The description has the place, the problem and the remedy. It never contains the payload.
public struct PayloadError: Error, Equatable, CustomStringConvertible {
  /// The problems, each with its remedy.
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

  /// The code of the problem.
  package let code: Code

  /// The offset of the first invalid byte; the number of bytes at the end.
  public let offset: Int

  init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// A sentence with the place, the problem and the remedy.
  public var description: String { sentence(on: "the payload") }

  /// The description for other JSON, such as a line of a file.
  package func sentence(on document: String) -> String {
    "At byte \(offset) of \(document) \(code.rawValue)"
  }
}
