public import Foundation

/// The content of a push: a validated JSON dictionary, read where it lies.
///
/// Making a payload checks the whole document once, but decodes nothing: most fields of most
/// pushes are never read. Copying one costs a reference.
///
/// ```swift
/// let push = PushPayload(userInfo: userInfo)
/// push.aps.title
/// push["deep_link"]?.stringValue
/// let order = try push.decode(Order.self)
/// ```
///
/// Payloads come from outside. Anything whatever gives a payload or a ``PayloadError``, and what
/// is strange about a payload is listed in ``issues``. Of a key that appears more than once the
/// last value counts, here as in ``json`` and ``decode(_:using:)``; parsers disagree on that.
public struct PushPayload: Sendable {
  /// The deepest nesting that is read, the outermost dictionary being the first level.
  ///
  /// Foundation's parsers have the same limit.
  public static let maximumDepth = 512

  /// The most bytes that are read, 64 MiB; the push service sends up to 5 KiB.
  public static let maximumByteCount = 64 << 20

  let document: PayloadDocument

  /// Reads a payload from the bytes of a JSON dictionary, such as `Data`.
  ///
  /// - Throws: ``PayloadError``, with the offset of the byte at fault.
  /// - Complexity: O(*n* log *n*) in the number of bytes, for any bytes.
  public init(json: some Sequence<UInt8>) throws(PayloadError) {
    document = try PayloadDocument(ContiguousArray(json))
  }

  /// Reads a payload from the dictionary in which the system delivers it.
  ///
  /// This never fails: what JSON can't hold is left out, and each such field has one issue. Left
  /// out of an array, `null` takes its place, so that the other elements keep their indices.
  /// Numbers, booleans, strings, arrays and dictionaries of Swift and of Foundation are read
  /// alike; nil and `NSNull` are `null`. The same push has the same content here as in its JSON.
  /// A dictionary whose JSON would pass ``maximumByteCount`` reads as empty.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the dictionary.
  public init(userInfo: [AnyHashable: Any]) {
    document = PayloadDocument(UserInfoReader.tape(of: userInfo))
  }

  /// Everything strange about the payload, at most one issue for each path.
  ///
  /// Issues of the document come first, then those of `aps`. After a hundred, one last issue counts
  /// the rest.
  public var issues: [PayloadIssue] { document.tape.issues.all }

  /// The dictionary that speaks to the system, typed; empty if there is none.
  public var aps: APS { APS(node: document.aps.map { Node(document: document, position: $0) }) }

  /// The whole payload, to be read without decoding what isn't asked for.
  package var root: Node { Node(document: document, position: 0) }

  /// The value of a key beside `aps`, decoded with everything in it.
  ///
  /// - Complexity: O(*n*) in the number of keys, plus the size of the value.
  public subscript(key: String) -> JSONValue? { root[key]?.value }

  /// All values by key, `aps` included, decoded.
  ///
  /// Keys of JSON are told apart by their bytes, keys of a dictionary as `String` is: of several keys
  /// that are one `String` the dictionary has the last value. A key with more than 30 combining marks
  /// in a row has U+034F after every 30 there, since hashing it would otherwise take quadratic time.
  /// The payload's own subscript finds each key as it was sent.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var object: [String: JSONValue] { root.value.objectValue ?? [:] }
}

// MARK: - Texts

extension PushPayload {
  /// The payload as JSON that every parser reads alike.
  ///
  /// These are the bytes that came, unless they had a byte order mark, half a surrogate pair, a repeated
  /// key or over a hundred issues: then they are written anew, with each issue settled as ``issues`` says.
  /// - Complexity: O(1), or O(*n* log *n*) if they are written anew.
  public var json: [UInt8] {
    let isClean = issues.allSatisfy {
      ![.byteOrderMark, .loneSurrogate, .duplicateKey, .moreIssues].contains($0.code)
    }
    return Array(isClean ? document.tape.bytes : document.tape.text(at: 0))
  }

  /// The payload as it came, in one line: without the white space between its values.
  ///
  /// Repeated keys and halves of surrogate pairs stay, so that what is read again has the same
  /// issues; a byte order mark goes, since it can't stand within a line.
  package var lineText: String { String(decoding: document.tape.line, as: UTF8.self) }

  /// The content in the one form that all payloads with the same content share.
  ///
  /// Two payloads are equal exactly when the bytes of these texts are.
  /// - Complexity: O(*n* log *n*) in the number of bytes; computed at each call.
  package var canonicalJSON: String { String(decoding: content.bytes, as: UTF8.self) }

  /// What is compared; keep it where many payloads are.
  var content: PayloadContent { root.content }

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
    try decoder.decode(type, from: Data(json))
  }
}

extension PushPayload: Hashable, CustomStringConvertible, CustomReflectable {
  /// Whether both have the same content, however it was written.
  ///
  /// - Complexity: O(1) for copies, O(*n* log *n*) otherwise.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.document === rhs.document || lhs.content == rhs.content
  }

  /// Feeds the content, not its spelling, to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// How large the payload is and how many issues it has; nothing of what it says.
  public var description: String {
    "PushPayload(\(root.count) keys, \(document.tape.bytes.count) bytes, \(issues.count) issues)"
  }

  /// A mirror without children, so that `dump` doesn't print what the payload says.
  public var customMirror: Mirror { Mirror(self, children: []) }
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
}

/// What there is to a payload, shared by reference: its tape, and everything strange about it.
final class PayloadDocument: Sendable {
  let tape: PayloadTape
  /// The position of the `aps` dictionary.
  let aps: Int?

  init(_ tape: PayloadTape) {
    var tape = tape
    aps = tape.checkAPS()
    self.tape = tape
  }

  convenience init(_ bytes: ContiguousArray<UInt8>) throws(PayloadError) {
    let tape = try PayloadParser.tape(of: bytes)
    guard tape.tokens[0].kind == .object else { throw PayloadError(.notAnObject, at: 0) }
    self.init(tape)
  }
}
