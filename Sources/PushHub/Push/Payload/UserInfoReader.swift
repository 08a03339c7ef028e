import Foundation

/// Writes the system's dictionaries as JSON for a ``PayloadParser``, without values that JSON doesn't have.
///
/// It has its own stack, since a dictionary may have any depth.
struct UserInfoReader {
  /// An entry of a container; elements of an array have no keys.
  private struct Entry {
    var key: String?
    let value: Any
  }

  /// A container that is open.
  private struct Frame {
    let entries: [Entry]
    let isArray: Bool
    /// The number of entries that have been read, including the current one.
    var count = 0
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var issues = PayloadIssueList()
  private var frames: [Frame] = []

  /// The tape of a value; that of an empty dictionary if the value is too large.
  static func tape(of value: Any) -> PayloadTape {
    var reader = UserInfoReader()
    reader.bytes.reserveCapacity(1 << 10)
    reader.read(value)
    let tape = try? PayloadParser.tape(of: reader.bytes, issues: reader.issues)
    return tape ?? Self.tape(of: [String: Any]())
  }

  private mutating func read(_ root: Any) {
    _ = append(root)
    while bytes.count <= PushPayload.maximumByteCount, let frame = frames.last {
      guard frame.count < frame.entries.count else {
        bytes.append(frame.isArray ? "]" : "}")
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].count += 1
      read(frame.entries[frame.count])
    }
  }

  /// Writes an entry; one that is left out becomes null in an array.
  private mutating func read(_ entry: Entry) {
    let byteCount = bytes.count
    let last = bytes[byteCount - 1]
    if !(last == "{" || last == "[") { bytes.append(",") }
    if let key = entry.key {
      bytes.append(quoted: key.utf8)
      bytes.append(":")
    }
    if append(entry.value) { return }
    if entry.key == nil { bytes += "null".utf8 } else { bytes.removeLast(bytes.count - byteCount) }
  }
}

// MARK: - Containers

extension UserInfoReader {
  private mutating func open(_ members: [AnyHashable: Any]) -> Bool {
    let entries = members.compactMap { key, value in
      (key.base as? String).map { Entry(key: $0, value: value) }
    }
    if entries.count < members.count {
      report(.nonStringKey, "has a key that isn't a string; its entry is left out.")
    }
    return open(entries)
  }

  private mutating func open(_ entries: [Entry], isArray: Bool = false) -> Bool {
    guard frames.count < PushPayload.maximumDepth else {
      return refuse(.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    }
    bytes.append(isArray ? "[" : "{")
    frames.append(Frame(entries: entries, isArray: isArray))
    return true
  }

  /// Adds an issue of the current entry.
  private mutating func report(_ code: PayloadIssue.Code, _ problem: String) {
    let path = (issues.isFull ? [] : frames).reduce("") { path, frame in
      let index = frame.count - 1
      return frame.entries[index].key.map { PayloadIssue.path(of: $0, in: path) }
        ?? "\(path)[\(index)]"
    }
    issues.append(code, at: path, problem)
  }

  /// Reports that JSON doesn't have the value.
  private mutating func refuse(_ code: PayloadIssue.Code, _ problem: String) -> Bool {
    report(code, "\(problem); it is left out.")
    return false
  }
}

// MARK: - Values

extension UserInfoReader {
  /// Writes a scalar, or opens a container; returns false, with an issue, if JSON doesn't have it.
  private mutating func append<Value>(_ value: Value) -> Bool {
    // Casts bridge: 1 and true are both numbers of Foundation's, but one is a boolean.
    if Value.self is AnyClass, let number = value as? NSNumber { return append(number) }
    // A cast to another type of dictionary converts what is in it, entry by entry.
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      return open(members.map { Entry(key: $0, value: $1) })
    }
    switch value {
    case let text as String: bytes.append(quoted: text.utf8)
    case let json as JSONValue: bytes += json.jsonText.utf8
    // Before Foundation's types: a cast to one bridges a dictionary's values recursively.
    case let members as [AnyHashable: Any]: return open(members)
    case let elements as [Any]: return open(elements.map { Entry(value: $0) }, isArray: true)
    case let number as NSNumber: return append(number)
    case is NSNull: bytes += "null".utf8
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
        let problem = "is of the type \(type(of: value)), which JSON doesn't have"
        return refuse(.unsupportedValue, problem)
      }
      bytes += "null".utf8
    }
    return true
  }

  private mutating func append(_ number: NSNumber) -> Bool {
    guard number.doubleValue.isFinite else {
      return refuse(.nonFiniteNumber, "is not a finite number")
    }
    // The two booleans are objects of their own; a number 1 is another object.
    let bool = [true, false].first { number === NSNumber(value: $0) }
    let digits =
      (number as? NSDecimalNumber).map { "\($0.decimalValue)" }
      ?? Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
    bytes += (bool.map { "\($0)" } ?? digits ?? "\(number.doubleValue)").utf8
    return true
  }
}
