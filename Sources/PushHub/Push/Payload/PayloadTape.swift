/// A payload's bytes as JSON, and the tape that says where in them each value lies.
///
/// Positions of values are indices into `tokens`; the root is at 0. A parser fills a tape from
/// bytes, and a walk from the dictionaries of the system.
struct PayloadTape: Sendable {
  var bytes: ContiguousArray<UInt8>
  var tokens: ContiguousArray<PayloadToken> = []
}

/// One entry of the tape: which bytes a value or a key is, nothing decoded.
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

  /// The first byte: a string's after its quotation mark, a container's bracket.
  var start: UInt32
  /// The bytes: a string's without quotation marks, a container's with its brackets.
  var length: UInt32
  /// The token after this value; for a container still open, the container around it.
  var next: UInt32
  var kind: Kind
  var flags: Flags = []

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

extension PayloadToken {
  /// The bytes of a string, its escapes resolved, or of another value as written.
  ///
  /// Keys are told apart by these bytes, as RFC 8259, section 8.3, has it: `"\u{E9}"` and
  /// `"e\u{301}"` are two keys, although they are one `String`.
  func content(in bytes: ContiguousArray<UInt8>) -> ArraySlice<UInt8> {
    flags.contains(.escaped) ? ArraySlice(JSONEscapes.resolve(bytes[range])) : bytes[range]
  }
}

// MARK: - Looking up

extension PayloadTape {
  /// The position of the value that counts for a key, or nil.
  ///
  /// Keys are compared byte for byte, their escapes resolved.
  /// - Complexity: O(*n*) in the number of the object's own keys.
  func value(for key: String, in object: Int) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    let length = key.utf8.count
    let end = Int(tokens[object].next)
    var position = object + 1
    while position < end {
      let token = tokens[position]
      if !token.flags.contains(.shadowed), isKey(token, key, length: length) {
        return position + 1
      }
      position = Int(tokens[position + 1].next)
    }
    return nil
  }

  /// Whether a string's token has this text, whose UTF-8 has this length.
  func isKey(_ token: PayloadToken, _ key: String, length: Int) -> Bool {
    guard !token.flags.contains(.escaped) else {
      return token.content(in: bytes).elementsEqual(key.utf8)
    }
    return token.length == length && isKey(token, beginningWith: key, length: length)
  }

  /// Whether a string's token begins with this text, whose UTF-8 has this length.
  func isKey(_ token: PayloadToken, beginningWith prefix: String, length: Int) -> Bool {
    guard !token.flags.contains(.escaped) else {
      return token.content(in: bytes).starts(with: prefix.utf8)
    }
    guard token.length >= length else { return false }
    var offset = Int(token.start)
    for byte in prefix.utf8 {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  /// The position of an array's element, or nil out of bounds.
  ///
  /// - Complexity: O(*n*) in the index.
  func element(_ index: Int, in array: Int) -> Int? {
    guard tokens[array].kind == .array, index >= 0 else { return nil }
    return children(of: array).dropFirst(index).first { _ in true }
  }

  /// The positions of an array's elements, in order; none for another kind.
  func elements(of array: Int) -> [Int] {
    tokens[array].kind == .array ? Array(children(of: array)) : []
  }

  /// The positions of all keys, in the order written; each value is one further on.
  func allKeys(of object: Int) -> [Int] {
    tokens[object].kind == .object ? Array(children(of: object)) : []
  }

  /// The positions of the keys that count, in the order written; each value is one further on.
  func keys(of object: Int) -> [Int] {
    allKeys(of: object).filter { !tokens[$0].flags.contains(.shadowed) }
  }

  /// The positions of the elements of an array, or of all keys of an object; none for a scalar.
  func children(of container: Int) -> some Sequence<Int> {
    let step = tokens[container].kind == .object ? 1 : 0
    let end = Int(tokens[container].next)
    return sequence(state: container + 1) { [tokens] position -> Int? in
      guard position < end else { return nil }
      defer { position = Int(tokens[position + step].next) }
      return position
    }
  }
}
