extension PushPayload {
  /// A place in a payload, from which values are read one at a time.
  ///
  /// ```swift
  /// payload.root["custom"]?["i"]?.stringValue
  /// ```
  ///
  /// A node keeps its payload alive. Asking for another kind of value than there is gives nil.
  public struct Node: Sendable {
    let document: PayloadDocument
    let position: Int

    private var tape: PayloadTape { document.tape }

    /// The value with that name, or nil if there is none or this isn't a dictionary.
    ///
    /// - Complexity: O(*n*) in the number of keys of this dictionary.
    public subscript(key: String) -> Node? {
      tape.value(for: key, in: position).map { Node(document: document, position: $0) }
    }

    /// The element at that index, or nil out of bounds or if this isn't an array.
    ///
    /// - Complexity: O(*n*) in the index.
    public subscript(index: Int) -> Node? {
      tape.element(index, in: position).map { Node(document: document, position: $0) }
    }

    /// The elements, or none if this isn't an array.
    public var elements: [Node] {
      tape.elements(of: position).map { Node(document: document, position: $0) }
    }

    /// The names, in the order written, or none if this isn't a dictionary.
    public var keys: [String] { tape.keys(of: position).compactMap(tape.string(at:)) }

    /// The number of names or elements; 0 for other kinds.
    ///
    /// - Complexity: O(*n*) in that number.
    public var count: Int {
      isObject ? tape.keys(of: position).count : tape.elements(of: position).count
    }

    var isString: Bool { tape.tokens[position].kind == .string }

    /// Whether there are no names or elements.
    var isEmpty: Bool { Int(tape.tokens[position].next) == position + 1 }

    /// Whether this is a dictionary.
    public var isObject: Bool { tape.tokens[position].kind == .object }

    /// Whether this is an array.
    public var isArray: Bool { tape.tokens[position].kind == .array }

    /// Whether this is the literal `null`.
    public var isNull: Bool { tape.tokens[position].kind == .null }

    /// The string, or nil for every other kind.
    public var stringValue: String? { tape.string(at: position) }

    /// The boolean, or nil for every other kind.
    public var boolValue: Bool? { tape.bool(at: position) }

    /// The number with all its digits, or nil for every other kind.
    public var numberValue: JSONNumber? { tape.number(at: position) }

    /// The number as an `Int`, or nil if it isn't one exactly.
    public var intValue: Int? { numberValue?.int }

    /// The number as the nearest `Double`, or nil if it is too large for one.
    public var doubleValue: Double? { numberValue?.double }

    /// Everything at and below this place, decoded.
    public var value: JSONValue { tape.value(at: position) }

    /// All names and values in the order written, also those that a later one of the name hides.
    package var entries: [(name: String, value: Node)] {
      tape.allKeys(of: position).compactMap { key in
        tape.string(at: key).map { ($0, Node(document: document, position: key + 1)) }
      }
    }

    /// The values by name, but not those that are excluded.
    func members(except excluded: [KeyPattern]) -> [String: JSONValue] {
      tape.members(of: position, except: excluded)
    }
  }
}
