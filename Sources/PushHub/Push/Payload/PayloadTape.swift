/// A payload's bytes as JSON, and the place of each value in them.
///
/// Positions of values are indices into `tokens`; the root is at 0. A ``PayloadParser`` fills a tape
/// from bytes, and a ``UserInfoReader`` from a dictionary.
struct PayloadTape: Sendable {
  var bytes: ContiguousArray<UInt8> = []
  var tokens: ContiguousArray<PayloadToken> = []
  private(set) var issues = PayloadIssueList()
}

/// One entry of the tape: the bytes of a value or a key, not decoded.
///
/// An object is followed by its keys and values in turn, an array by its elements.
struct PayloadToken: Sendable {
  /// The type of a value, as issues name it.
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
  /// Whether a key appears again later in its object, where the later one counts.
  var isHidden = false
}

/// The positions of a container's entries.
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
  /// Keys are compared by these bytes, as in RFC 8259, section 8.3: `"\u{E9}"` and `"e\u{301}"` are two keys,
  /// although they are equal as `String`.
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
}

// MARK: - Filling

extension PayloadTape {
  /// Adds a key or a value; a container stays open.
  mutating func append(_ kind: PayloadToken.Kind, _ range: Range<Int>, isEscaped: Bool = false) {
    let next = kind == .object || kind == .array ? .max : tokens.count + 1
    tokens.append(PayloadToken(range: range, next: next, kind: kind, isEscaped: isEscaped))
  }

  /// Ends the container that ends the tape, with its closing bracket.
  mutating func close(_ container: Int, before end: Int) {
    tokens[container].next = tokens.count
    tokens[container].range = tokens[container].range.lowerBound..<end
  }

  /// Hides the keys that appear again later in their object.
  mutating func hideRepeatedKeys(of object: Int) {
    var hashes: Set<UInt64> = []
    let mayRepeat = children(of: object).contains { key in
      let token = tokens[key]
      let hash = bytes[token.range].reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
      return token.isEscaped || !hashes.insert(hash).inserted
    }
    guard mayRepeat else { return }
    var latest: [ArraySlice<UInt8>: Int] = [:]
    let hidden = children(of: object).compactMap {
      latest.updateValue($0, forKey: content(of: tokens[$0]))
    }
    for key in hidden { tokens[key].isHidden = true }
    for key in Set(hidden.compactMap { latest[content(of: tokens[$0])] }).sorted() {
      let problem = "appears more than once in its dictionary; the last one counts."
      report(.duplicateKey, at: key, problem)
    }
  }
}

// MARK: - Reporting

extension PayloadTape {
  /// Adds an issue of the value or key at a position, which may be the last one so far.
  ///
  /// - Parameter problem: The rest of a sentence that begins with the path.
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
        // An issue of a key is one of its entry, whose value is after the key.
        container = entry + 1
      } else {
        path += "[\(entries.count - 1)]"
        container = entry
      }
    }
    return path
  }
}
