/// A payload's bytes as JSON, and the tape that says where in them each value lies.
///
/// Positions of values are indices into `tokens`; the root is at 0. A ``PayloadParser`` fills a tape
/// from bytes; a ``UserInfoReader`` writes those of a dictionary.
struct PayloadTape: Sendable {
  var bytes: ContiguousArray<UInt8> = []
  var tokens: ContiguousArray<PayloadToken> = []
  private(set) var issues = PayloadIssueList()
}

/// One entry of the tape: which bytes a value or a key is, nothing decoded.
///
/// An object is followed by its keys and values in turn, an array by its elements.
struct PayloadToken: Sendable {
  /// What a value is, as a reader of an issue knows it.
  enum Kind: String, Sendable {
    case null
    case bool = "a boolean"
    case number = "a number"
    case string = "a string"
    case object = "a dictionary"
    case array = "an array"
  }

  /// The bytes: a string's without quotation marks, a container's with its brackets.
  var range: Range<Int>
  /// The token after this value; no token while a container is open.
  var next: Int
  let kind: Kind
  /// Whether a string has escapes, so that its bytes aren't its text.
  let isEscaped: Bool
  /// Whether a key appears again later in its object; the later one counts.
  var isHidden = false
}

/// The positions of what is in a container, one after the other.
struct PayloadEntries: Sequence, IteratorProtocol {
  let tokens: ContiguousArray<PayloadToken>
  let isObject: Bool
  var position: Int
  let end: Int

  mutating func next() -> Int? {
    guard position < end else { return nil }
    let entry = position
    let last = isObject ? entry + 1 : entry
    position = last < end ? tokens[last].next : end
    return entry
  }
}

// MARK: - Looking up

extension PayloadTape {
  /// The bytes of a string, its escapes resolved, or of another value as written.
  ///
  /// Keys are told apart by these bytes, as RFC 8259, section 8.3, has it: `"\u{E9}"` and
  /// `"e\u{301}"` are two keys, although they are one `String`.
  func content(of token: PayloadToken) -> ArraySlice<UInt8> {
    guard token.isEscaped else { return bytes[token.range] }
    return (try? bytes.resolvingEscapes(in: token.range).text) ?? []
  }

  /// Whether a string has this text, compared byte for byte.
  func isText(_ text: String, at position: Int) -> Bool {
    let token = tokens[position]
    if token.isEscaped { return content(of: token).elementsEqual(text.utf8) }
    guard token.range.count == text.utf8.count else { return false }
    var offset = token.range.lowerBound
    for byte in text.utf8 {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  /// The position of the value that counts for a key, or nil.
  ///
  /// - Complexity: O(*n*) in the number of the object's own keys.
  func value(for key: String, in object: Int) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    let entry = children(of: object).first { !tokens[$0].isHidden && isText(key, at: $0) }
    return entry.map { $0 + 1 }
  }

  /// The positions of the elements of an array, or of all keys of an object; none for a scalar.
  ///
  /// The value of a key is one further on. The container may still be open.
  func children(of container: Int) -> PayloadEntries {
    PayloadEntries(
      tokens: tokens,
      isObject: tokens[container].kind == .object,
      position: container + 1,
      end: min(tokens[container].next, tokens.count)
    )
  }

  /// The positions of the keys that count, in the order written.
  func keys(of object: Int) -> [Int] {
    guard tokens[object].kind == .object else { return [] }
    return children(of: object).filter { !tokens[$0].isHidden }
  }

  /// The same in the order of their bytes, which is total; that of `String` isn't.
  func sortedKeys(of object: Int) -> [(position: Int, content: ArraySlice<UInt8>)] {
    keys(of: object).map { (position: $0, content: content(of: tokens[$0])) }
      .sorted { $0.content.lexicographicallyPrecedes($1.content) }
  }
}

// MARK: - Filling

extension PayloadTape {
  /// Ends the container that ends the tape, with its closing bracket.
  mutating func close(_ container: Int, before end: Int) {
    tokens[container].next = tokens.count
    tokens[container].range = tokens[container].range.lowerBound..<end
    if tokens[container].kind == .object { hideRepeatedKeys(of: container) }
  }

  /// Leaves the keys out of what is read that appear again later in their object.
  ///
  /// - Complexity: O(*n* log *n*) in the bytes of the keys: few are compared in pairs, many sorted.
  private mutating func hideRepeatedKeys(of object: Int) {
    let all = children(of: object)
    if tokens.count - object < 64,
      all.allSatisfy({ later in !all.contains { $0 < later && areEqual($0, later) } })
    {
      return
    }
    let keys = sortedKeys(of: object)
    var repeated: [Int] = []
    for (earlier, later) in zip(keys, keys.dropFirst()) where earlier.content == later.content {
      tokens[earlier.position].isHidden = true
      repeated.append(later.position)
    }
    for key in repeated.sorted() where !tokens[key].isHidden {
      let problem = "appears more than once in its dictionary; the last one counts."
      report(.duplicateKey, at: key, problem)
    }
  }

  private func areEqual(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (tokens[one], tokens[other])
    let mayBeEqual = one.range.count == other.range.count || one.isEscaped || other.isEscaped
    return mayBeEqual && content(of: one) == content(of: other)
  }
}

// MARK: - Reporting

extension PayloadTape {
  /// Adds an issue of the value or key at a position, which may be the last one so far.
  ///
  /// - Parameter problem: What is said of the place, as the rest of a sentence.
  /// - Complexity: O(*n*) in the number of tokens before it, for the first hundred.
  mutating func report(_ code: PayloadIssue.Code, at position: Int, _ problem: String) {
    let path = issues.isFull ? "" : path(to: position)
    issues.append(code, at: path, problem)
  }

  /// The path of a value, or of a key with its value.
  func path(to target: Int) -> String {
    var path = ""
    var container = 0
    while container < target {
      let entries = children(of: container).prefix { $0 <= target }
      guard let entry = entries.last else { break }
      if tokens[container].kind == .object {
        path = PayloadIssue.path(of: string(at: entry), in: path)
        // A report about a key is one about its entry: it ends here, the value being past the key.
        container = entry + 1
      } else {
        path += "[\(entries.count - 1)]"
        container = entry
      }
    }
    return path
  }
}
