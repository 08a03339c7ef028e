/// One entry of the tape: where a value or a key lies in the bytes, nothing decoded.
///
/// An object is followed by its keys and values in turn, an array by its elements.
struct PayloadToken: Sendable {
  enum Kind: UInt8, Sendable {
    case null
    case `false`
    case `true`
    case number
    case string
    case object
    case array
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// A string with escapes, so its bytes aren't its text.
    static let escaped = Flags(rawValue: 1)
    /// A string with bytes beyond ASCII.
    static let nonASCII = Flags(rawValue: 2)
    /// A key that appears again later in its object; the later one counts.
    static let shadowed = Flags(rawValue: 4)
    /// A key that has shadowed an earlier one.
    static let shadowing = Flags(rawValue: 8)
  }

  /// The first byte of the content, after the quotation mark of a string.
  var start: UInt32
  /// The bytes of a number or string; the elements of an array or the entries of an object.
  var length: UInt32
  /// The token after this value; for a container still open, the container around it.
  var next: UInt32
  var kind: Kind
  var flags: Flags = []
}

extension PayloadToken {
  /// The bytes of a string, its escapes resolved, or of a number.
  ///
  /// Keys are told apart by these bytes, as RFC 8259, section 8.3, has it: `"\u{E9}"` and
  /// `"e\u{301}"` are two keys, although they are one `String`.
  func content(in bytes: ContiguousArray<UInt8>) -> ArraySlice<UInt8> {
    let content = bytes[Int(start)..<Int(start + length)]
    return flags.contains(.escaped) ? ArraySlice(JSONEscapes.resolve(content)) : content
  }
}

extension PayloadToken.Kind {
  /// The kind as a reader of an issue knows it.
  var name: String {
    switch self {
    case .null: "null"
    case .false, .true: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .object: "a dictionary"
    case .array: "an array"
    }
  }
}
