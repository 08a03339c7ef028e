import Foundation

/// Writes the system's dictionaries as JSON on a ``PayloadTape``, without values that JSON doesn't have.
///
/// It has its own stack, since a dictionary may have any depth.
struct UserInfoReader {
  private enum Step {
    /// An entry of a container; elements of an array have no keys.
    case entry(key: String?, value: Any)

    /// The end of the container at a position.
    case end(Int)
  }

  /// The reason why JSON doesn't have a value.
  private struct Refusal: Error {
    let code: PayloadIssue.Code
    let text: String
  }

  private var tape = PayloadTape()
  private var depth = 0

  /// The steps that are still to be written, the last ones first.
  private var steps: [Step] = []

  /// The tape of a dictionary; that of an empty one if it is too large.
  static func tape(of members: [AnyHashable: Any]) -> PayloadTape {
    var reader = UserInfoReader()
    reader.tape.bytes.reserveCapacity(1 << 10)
    try? reader.append(members)
    while let step = reader.steps.popLast() {
      reader.perform(step)
      if reader.tape.bytes.count > PushPayload.maximumByteCount { return tape(of: [:]) }
    }
    return reader.tape
  }

  private mutating func perform(_ step: Step) {
    switch step {
    case .entry(let key, let value): append(value, of: key)
    case .end(let container):
      tape.bytes.append(tape.tokens[container].kind == .array ? "]" : "}")
      tape.close(container, before: tape.bytes.count)
      depth -= 1
    }
  }

  /// Writes an entry; one that is left out becomes null in an array.
  private mutating func append(_ value: Any, of key: String?) {
    let start = tape.bytes.count
    let last = tape.bytes[start - 1]
    if !(last == "{" || last == "[") { tape.bytes.append(",") }
    if let key {
      append(key)
      tape.bytes.append(":")
    }
    do {
      try append(value)
    } catch {
      if key == nil { append(.null, "null") }
      tape.report(error.code, at: tape.tokens.count - 1, "\(error.text); it is left out.")
      guard key != nil else { return }
      tape.tokens.removeLast()
      tape.bytes.removeLast(tape.bytes.count - start)
    }
  }
}

// MARK: - Containers

extension UserInfoReader {
  private mutating func append(_ members: [AnyHashable: Any]) throws(Refusal) {
    let position = tape.tokens.count
    try open(.object)
    let start = steps.count
    for (key, value) in members {
      if let key = key.base as? String { steps.append(.entry(key: key, value: value)) }
    }
    if steps.count - start < members.count {
      tape.report(
        .nonStringKey,
        at: position,
        "has a key that isn't a string; its entry is left out."
      )
    }
  }

  private mutating func open(_ kind: PayloadToken.Kind) throws(Refusal) {
    guard depth < PushPayload.maximumDepth else {
      throw Refusal(
        code: .tooDeep,
        text: "is nested deeper than \(PushPayload.maximumDepth) levels"
      )
    }
    depth += 1
    steps.append(.end(tape.tokens.count))
    append(kind, kind == .array ? "[" : "{")
  }
}

// MARK: - Values

extension UserInfoReader {
  private mutating func append(_ kind: PayloadToken.Kind, _ text: String) {
    let start = tape.bytes.count
    tape.bytes += text.utf8
    tape.append(kind, start..<tape.bytes.count)
  }

  private mutating func append(_ text: String) {
    let start = tape.bytes.count + 1
    tape.bytes.append(quoted: text.utf8)
    let range = start..<tape.bytes.count - 1
    tape.append(.string, range, isEscaped: range.count > text.utf8.count)
  }

  /// Writes a scalar, or opens a container.
  private mutating func append<Value>(_ value: Value) throws(Refusal) {
    // Casts bridge: 1 and true are both numbers of Foundation's, but one is a boolean.
    if Value.self is AnyClass, let number = value as? NSNumber { return try append(number) }
    // A cast to another type of dictionary converts what is in it, entry by entry.
    if Value.self == [String: Any].self, let members = value as? [String: Any] {
      try open(.object)
      for (key, value) in members { steps.append(.entry(key: key, value: value)) }
      return
    }
    switch value {
    case let text as String: append(text)
    // Before Foundation's types: a cast to one bridges a dictionary's values recursively.
    case let members as [AnyHashable: Any]: try append(members)
    case let elements as [Any]:
      try open(.array)
      steps += elements.reversed().map { .entry(key: nil, value: $0) }
    case let number as NSNumber: try append(number)
    case is NSNull: append(.null, "null")
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
        throw Refusal(
          code: .unsupportedValue,
          text: "is of the type \(type(of: value)), which JSON doesn't have"
        )
      }
      append(.null, "null")
    }
  }

  private mutating func append(_ number: NSNumber) throws(Refusal) {
    let double = number.doubleValue
    guard double.isFinite else {
      throw Refusal(code: .nonFiniteNumber, text: "is not a finite number")
    }
    // The two booleans are objects of their own; a number 1 is another object.
    if double == 0 || double == 1, number === NSNumber(value: double == 1) {
      return append(.bool, "\(double == 1)")
    }
    let isInteger = -0x1p63..<0x1p63 ~= double && Double(number.int64Value) == double
    let digits =
      (number as? NSDecimalNumber).map { "\($0.decimalValue)" }
      ?? (isInteger ? "\(number.int64Value)" : UInt64(exactly: number).map { "\($0)" })
    append(.number, digits ?? "\(double)")
  }
}
