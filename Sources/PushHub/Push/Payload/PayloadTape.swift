/// A payload's bytes as JSON, and the tape that says where in them each value lies.
///
/// Positions of values are indices into `tokens`; the root is at 0. A ``PayloadParser`` fills a tape
/// from bytes, a ``UserInfoReader`` from values.
struct PayloadTape: Sendable {
  var bytes: ContiguousArray<UInt8> = []
  var tokens: ContiguousArray<PayloadToken> = []
  /// What is strange about the first hundred places that were reported, one issue for each path.
  private(set) var issues: [PayloadIssue] = []
  private(set) var reportCount = 0
  /// Whether any JSON parser reads the same from the bytes.
  private(set) var isClean = true
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
    /// A key that appears again later in its object; the later one counts.
    static let shadowed = Flags(rawValue: 2)
    /// A key that has shadowed an earlier one.
    static let shadowing = Flags(rawValue: 4)
  }

  /// The first byte: a string's after its quotation mark, a container's bracket.
  var start: UInt32
  /// The bytes: a string's without quotation marks, a container's with its brackets; the position of
  /// the container around it while a container is open.
  var length: UInt32
  /// The token after this value; no token while a container is open.
  var next: UInt32
  var kind: Kind
  var flags: Flags = []

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
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
    position = last < end ? Int(tokens[last].next) : end
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
    token.flags.contains(.escaped) ? JSONEscape.resolve(bytes[token.range]) : bytes[token.range]
  }

  /// Whether a string has this text, compared byte for byte.
  func isText(_ text: String, at position: Int) -> Bool {
    let token = tokens[position]
    if token.flags.contains(.escaped) { return content(of: token).elementsEqual(text.utf8) }
    guard token.length == text.utf8.count else { return false }
    var offset = Int(token.start)
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
    var position = object + 1
    while position < Int(tokens[object].next) {
      if !tokens[position].flags.contains(.shadowed), isText(key, at: position) {
        return position + 1
      }
      position = Int(tokens[position + 1].next)
    }
    return nil
  }

  /// The positions of the elements of an array, or of all keys of an object; none for a scalar.
  ///
  /// The value of a key is one further on. The container may still be open.
  func children(of container: Int) -> PayloadEntries {
    PayloadEntries(
      tokens: tokens,
      isObject: tokens[container].kind == .object,
      position: container + 1,
      end: min(Int(tokens[container].next), tokens.count)
    )
  }

  /// The positions of the keys that count, in the order written.
  func keys(of object: Int) -> [Int] {
    guard tokens[object].kind == .object else { return [] }
    return children(of: object).filter { !tokens[$0].flags.contains(.shadowed) }
  }

  /// The same in the order of their bytes, which is total; that of `String` isn't.
  func sortedKeys(of object: Int) -> [(position: Int, content: ArraySlice<UInt8>)] {
    keys(of: object).map { (position: $0, content: content(of: tokens[$0])) }
      .sorted { $0.content.lexicographicallyPrecedes($1.content) }
  }
}

// MARK: - Filling

extension PayloadTape {
  /// Appends a scalar or a key.
  mutating func append(
    _ kind: PayloadToken.Kind,
    from start: Int,
    to end: Int,
    flags: PayloadToken.Flags = []
  ) {
    tokens.append(
      PayloadToken(
        start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: end - start),
        next: UInt32(truncatingIfNeeded: tokens.count + 1),
        kind: kind,
        flags: flags
      )
    )
  }

  /// Appends a container whose entries follow, and returns its position.
  mutating func open(_ kind: PayloadToken.Kind, at start: Int, in parent: Int?) -> Int {
    append(kind, from: start, to: start)
    tokens[tokens.count - 1].length = parent.map { UInt32(truncatingIfNeeded: $0) } ?? .max
    tokens[tokens.count - 1].next = .max
    return tokens.count - 1
  }

  /// Ends a container with its closing bracket, and returns the one around it.
  mutating func close(_ container: Int, before end: Int) -> Int? {
    let parent = tokens[container].length
    tokens[container].next = UInt32(truncatingIfNeeded: tokens.count)
    tokens[container].length = UInt32(truncatingIfNeeded: end) - tokens[container].start
    if tokens[container].kind == .object { shadowRepeatedKeys(of: container) }
    return parent == .max ? nil : Int(parent)
  }

  /// Marks the keys of the object that ends the tape which appear again later in it.
  ///
  /// - Complexity: O(*n* log *n*) in the bytes of the keys: few are compared in pairs, many sorted.
  private mutating func shadowRepeatedKeys(of object: Int) {
    var hasShadows = false
    var count = 0
    var later = object + 1
    while later < tokens.count, count < 16 {
      var earlier = object + 1
      while earlier < later {
        if areEqual(tokens[earlier], tokens[later]) {
          shadow(earlier, by: later)
          hasShadows = true
        }
        earlier = Int(tokens[earlier + 1].next)
      }
      later = Int(tokens[later + 1].next)
      count += 1
    }
    if later < tokens.count {
      let keys = sortedKeys(of: object)
      for (earlier, later) in zip(keys, keys.dropFirst()) where earlier.content == later.content {
        shadow(earlier.position, by: later.position)
        hasShadows = true
      }
    }
    guard hasShadows else { return }
    for key in keys(of: object) where tokens[key].flags.contains(.shadowing) {
      let problem = "appears more than once in its dictionary; the last one counts."
      report(.duplicateKey, at: key, problem)
    }
  }

  private func areEqual(_ one: PayloadToken, _ other: PayloadToken) -> Bool {
    let areEscaped = one.flags.union(other.flags).contains(.escaped)
    return (one.length == other.length || areEscaped) && content(of: one) == content(of: other)
  }

  /// Leaves one of the outermost keys out of what is read, and out of the issues.
  mutating func hide(_ key: String) {
    for position in keys(of: 0) where isText(key, at: position) {
      tokens[position].flags.insert(.shadowed)
      isClean = false
    }
    let path = Self.component(key, after: "")
    issues.removeAll { $0.path.hasPrefix(path) }
  }

  private mutating func shadow(_ earlier: Int, by later: Int) {
    tokens[earlier].flags.insert(.shadowed)
    tokens[later].flags.insert(.shadowing)
  }
}

// MARK: - Reporting

extension PayloadTape {
  /// Adds an issue of the value or key at a position, which may be the last one so far.
  ///
  /// - Parameter problem: What is said of the place, as the rest of a sentence.
  /// - Complexity: O(*n*) in the number of tokens before it, for the first hundred.
  mutating func report(_ code: PayloadIssue.Code, at position: Int, _ problem: String) {
    if [.byteOrderMark, .loneSurrogate, .duplicateKey].contains(code) { isClean = false }
    reportCount += 1
    guard reportCount <= PayloadIssue.limit else { return }
    let path = path(to: position)
    let sentence = "\(path.isEmpty ? "The payload" : path) \(problem)"
    let issue = PayloadIssue(code, at: code == .missing ? "aps" : path, sentence)
    // Paths are told apart by their bytes, as keys are.
    if !issues.contains(where: { $0.path.utf8.elementsEqual(issue.path.utf8) }) {
      issues.append(issue)
    }
  }

  private func path(to target: Int) -> String {
    var path = ""
    var container = 0
    while container < target {
      let entries = children(of: container).prefix { $0 <= target }
      guard let entry = entries.last else { break }
      if tokens[container].kind == .object {
        path += Self.component(string(at: entry), after: path)
        // A report about a key is one about its entry: it ends here, the value being past the key.
        container = entry + 1
      } else {
        path += "[\(entries.count - 1)]"
        container = entry
      }
    }
    return path
  }

  // Keys come from outside too: a path of a hundred long ones must not fill a log. Scalars are
  // counted, since one character may have any number of combining marks.
  private static func component(_ key: String, after path: String) -> String {
    let isLong = key.utf8.count > 64
    let isPlain = key.utf8.allSatisfy {
      ASCII.isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || $0 == ASCII.minus || $0 == UInt8(ascii: "_")
    }
    if isPlain, !isLong, !key.isEmpty { return path.isEmpty ? key : "." + key }
    let scalars = key.unicodeScalars
    let start = String(scalars.prefix(64))
    var quoted: ContiguousArray<UInt8> = []
    quoted.append(quoted: (start.utf8.count < key.utf8.count ? start + "…" : key).utf8)
    return "[\(String(decoding: quoted, as: UTF8.self))]"
  }
}
