public import Foundation

extension PushPayload {
  /// The payload as JSON that every parser reads alike.
  ///
  /// These are the bytes that came, unless they had a byte order mark, half a surrogate pair or a
  /// repeated key: then they are written anew, with each issue settled as ``issues`` says.
  /// - Complexity: O(1), or O(*n* log *n*) if they are written anew.
  public var json: [UInt8] { Array(cleanBytes) }

  /// The bytes of ``json``, for APIs that want `Data`.
  public var jsonData: Data { Data(cleanBytes) }

  private var cleanBytes: ContiguousArray<UInt8> {
    document.isClean ? document.tape.bytes : document.tape.text(at: 0, .clean)
  }

  /// The payload as it came, in one line: without the white space between its values.
  ///
  /// Repeated keys and halves of surrogate pairs stay, so that what is read again has the same
  /// issues; a byte order mark goes, since it can't stand within a line.
  package var lineText: String {
    String(decoding: document.tape.text(at: 0, .verbatim), as: UTF8.self)
  }

  /// The content in the one form that all payloads with the same content share.
  ///
  /// Keys are sorted by their bytes, white space and needless escapes are gone, and numbers with the
  /// same value are spelt alike. Two payloads are equal exactly when the bytes of these texts are,
  /// which `==` on `String` doesn't compare: use `utf8`.
  /// - Complexity: O(*n* log *n*) in the number of bytes; computed at each call.
  public var canonicalJSON: String {
    String(decoding: content.bytes, as: UTF8.self)
  }

  /// What is compared; keep it where many payloads are.
  var content: PayloadContent {
    PayloadContent(bytes: document.tape.text(at: 0, .canonical))
  }

  /// Decodes the payload, or the app's own part of it, as a type of the app's.
  ///
  /// ```swift
  /// struct Order: Decodable {
  ///   var orderID: Int
  ///   enum CodingKeys: String, CodingKey { case orderID = "order_id" }
  /// }
  /// let order = try payload.decode(Order.self)
  /// ```
  ///
  /// - Throws: What the decoder throws. Its errors may quote values of the payload.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self,
    using decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    try decoder.decode(type, from: jsonData)
  }
}

extension PushPayload: Hashable {
  /// Whether both have the same content, however it was written.
  ///
  /// - Complexity: O(1) for copies, O(*n* log *n*) otherwise.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.document === rhs.document || lhs.document.tape.bytes == rhs.document.tape.bytes
      || lhs.content == rhs.content
  }

  /// Feeds the content, not its spelling, to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}

/// The canonical form of a payload, to tell its content from others, byte for byte.
struct PayloadContent: Hashable, Sendable {
  let bytes: ContiguousArray<UInt8>

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: bytes)
  }
}

// MARK: - Parts

extension PushPayload {
  /// Reads a payload that lies within another document, with everything strange about it.
  ///
  /// - Throws: ``PayloadError`` if the node is no dictionary.
  package init(_ node: Node) throws(PayloadError) {
    guard node.isObject else { throw PayloadError(.notAnObject, at: 0) }
    let tape = node.document.tape
    document = try PayloadDocument(ContiguousArray(tape.bytes[tape.tokens[node.position].range]))
  }

  /// The payload without one of the outermost keys, for tools that read what others wrote into it.
  ///
  /// All other bytes stay as they came, so that what is strange about them is still told.
  package func removing(_ key: String) -> PushPayload {
    let tape = document.tape
    let keys = tape.allKeys(of: 0)
    guard keys.contains(where: { tape.isKey(tape.tokens[$0], key, length: key.utf8.count) }),
      let first = keys.first, let end = tape.bytes.lastIndex(of: ASCII.closeBrace)
    else { return self }
    // Each member reaches from its opening quotation mark to the next one's, its comma with it.
    let starts = keys.map { Int(tape.tokens[$0].start) - 1 } + [end]
    var bytes = tape.bytes[..<(Int(tape.tokens[first].start) - 1)]
    var endsWithComma = false
    for (index, position) in keys.enumerated()
    where !tape.isKey(tape.tokens[position], key, length: key.utf8.count) {
      bytes += tape.bytes[starts[index]..<starts[index + 1]]
      endsWithComma = index < keys.count - 1
    }
    if endsWithComma, let comma = bytes.lastIndex(of: ASCII.comma) { bytes.remove(at: comma) }
    bytes += tape.bytes[end...]
    return (try? PushPayload(json: bytes)) ?? self
  }
}
