public import Foundation

/// The content of a push: a validated JSON dictionary, whose values are decoded on access.
///
/// Creating a payload checks the whole document once, but decodes nothing, since most fields are never read.
/// A copy is a reference.
///
/// ```swift
/// let push = PushPayload(userInfo: userInfo)
/// push.aps.title
/// push["deep_link"]?.stringValue
/// let order = try push.decode(Order.self)
/// ```
///
/// Any input results in a payload or a ``PayloadError``. Malformed parts of a payload are listed in
/// ``issues``. If a key appears more than once, the last value counts, also in ``json`` and
/// ``decode(_:using:)``.
public struct PushPayload: Sendable {
  /// The maximum depth of nesting; the outermost dictionary is the first level.
  ///
  /// Foundation's parsers have the same limit.
  public static let maximumDepth = 512

  /// The maximum number of bytes, 64 MiB; the push service sends up to 5 KiB.
  public static let maximumByteCount = 64 << 20

  let document: PayloadDocument

  /// Reads a payload from the bytes of a JSON dictionary, such as `Data`.
  ///
  /// - Throws: ``PayloadError``, with the offset of the first invalid byte.
  /// - Complexity: O(*n* log *n*) in the number of bytes, for any bytes.
  public init(json: some Sequence<UInt8>) throws(PayloadError) {
    document = try PayloadDocument(ContiguousArray(json))
  }

  /// Reads a payload from the dictionary that the system delivers.
  ///
  /// It never fails. Values that JSON doesn't have are left out, with one issue for each; in an array `null`
  /// takes their place, so that the other elements keep their indices. Numbers, booleans, strings, arrays
  /// and dictionaries of Swift and of Foundation are equivalent; nil and `NSNull` are `null`. A push has the
  /// same content here as in its JSON. A dictionary whose JSON would be larger than ``maximumByteCount``
  /// reads as empty.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the dictionary.
  public init(userInfo: [AnyHashable: Any]) {
    document = PayloadDocument(UserInfoReader.tape(of: userInfo))
  }

  /// The issues of the payload, at most one for each path.
  ///
  /// Issues of the document come first, then those of `aps`. After a hundred, one last issue has the number of
  /// the others.
  public var issues: [PayloadIssue] { document.tape.issues.all }

  /// The `aps` dictionary with typed properties; empty if there is none.
  public var aps: APS { APS(node: document.aps.map(node), alert: document.alert.map(node)) }

  /// The whole payload, whose values are decoded on access.
  package var root: Node { node(0) }

  private func node(_ position: Int) -> Node { Node(document: document, position: position) }

  /// The value of a key beside `aps`, decoded with everything in it.
  ///
  /// - Complexity: O(*n*) in the number of keys, plus the size of the value.
  public subscript(key: String) -> JSONValue? { root[key]?.value }

  /// All values by key, `aps` included, decoded.
  ///
  /// Of several keys that differ in their bytes but are equal as `String`, the dictionary has the last value.
  /// A key with more than 30 combining marks in a row has U+034F after every 30 of them, since hashing it
  /// would otherwise take quadratic time. The payload's subscript finds each key as it was sent.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var object: [String: JSONValue] { root.value.objectValue ?? [:] }
}

// MARK: - Texts

extension PushPayload {
  /// The payload as JSON that every parser reads in the same way.
  ///
  /// These are the original bytes, unless they had a byte order mark, half a surrogate pair, a repeated key or
  /// over a hundred issues: then the payload is written again, with each issue resolved as in ``issues``.
  ///
  /// - Complexity: O(1), or O(*n* log *n*) if they are written anew.
  public var json: [UInt8] {
    let isClean = issues.allSatisfy {
      ![.byteOrderMark, .loneSurrogate, .duplicateKey, .moreIssues].contains($0.code)
    }
    return isClean ? Array(document.tape.bytes) : Array(root.value.jsonText.utf8)
  }

  /// The original payload in one line, without the white space between its values.
  ///
  /// It has the same issues when it is read again: repeated keys and halves of surrogate pairs are kept. A byte
  /// order mark is removed.
  package var lineText: String { String(decoding: document.tape.line, as: UTF8.self) }

  /// The form that all payloads with the same content share.
  ///
  /// Two payloads are equal if the bytes of these texts are.
  ///
  /// - Complexity: O(*n* log *n*) in the number of bytes; computed at each call.
  package var canonicalJSON: String { String(decoding: content.bytes, as: UTF8.self) }

  /// The content, for comparisons; keep it to compare many payloads.
  var content: PayloadContent { root.value.content }

  /// Decodes the payload, or the app's own part of it, as a type of the app.
  ///
  /// ```swift
  /// struct Order: Decodable {
  ///   var orderID: Int
  ///   enum CodingKeys: String, CodingKey { case orderID = "order_id" }
  /// }
  /// let order = try payload.decode(Order.self)
  /// ```
  ///
  /// - Throws: The decoder's error, which may contain values of the payload.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self,
    using decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    try decoder.decode(type, from: Data(json))
  }
}

extension PushPayload: Hashable, CustomStringConvertible, CustomReflectable {
  /// Whether both have the same content.
  ///
  /// - Complexity: O(1) for copies, O(*n* log *n*) otherwise.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.document === rhs.document || lhs.content == rhs.content
  }

  /// Hashes the content, not its spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// The size of the payload and the number of its issues, without its content.
  public var description: String {
    "PushPayload(\(root.count) keys, \(document.tape.bytes.count) bytes, \(issues.count) issues)"
  }

  /// A mirror without children, so that `dump` doesn't print the content.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Parts

extension PushPayload {
  /// Reads a payload that is part of another document, with its issues.
  ///
  /// - Throws: ``PayloadError`` if the node isn't a dictionary.
  package init(_ node: Node) throws(PayloadError) {
    guard node.isObject else { throw PayloadError(.notAnObject, at: 0) }
    let tape = node.document.tape
    document = try PayloadDocument(ContiguousArray(tape.bytes[tape.tokens[node.position].range]))
  }
}

/// The storage of a payload, shared by its copies.
final class PayloadDocument: Sendable {
  let tape: PayloadTape
  /// The positions of the `aps` dictionary and of its alert.
  let (aps, alert): (Int?, Int?)

  /// The marks of the payload's own keys.
  private let marks: UInt64

  init(_ tape: PayloadTape) {
    var tape = tape
    aps = tape.checkAPS()
    alert = aps.flatMap { [tape] in tape.value(for: "alert", in: $0) }
    self.tape = tape
    marks = tape.children(of: 0).reduce(0) { $0 | Self.mark(of: tape.content(of: tape.tokens[$1])) }
  }

  /// Whether the payload may have the keys with some marks; where it hasn't, the answer is mostly `false`.
  func mayHave(_ marks: UInt64) -> Bool { self.marks & marks == marks }

  /// A bit for the length and the first byte of a key.
  static func mark(of key: some Collection<UInt8>) -> UInt64 {
    1 << ((key.count &* 7 &+ Int(key.first ?? 0)) & 63)
  }

  convenience init(_ bytes: ContiguousArray<UInt8>) throws(PayloadError) {
    let tape = try PayloadParser.tape(of: bytes)
    guard tape.tokens[0].kind == .object else { throw PayloadError(.notAnObject, at: 0) }
    self.init(tape)
  }
}
