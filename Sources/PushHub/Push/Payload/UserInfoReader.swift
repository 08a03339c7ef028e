import Foundation

/// Writes the dictionaries of the system, and values of JSON, as the JSON that a ``PayloadParser``
/// reads, leaving out what JSON can't hold.
///
/// It keeps a stack of its own, since the depth of a dictionary is up to whoever made it.
struct UserInfoReader {
  /// What is left of a container to be read.
  private enum Entries {
    case texts(Dictionary<String, Any>.Iterator)
    case members(IndexingIterator<[(key: String, value: Any)]>)
    case elements(IndexingIterator<[Any]>)
  }

  /// A container that is open.
  private struct Frame {
    var entries: Entries
    let isArray: Bool
    /// Of the entry that is being read: its key, or its place in an array.
    var key = ""
    var index = -1
  }

  private let maximumDepth: Int
  private var bytes: ContiguousArray<UInt8> = []
  private var issues = PayloadIssueList()
  private var frames: [Frame] = []

  /// The tape of a dictionary; that of an empty one if it is larger than any payload may be.
  static func tape(
    of userInfo: [AnyHashable: Any],
    maximumDepth: Int = PushPayload.maximumDepth
  ) -> PayloadTape {
    var reader = UserInfoReader(maximumDepth: maximumDepth)
    reader.read(userInfo)
    let tape = try? PayloadParser.tape(
      of: reader.bytes,
      maximumDepth: maximumDepth,
      issues: reader.issues
    )
    return tape ?? Self.tape(of: [:])
  }

  private mutating func read(_ userInfo: [AnyHashable: Any]) {
    bytes.reserveCapacity(1 << 10)
    _ = open(userInfo)
    while bytes.count <= PushPayload.maximumByteCount, let frame = frames.last {
      switch frame.entries {
      case .texts(let rest): read(rest, Entries.texts) { $0.read($1.value, under: $1.key) }
      case .members(let rest): read(rest, Entries.members) { $0.read($1.value, under: $1.key) }
      case .elements(let rest): read(rest, Entries.elements) { $0.read($1) }
      }
    }
  }

  /// Reads entries up to the first container among them, or closes the innermost container.
  private mutating func read<Rest: IteratorProtocol>(
    _ rest: Rest,
    _ entries: (Rest) -> Entries,
    _ readEntry: (inout Self, Rest.Element) -> Void
  ) {
    var rest = rest
    let depth = frames.count
    while frames.count == depth {
      guard let entry = rest.next() else {
        bytes.append(frames.removeLast().isArray ? "]" : "}")
        return
      }
      readEntry(&self, entry)
    }
    frames[depth - 1].entries = entries(rest)
  }
}

// MARK: - Entries

extension UserInfoReader {
  /// Writes an element; one that is left out becomes null.
  private mutating func read(_ element: Any) {
    frames[frames.count - 1].index += 1
    separate()
    if !append(element) { _ = append("null") }
  }

  /// Writes a member with its key, unless it is left out.
  private mutating func read(_ value: Any, under key: String) {
    let byteCount = bytes.count
    frames[frames.count - 1].key = key
    separate()
    bytes.append(quoted: key.utf8)
    bytes.append(":")
    if !append(value) { bytes.removeLast(bytes.count - byteCount) }
  }

  /// A comma stands before all but the first entry.
  private mutating func separate() {
    let last = bytes[bytes.count - 1]
    if !(last == "{" || last == "[") { bytes.append(",") }
  }

  /// Adds an issue of the entry that is being read.
  private mutating func report(_ code: PayloadIssue.Code, _ problem: String) {
    let frames = issues.isFull ? [] : frames
    let path = frames.reduce("") { path, frame in
      frame.isArray ? "\(path)[\(frame.index)]" : PayloadIssue.path(of: frame.key, in: path)
    }
    issues.append(code, at: path, problem)
  }

  /// Reports that JSON can't hold the value here.
  private mutating func refuse(_ code: PayloadIssue.Code, _ problem: String) -> Bool {
    report(code, "\(problem); it is left out.")
    return false
  }

  private mutating func open(_ members: [AnyHashable: Any]) -> Bool {
    var entries: [(key: String, value: Any)] = []
    entries.reserveCapacity(members.count)
    var others = entries
    var strangeTypes: Set<String> = []
    for (key, value) in members {
      let key = key.base
      if type(of: key) == String.self, let text = key as? String {
        entries.append((text, value))
      } else if let text = key as? String {
        others.append((text, value))
      } else {
        strangeTypes.insert("\(type(of: key))")
      }
    }
    if let type = strangeTypes.min() {
      report(.nonStringKey, "has a key of the type \(type); its entry is left out.")
    }
    // Of keys with one text the last counts: the Swift string's.
    return open(.members((others.isEmpty ? entries : others + entries).makeIterator()))
  }

  private mutating func open(_ entries: Entries) -> Bool {
    guard frames.count < maximumDepth else {
      return refuse(.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    }
    let isArray = if case .elements = entries { true } else { false }
    bytes.append(isArray ? "[" : "{")
    frames.append(Frame(entries: entries, isArray: isArray))
    return true
  }
}

// MARK: - Values

extension UserInfoReader {
  /// Writes a scalar, or opens a container; false, with an issue, if JSON can't hold it here.
  private mutating func append<Value>(_ value: Value) -> Bool {
    // A cast between equal types, once a value's type is known, costs a fraction of one from `Any`.
    if Value.self == String.self, let text = value as? String { return append(quoted: text) }
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      return open(.texts(members.makeIterator()))
    }
    // Casts bridge: 1 and true are both numbers of Foundation's, but one is a boolean.
    if Value.self is AnyClass, let number = value as? NSNumber { return append(number) }
    switch value {
    case let json as JSONValue: return append(json)
    // Before Foundation's types: a cast to one bridges all that a dictionary holds, recursively.
    case let members as [AnyHashable: Any]: return open(members)
    case let elements as [Any]: return open(.elements(elements.makeIterator()))
    case let text as String: return append(quoted: text)
    case let number as NSNumber: return append(number)
    case is NSNull: return append("null")
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
        return refuse(
          .unsupportedValue,
          "is of the type \(type(of: value)), which JSON doesn't have"
        )
      }
      return append("null")
    }
  }

  private mutating func append(quoted text: String) -> Bool {
    bytes.append(quoted: text.utf8)
    return true
  }

  private mutating func append(_ word: String) -> Bool {
    bytes += word.utf8
    return true
  }

  private mutating func append(_ number: NSNumber) -> Bool {
    if !(number is NSDecimalNumber), let int = Int64(exactly: number.doubleValue),
      int.magnitude < 1 << 53
    {
      // The two booleans are objects of their own; a number 1 is another object.
      let isBool = 0...1 ~= int && number === NSNumber(value: int == 1)
      return append(isBool ? "\(int == 1)" : "\(int)")
    }
    let text =
      (number as? NSDecimalNumber).map { "\($0.decimalValue)" }
      ?? Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
      ?? "\(number.doubleValue)"
    guard JSONNumber(text: text) != nil else {
      return refuse(.nonFiniteNumber, "is not a finite number")
    }
    return append(text)
  }

  private mutating func append(_ json: JSONValue) -> Bool {
    switch json {
    case .null: append("null")
    case .bool(let bool): append("\(bool)")
    case .number(let number): append(number.text)
    case .string(let text): append(quoted: text)
    case .array(let elements): open(.elements(elements.map { $0 as Any }.makeIterator()))
    case .object(let members):
      open(.members(members.map { ($0.key, $0.value) }.makeIterator()))
    }
  }
}
