/// Fills a tape from the dictionaries of the system in one walk, leaving out what JSON can't hold.
///
/// It keeps a stack of its own, since the depth of a dictionary is up to whoever made it.
struct UserInfoReader {
  private(set) var tape = PayloadTape(bytes: [])
  private(set) var issues = PayloadIssueList()
  private var findings = PayloadFindings()
  private var frames: [Frame] = []

  private typealias Entries = UserInfoValue.Entries

  /// A container that is open, with those of its entries that are still to be read.
  private struct Frame {
    let container: Int
    var entries: Entries
    /// Of an array: which element is being read.
    var index = -1
  }

  /// Reads a whole dictionary; one that is larger than any payload may be reads as empty.
  mutating func read(_ userInfo: [AnyHashable: Any]) {
    tape.bytes.reserveCapacity(1 << 10)
    tape.tokens.reserveCapacity(1 << 6)
    open(.hashables(userInfo.makeIterator()))
    while let last = frames.last {
      switch last.entries {
      case .hashables(let rest):
        walk(rest, as: Entries.hashables) { $0.readMember(anyKey: $1.key.base, $1.value) }
      case .texts(let rest):
        walk(rest, as: Entries.texts) { $0.readMember($1.key, $1.value) }
      case .members(let rest):
        walk(rest, as: Entries.members) { $0.readMember(anyKey: $1.key, $1.value) }
      case .elements(let rest):
        walk(rest, as: Entries.elements) { $0.readElement($1) }
      }
      guard tape.bytes.count <= PushPayload.maximumByteCount else {
        self = UserInfoReader()
        return read([:])
      }
    }
    if !findings.listed.isEmpty { leaveOutHidden() }
  }

  /// Reads entries up to the first container among them, or closes the innermost container.
  private mutating func walk<Rest: IteratorProtocol>(
    _ rest: Rest,
    as entries: (Rest) -> Entries,
    _ read: (inout Self, Rest.Element) -> Void
  ) {
    var rest = rest
    let depth = frames.count
    while frames.count == depth {
      guard let entry = rest.next() else { return close() }
      read(&self, entry)
    }
    frames[depth - 1].entries = entries(rest)
  }

  /// Writes the tape anew with those of several equal keys alone that count.
  ///
  /// They stand in any order in a dictionary, and in bytes the last would count.
  private mutating func leaveOutHidden() {
    issues.append(findings, of: tape)
    var parser = PayloadParser(tape.text(at: 0, .clean), maximumDepth: PushPayload.maximumDepth)
    if (try? parser.parse()) != nil { tape = parser.tape }
  }
}

// MARK: - Entries

extension UserInfoReader {
  private mutating func readElement(_ element: Any) {
    frames[frames.count - 1].index += 1
    separate()
    if !append(element) { append("null", as: .null) }
  }

  /// Reads a member whose key may be no text.
  private mutating func readMember(anyKey key: Any, _ value: Any) {
    if let text = UserInfoValue.text(key) {
      readMember(text, value)
    } else {
      noteEntry(of: key)
    }
  }

  private mutating func readMember(_ key: String, _ value: Any) {
    let (byteCount, tokenCount) = (tape.bytes.count, tape.tokens.count)
    separate()
    append(text: key)
    tape.bytes.append(ASCII.colon)
    guard !append(value) else { return }
    tape.bytes.removeLast(tape.bytes.count - byteCount)
    tape.tokens.removeLast(tape.tokens.count - tokenCount)
  }

  /// Appends a value, or opens it; returns false, with an issue, if JSON can't hold it here.
  private mutating func append<Value>(_ value: Value) -> Bool {
    // A cast between equal types, once a value's type is known, costs a fraction of one from `Any`.
    if Value.self == String.self, let text = value as? String {
      append(text: text)
      return true
    }
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      return open(.texts(members.makeIterator()))
    }
    switch UserInfoValue(value) {
    case .null: append("null", as: .null)
    case .bool(let bool): append(bool ? "true" : "false", as: bool ? .true : .false)
    case .number(let digits): append(digits, as: .number)
    case .string(let text): append(text: text)
    case .container(let entries): return open(entries)
    case .nonFinite: return note(.nonFiniteNumber, "is not a finite number")
    case .unsupported(let type):
      return note(.unsupportedValue, "is of the type \(type), which JSON doesn't have")
    }
    return true
  }

  @discardableResult
  private mutating func open(_ entries: Entries) -> Bool {
    guard frames.count < PushPayload.maximumDepth else {
      return note(.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    }
    let start = tape.bytes.count
    tape.bytes.append(entries.isArray ? ASCII.openBracket : ASCII.openBrace)
    let kind = entries.isArray ? PayloadToken.Kind.array : .object
    let container = tape.open(kind, at: start, in: frames.last?.container)
    frames.append(Frame(container: container, entries: entries))
    return true
  }

  private mutating func close() {
    let frame = frames.removeLast()
    tape.bytes.append(frame.entries.isArray ? ASCII.closeBracket : ASCII.closeBrace)
    _ = tape.close(frame.container, before: tape.bytes.count)
    // Keys of several types may have one text.
    guard frame.entries.hasAnyKeys else { return }
    for key in tape.shadowDuplicates(in: frame.container) {
      let position = tape.settle(key, in: frame.container)
      findings.append(PayloadFinding(code: .duplicateKey, position: position))
    }
  }
}

// MARK: - JSON

extension UserInfoReader {
  /// An opening bracket is followed by its first entry; a comma stands between others.
  private mutating func separate() {
    let last = tape.bytes.last
    if last != ASCII.openBrace, last != ASCII.openBracket { tape.bytes.append(ASCII.comma) }
  }

  private mutating func append(_ word: String, as kind: PayloadToken.Kind) {
    let start = tape.bytes.count
    tape.bytes.append(contentsOf: word.utf8)
    tape.append(kind, from: start, to: tape.bytes.count)
  }

  private mutating func append(text: String) {
    tape.bytes.append(ASCII.quote)
    let start = tape.bytes.count
    tape.bytes.append(contentsOf: text.utf8)
    let flags = PayloadString.flags(ofUnescaped: tape.bytes.span, from: start)
    tape.bytes.append(ASCII.quote)
    if flags.contains(.escaped) {
      var json = JSONWriter()
      json.write(string: text)
      tape.bytes.replaceSubrange((start - 1)..., with: json.bytes)
    }
    tape.append(.string, from: start, to: tape.bytes.count - 1, flags: flags)
  }
}

// MARK: - Issues

extension UserInfoReader {
  /// Notes an issue of the entry that is being read; always false.
  private mutating func note(_ code: PayloadIssue.Code, _ problem: String) -> Bool {
    guard !issues.isFull else {
      issues.omit(1)
      return false
    }
    let path = path(toEntryAt: tape.tokens.count).description
    issues.append(
      unordered: PayloadIssue(code, at: path, "\(path) \(problem); it is left out.")
    )
    return false
  }

  private mutating func noteEntry(of key: Any) {
    guard !issues.isFull else { return issues.omit(1) }
    let path = path(toEntryAt: nil).description
    let place = path.isEmpty ? "The payload" : path
    let description = "\(place) has a key of the type \(type(of: key)); its entry is left out."
    issues.append(unordered: PayloadIssue(.nonStringKey, at: path, description))
  }

  /// The way to the innermost open container, or to the value in it that would be at a position.
  private func path(toEntryAt position: Int?) -> PayloadPath {
    let values = frames.dropFirst().map(\.container) + (position.map { [$0] } ?? [])
    return PayloadPath(
      components: zip(frames, values).map { frame, value in
        frame.entries.isArray ? .index(frame.index) : .key(tape.string(at: value - 1) ?? "")
      }
    )
  }
}
