import Foundation

/// Writes the dictionaries of the system, and values of JSON, as the JSON that a ``PayloadParser``
/// reads, leaving out what JSON can't hold.
///
/// It keeps a stack of its own, since the depth of a dictionary is up to whoever made it.
struct UserInfoReader {
  private typealias Entry = (key: String, value: Any)

  /// What can't be a value here, as the rest of a sentence.
  private typealias Problem = (code: PayloadIssue.Code, text: String)

  /// A container that is open.
  private struct Frame {
    let isArray: Bool
    var rest: IndexingIterator<[Entry]>
    /// Of the entry that is being read.
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
    while bytes.count <= PushPayload.maximumByteCount, let last = frames.indices.last {
      if let entry = frames[last].rest.next() {
        read(entry, in: last)
      } else {
        bytes.append(frames.removeLast().isArray ? "]" : "}")
      }
    }
  }
}

// MARK: - Entries

extension UserInfoReader {
  /// Writes an element, or a member with its key; what is left out of an array becomes null.
  private mutating func read(_ entry: Entry, in frame: Int) {
    let byteCount = bytes.count
    let isArray = frames[frame].isArray
    frames[frame].key = entry.key
    frames[frame].index += 1
    if frames[frame].index > 0 { bytes.append(",") }
    if !isArray {
      bytes.append(quoted: entry.key.utf8)
      bytes.append(":")
    }
    guard let problem = append(entry.value) else { return }
    report(problem.code, problem.text + "; it is left out.")
    if isArray {
      bytes += "null".utf8
    } else {
      bytes.removeLast(bytes.count - byteCount)
      frames[frame].index -= 1
    }
  }

  /// Adds an issue of the entry that is being read.
  private mutating func report(_ code: PayloadIssue.Code, _ problem: String) {
    let frames = issues.isFull ? [] : frames
    let path = frames.reduce("") { path, frame in
      frame.isArray ? "\(path)[\(frame.index)]" : PayloadIssue.path(of: frame.key, in: path)
    }
    issues.append(code, at: path, problem)
  }

  private mutating func open(_ members: [AnyHashable: Any]) -> Problem? {
    var entries: [Entry] = []
    entries.reserveCapacity(members.count)
    var others: [Entry] = []
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
    return open(isArray: false, others.isEmpty ? entries : others + entries)
  }

  private mutating func open(isArray: Bool, _ entries: [Entry]) -> Problem? {
    guard frames.count < maximumDepth else {
      return (.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    }
    bytes.append(isArray ? "[" : "{")
    frames.append(Frame(isArray: isArray, rest: entries.makeIterator()))
    return nil
  }
}

// MARK: - Values

extension UserInfoReader {
  /// Writes a scalar, or opens a container; returns what is wrong if JSON can't hold it here.
  private mutating func append<Value>(_ value: Value) -> Problem? {
    // A cast between equal types, once a value's type is known, costs a fraction of one from `Any`.
    if Value.self == String.self, let text = value as? String {
      bytes.append(quoted: text.utf8)
      return nil
    }
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      return open(isArray: false, members.map { ($0.key, $0.value) })
    }
    // Casts bridge: 1 and true are both numbers of Foundation's, but one is a boolean.
    if Value.self is AnyClass, let number = value as? NSNumber { return append(number) }
    switch value {
    case let json as JSONValue: return append(json)
    // Before Foundation's types: a cast to one bridges all that a dictionary holds, recursively.
    case let members as [AnyHashable: Any]: return open(members)
    case let elements as [Any]: return open(isArray: true, elements.map { ("", $0) })
    case let text as String: bytes.append(quoted: text.utf8)
    case let number as NSNumber: return append(number)
    case is NSNull: bytes += "null".utf8
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
        return (.unsupportedValue, "is of the type \(type(of: value)), which JSON doesn't have")
      }
      bytes += "null".utf8
    }
    return nil
  }

  private mutating func append(_ number: NSNumber) -> Problem? {
    if !(number is NSDecimalNumber), let int = Int64(exactly: number.doubleValue),
      int.magnitude < 1 << 53
    {
      // The two booleans are objects of their own; a number 1 is another object.
      let isBool = 0...1 ~= int && number === NSNumber(value: int == 1)
      bytes += (isBool ? "\(int == 1)" : "\(int)").utf8
      return nil
    }
    let text =
      (number as? NSDecimalNumber).map { "\($0.decimalValue)" }
      ?? Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
      ?? "\(number.doubleValue)"
    guard JSONNumber(text: text) != nil else {
      return (.nonFiniteNumber, "is not a finite number")
    }
    bytes += text.utf8
    return nil
  }

  private mutating func append(_ json: JSONValue) -> Problem? {
    switch json {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += "\(bool)".utf8
    case .number(let number): bytes += number.text.utf8
    case .string(let text): bytes.append(quoted: text.utf8)
    case .array(let elements): return open(isArray: true, elements.map { ("", $0) })
    case .object(let members):
      return open(isArray: false, members.map { ($0.key, $0.value) })
    }
    return nil
  }
}
