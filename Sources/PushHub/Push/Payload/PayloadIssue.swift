/// One strange thing in a payload that cost one field, not the push.
///
/// Issues name types and paths, never values: what a message says doesn't reach a log through
/// them. A path names keys from the outside in, for example `aps.alert.loc-args[1]`; a key that
/// isn't made of letters, digits, hyphens and underscores stands in brackets, as in
/// `["gcm.message_id"]`. The payload itself has the empty path.
///
/// A payload has at most one issue for each path.
public struct PayloadIssue: Sendable, Hashable {
  /// What is strange.
  public let code: Code

  /// Where, from the outside in.
  public let path: String

  /// What was found, where, and what is read instead.
  public let description: String

  /// Creates an issue.
  ///
  /// The description should be a full sentence and must not quote values.
  public init(_ code: Code, at path: String, _ description: String) {
    self.code = code
    self.path = path
    self.description = description
  }
}

extension PayloadIssue: CustomStringConvertible {}

extension PayloadIssue {
  /// What can be strange about a payload; later versions may know more.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String {
      case byteOrderMark
      case loneSurrogate
      case duplicateKey
      case missing
      case wrongType
      case outOfRange
      case unsupportedValue
      case nonFiniteNumber
      case nonStringKey
      case tooDeep
      case moreIssues
    }

    let value: Value

    /// The code's name.
    public var description: String { value.rawValue }

    /// The payload begins with a byte order mark, which is skipped.
    public static let byteOrderMark = Code(value: .byteOrderMark)
    /// A string has half of a surrogate pair, which reads as U+FFFD.
    public static let loneSurrogate = Code(value: .loneSurrogate)
    /// A key appears more than once in its dictionary; the last one counts.
    public static let duplicateKey = Code(value: .duplicateKey)
    /// The `aps` dictionary is missing and reads as an empty one.
    public static let missing = Code(value: .missing)
    /// A field isn't of the type that Apple documents and reads as nil, but for flags such as
    /// `mutable-content`, of which `true` and `false` read as meant.
    public static let wrongType = Code(value: .wrongType)
    /// A number is too large for its field, or not whole, and reads as nil.
    public static let outOfRange = Code(value: .outOfRange)
    /// A dictionary holds a value that JSON doesn't have; it is left out.
    public static let unsupportedValue = Code(value: .unsupportedValue)
    /// A dictionary holds NaN or an infinity; it is left out.
    public static let nonFiniteNumber = Code(value: .nonFiniteNumber)
    /// A dictionary has a key that isn't a string; the entry is left out.
    public static let nonStringKey = Code(value: .nonStringKey)
    /// A dictionary is nested deeper than ``PushPayload/maximumDepth``; the rest is left out.
    public static let tooDeep = Code(value: .tooDeep)
    /// There are more issues than are listed.
    public static let moreIssues = Code(value: .moreIssues)
  }
}

/// Issues as they are found: one for each path, and no more than a payload may cost memory.
struct PayloadIssueList {
  /// As many issues as are listed; the rest is counted.
  static let limit = 100

  private var issues: [PayloadIssue] = []
  private(set) var omitted = 0

  /// All issues, with one at the end that counts those left out.
  var all: [PayloadIssue] {
    guard omitted > 0 else { return issues }
    let description = "The payload has \(omitted) more issues, which are not listed."
    return issues + [PayloadIssue(.moreIssues, at: "", description)]
  }

  /// Whether no more are listed, so that there is no need to say more than that there is one.
  var isFull: Bool { issues.count >= Self.limit }

  mutating func append(_ issue: PayloadIssue) {
    if isFull {
      omitted += 1
    } else if index(of: issue.path) == nil {
      issues.append(issue)
    }
  }

  /// Appends an issue of a dictionary, whose entries come in any order: of several with one path the
  /// one stays whose description sorts first, so that equal dictionaries have the same issues.
  mutating func append(unordered issue: PayloadIssue) {
    guard !isFull, let index = index(of: issue.path) else { return append(issue) }
    if issue.description.utf8.lexicographicallyPrecedes(issues[index].description.utf8) {
      issues[index] = issue
    }
  }

  /// Paths are told apart by their bytes, as keys are.
  private func index(of path: String) -> Int? {
    issues.firstIndex { $0.path.utf8.elementsEqual(path.utf8) }
  }

  mutating func append(_ findings: PayloadFindings, of tape: PayloadTape) {
    for finding in findings.listed { append(tape.issue(for: finding)) }
    omit(findings.omitted)
  }

  mutating func omit(_ count: Int) {
    omitted += count
  }
}
