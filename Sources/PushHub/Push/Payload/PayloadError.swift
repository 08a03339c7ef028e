/// Why bytes are no push payload, and where.
///
/// The description says what is wrong, at which byte, and what to do. It never quotes the payload.
public struct PayloadError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The zero-based offset of the byte that can't stand where it does; the count at the end.
  public let offset: Int

  init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }
}

extension PayloadError {
  /// What can be wrong with a payload; later versions may know more.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String {
      case empty
      case tooLarge
      case tooDeep
      case notAnObject
      case unexpectedEnd
      case unexpectedByte
      case trailingComma
      case trailingContent
      case invalidLiteral
      case invalidNumber
      case invalidEscape
      case invalidUTF8
      case controlCharacter
    }

    let value: Value

    /// The code's name.
    public var description: String { value.rawValue }

    /// There is nothing but white space.
    public static let empty = Code(value: .empty)
    /// There are more bytes than ``PushPayload/maximumByteCount``.
    public static let tooLarge = Code(value: .tooLarge)
    /// Values are nested deeper than ``PushPayload/maximumDepth``.
    public static let tooDeep = Code(value: .tooDeep)
    /// The outermost value isn't a dictionary.
    public static let notAnObject = Code(value: .notAnObject)
    /// The payload ends in the middle of a value.
    public static let unexpectedEnd = Code(value: .unexpectedEnd)
    /// A byte stands where JSON doesn't allow it.
    public static let unexpectedByte = Code(value: .unexpectedByte)
    /// A comma is followed by a closing bracket or brace.
    public static let trailingComma = Code(value: .trailingComma)
    /// Something follows the closing brace.
    public static let trailingContent = Code(value: .trailingContent)
    /// A bare word is none of `true`, `false` and `null`; NaN and Infinity aren't JSON.
    public static let invalidLiteral = Code(value: .invalidLiteral)
    /// A number isn't spelt as RFC 8259 has it, for example with a leading zero.
    public static let invalidNumber = Code(value: .invalidNumber)
    /// A backslash is followed by something that isn't an escape.
    public static let invalidEscape = Code(value: .invalidEscape)
    /// A string holds bytes that aren't UTF-8.
    public static let invalidUTF8 = Code(value: .invalidUTF8)
    /// A string holds a control character that isn't escaped.
    public static let controlCharacter = Code(value: .controlCharacter)
  }
}

extension PayloadError: CustomStringConvertible {
  /// A sentence on what is wrong, where, and what to do about it.
  public var description: String {
    let (problem, advice) = explanation
    return "\(problem) at byte \(offset) of the payload; \(advice)."
  }

  /// What is wrong and what to do about it, for whoever says where in words of their own.
  var explanation: (problem: String, advice: String) {
    switch code.value {
    case .empty:
      ("There is no JSON", "send a JSON dictionary with an aps key")
    case .tooLarge:
      ("The limit on the size is passed", "send at most \(PushPayload.maximumByteCount) bytes")
    case .tooDeep:
      ("A value is nested too deeply", "nest at most \(PushPayload.maximumDepth) levels")
    case .notAnObject:
      ("The outermost value isn't a dictionary", "wrap the content in a JSON dictionary")
    case .unexpectedEnd:
      ("A value isn't finished", "send the rest, or check what cut the payload off")
    case .unexpectedByte:
      ("JSON doesn't allow the byte that stands", "check the punctuation before it")
    case .trailingComma:
      (
        "There is a trailing comma before the bracket",
        "remove it: the simulator takes it, but it isn't JSON"
      )
    case .trailingContent:
      ("Something follows the closing brace", "send one JSON dictionary and nothing after it")
    case .invalidLiteral:
      ("A word is none of true, false and null", "send NaN and Infinity as strings, if at all")
    case .invalidNumber:
      ("A number isn't spelt as JSON has it", "write it as in RFC 8259, without leading zeros")
    case .invalidEscape:
      ("A backslash doesn't begin an escape", "escape it with a second backslash")
    case .invalidUTF8:
      ("A string isn't valid UTF-8", "encode the payload as UTF-8")
    case .controlCharacter:
      ("A string holds a bare control character", "escape it as \\u and four digits")
    }
  }
}
