extension PayloadTape {
  /// A string's text, or another value as written.
  func string(at position: Int) -> String {
    String(decoding: content(of: tokens[position]), as: UTF8.self)
  }

  /// Everything at and below a position, by recursion: nesting has a limit.
  func value(at position: Int) -> JSONValue {
    switch tokens[position].kind {
    case .null: return .null
    case .bool: return .bool(tokens[position].range.count == 4)
    case .number: return .number(JSONNumber(validated: string(at: position)))
    case .string: return .string(string(at: position))
    case .array:
      var elements: [JSONValue] = []
      for element in children(of: position) { elements.append(value(at: element)) }
      return .array(elements)
    case .object:
      var members: [String: JSONValue] = [:]
      for key in children(of: position) where !tokens[key].isHidden {
        members[string(at: key).streamSafe] = value(at: key + 1)
      }
      return .object(members)
    }
  }

  /// The original bytes, without the white space between values and before the first one.
  var line: ContiguousArray<UInt8> {
    var line: ContiguousArray<UInt8> = []
    var offset = tokens[0].range.lowerBound
    for token in tokens where token.kind == .string {
      line += bytes[offset..<token.range.lowerBound].filter { $0 > 0x20 }
      line += bytes[token.range]
      offset = token.range.upperBound
    }
    return line + bytes[offset...].filter { $0 > 0x20 }
  }
}

/// The canonical form of a value, to compare contents byte for byte.
struct PayloadContent: Hashable, Sendable {
  let bytes: ContiguousArray<UInt8>

  /// Hashes eight bytes at a time, which is much faster than one at a time.
  func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(bytes.count)
  }
}

extension String {
  /// The text in the stream-safe format of Unicode: U+034F after every 30 combining marks in a row.
  ///
  /// Hashing a `String` sorts each run of combining marks, which takes quadratic time in the length of
  /// the run; a key of a dictionary must not. See [UAX 15, section 13](https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format).
  fileprivate var streamSafe: String {
    guard utf8.count > 60 else { return self }
    var safe = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks > 30 {
        safe.append("\u{34F}")
        marks = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }
}

// MARK: - Nodes

extension PushPayload {
  /// A place in a payload, from which values are read one at a time.
  @dynamicMemberLookup
  package struct Node: Sendable {
    let document: PayloadDocument
    package let position: Int

    private var tape: PayloadTape { document.tape }

    private var token: PayloadToken { tape.tokens[position] }
  }
}

extension PushPayload.Node {
  private func node(_ position: Int) -> Self { Self(document: document, position: position) }

  /// The value with that name, or nil if there is none or this isn't a dictionary.
  package subscript(key: String) -> Self? { tape.value(for: key, in: position).map(node) }

  /// A property of the value at this place, decoded with everything below it.
  package subscript<T>(dynamicMember path: KeyPath<JSONValue, T>) -> T { value[keyPath: path] }

  /// Everything at and below this place, decoded.
  package var value: JSONValue { tape.value(at: position) }

  /// The string, or nil for every other kind.
  package var stringValue: String? { isString ? tape.string(at: position) : nil }

  var isString: Bool { token.kind == .string }

  package var isObject: Bool { token.kind == .object }

  package var isArray: Bool { token.kind == .array }

  /// The elements, or none if this isn't an array.
  package var elements: [Self] { isArray ? tape.children(of: position).map(node) : [] }

  /// All names and values in the order written, also those with a name that appears again.
  package var entries: [(name: String, value: Self)] {
    isObject ? tape.children(of: position).map { (tape.string(at: $0), node($0 + 1)) } : []
  }

  /// The names that count, in the order written, or none if this isn't a dictionary.
  package var keys: [String] {
    isObject
      ? tape.children(of: position).filter { !tape.tokens[$0].isHidden }.map(tape.string) : []
  }

  /// The number of names or elements; 0 for other kinds.
  package var count: Int { keys.count + elements.count }

  /// Whether this is a string with that text, compared byte for byte.
  func isText(_ text: String) -> Bool { isString && tape.isText(text, at: position) }
}
