import Foundation

/// Fills a tape from values: the dictionaries of the system, leaving out what JSON can't hold, and
/// values of JSON.
///
/// It keeps a stack of its own, since the depth of a dictionary is up to whoever made it.
struct UserInfoReader {
  /// Elements have no key.
  private typealias Entry = (key: String?, value: Any)

  /// What can't be a value here, as the rest of a sentence.
  private typealias Problem = (code: PayloadIssue.Code, text: String)

  private var tape = PayloadTape()
  /// The containers that are open, with those of their entries that are still to be read, last first.
  private var frames: [(container: Int, entries: [Entry])] = []

  /// The tape of a value; that of an empty dictionary if it is larger than any payload may be.
  static func tape(of value: Any) -> PayloadTape {
    var reader = UserInfoReader()
    reader.read(value)
    let isTooLarge = reader.tape.bytes.count > PushPayload.maximumByteCount
    return isTooLarge ? tape(of: [String: Any]()) : reader.tape
  }

  private mutating func read(_ value: Any) {
    tape.bytes.reserveCapacity(1 << 10)
    tape.tokens.reserveCapacity(1 << 6)
    _ = append(value)
    while tape.bytes.count <= PushPayload.maximumByteCount, let last = frames.indices.last {
      let container = frames[last].container
      if let entry = frames[last].entries.popLast() {
        read(entry, in: container)
      } else {
        let isArray = tape.tokens[container].kind == .array
        tape.bytes.append(isArray ? ASCII.closeBracket : ASCII.closeBrace)
        _ = tape.close(container, before: tape.bytes.count)
        frames.removeLast()
      }
    }
  }

  /// Reads an element, or a member with its key; what is left out of an array becomes null.
  private mutating func read(_ entry: Entry, in container: Int) {
    let (byteCount, tokenCount) = (tape.bytes.count, tape.tokens.count)
    if tokenCount > container + 1 { tape.bytes.append(ASCII.comma) }
    if let key = entry.key {
      append(text: key)
      tape.bytes.append(ASCII.colon)
    }
    guard let problem = append(entry.value) else { return }
    if entry.key == nil { append("null", as: .null) }
    tape.report(problem.code, at: tape.tokens.count - 1, problem.text + "; it is left out.")
    if entry.key != nil {
      tape.bytes.removeLast(tape.bytes.count - byteCount)
      tape.tokens.removeLast(tape.tokens.count - tokenCount)
    }
  }
}

// MARK: - Values

extension UserInfoReader {
  /// Appends a scalar, or opens a container; returns what is wrong if JSON can't hold it here.
  private mutating func append<Value>(_ value: Value) -> Problem? {
    // A cast between equal types, once a value's type is known, costs a fraction of one from `Any`.
    if Value.self == String.self, let text = value as? String { return append(.string(text)) }
    if Value.self == JSONValue.self, let json = value as? JSONValue { return append(json) }
    if Value.self == Int.self, let int = value as? Int { return append(.number(JSONNumber(int))) }
    if Value.self == Bool.self, let bool = value as? Bool { return append(.bool(bool)) }
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      return open(.object, members.map { ($0.key, $0.value) })
    }
    if Value.self == [Any].self, let elements = value as? [Any] { return open(elements) }
    // Casts bridge: 1 and true are both numbers of Foundation's, but one is a boolean.
    if type(of: value) is AnyClass, let number = value as? NSNumber { return append(number) }
    switch value {
    case let json as JSONValue: return append(json)
    // Before Foundation's types: a cast to one bridges all that a dictionary holds, recursively.
    case let members as [AnyHashable: Any]: return open(members)
    case let elements as [Any]: return open(elements)
    case let text as String: return append(.string(text))
    case let number as NSNumber: return append(number)
    case is NSNull: return append(.null)
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
        return (.unsupportedValue, "is of the type \(type(of: value)), which JSON doesn't have")
      }
      return append(.null)
    }
  }

  private mutating func append(_ number: NSNumber) -> Problem? {
    if !(number is NSDecimalNumber), let int = Int64(exactly: number.doubleValue),
      int.magnitude < 1 << 53
    {
      // The two booleans are objects of their own; a number 1 is another object.
      if int == 0 || int == 1, number === NSNumber(value: int == 1) {
        return append(.bool(int == 1))
      }
      append("\(int)", as: .number)
      return nil
    }
    let text =
      (number as? NSDecimalNumber).map { "\($0.decimalValue)" }
      ?? Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
      ?? "\(number.doubleValue)"
    guard JSONNumber(text: text) != nil else {
      return (.nonFiniteNumber, "is not a finite number")
    }
    append(text, as: .number)
    return nil
  }

  private mutating func append(_ json: JSONValue) -> Problem? {
    switch json {
    case .null: append("null", as: .null)
    case .bool(let bool): append(bool ? "true" : "false", as: bool ? .true : .false)
    case .number(let number): append(number.text, as: .number)
    case .string(let text): append(text: text)
    case .array(let elements): return open(elements)
    case .object(let members): return open(.object, members.map { ($0.key, $0.value) })
    }
    return nil
  }

  private mutating func open(_ members: [AnyHashable: Any]) -> Problem? {
    var entries: [Entry] = []
    var otherEntries: [Entry] = []
    var strangeTypes: Set<String> = []
    for (key, value) in members {
      if type(of: key.base) == String.self, let text = key.base as? String {
        entries.append((text, value))
      } else if let text = key.base as? String {
        otherEntries.append((text, value))
      } else {
        strangeTypes.insert("\(type(of: key.base))")
      }
    }
    // Entries are read from the end, and of those with one text the last counts: the Swift string's.
    let problem = open(.object, entries + otherEntries)
    if problem == nil, let type = strangeTypes.min() {
      let problem = "has a key of the type \(type); its entry is left out."
      tape.report(.nonStringKey, at: tape.tokens.count - 1, problem)
    }
    return problem
  }

  private mutating func open(_ elements: [some Any]) -> Problem? {
    open(.array, elements.reversed().map { (nil, $0) })
  }

  private mutating func open(_ kind: PayloadToken.Kind, _ entries: [Entry]) -> Problem? {
    guard frames.count < PushPayload.maximumDepth else {
      return (.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    }
    let container = tape.open(kind, at: tape.bytes.count, in: frames.last?.container)
    tape.bytes.append(kind == .array ? ASCII.openBracket : ASCII.openBrace)
    frames.append((container, entries))
    return nil
  }

  private mutating func append(_ word: String, as kind: PayloadToken.Kind) {
    let start = tape.bytes.count
    tape.bytes.append(contentsOf: word.utf8)
    tape.append(kind, from: start, to: tape.bytes.count)
  }

  private mutating func append(text: String) {
    let start = tape.bytes.count + 1
    let isEscaped = tape.bytes.append(quoted: text.utf8)
    let flags: PayloadToken.Flags = isEscaped ? .escaped : []
    tape.append(.string, from: start, to: tape.bytes.count - 1, flags: flags)
  }
}
