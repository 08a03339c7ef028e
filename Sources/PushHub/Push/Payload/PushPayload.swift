/// The content of a push: a validated JSON dictionary, read where it lies.
///
/// Making a payload checks the whole document once, but decodes nothing: most fields of most
/// pushes are never read. Copying one costs a reference.
///
/// ```swift
/// let push = PushPayload(userInfo: userInfo)
/// push.aps.alert?.title
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
  /// - Complexity: O(*n*) in the number of bytes, for any bytes.
  public init(json: some Sequence<UInt8>) throws(PayloadError) {
    document = try PayloadDocument(ContiguousArray(json))
  }

  /// Reads a payload from the dictionary in which the system hands it over.
  ///
  /// This never fails: what JSON can't hold is left out, and each such field has one issue. Left
  /// out of an array, `null` takes its place, so that the other elements keep their indices.
  /// Numbers, booleans, strings, arrays and dictionaries of Swift and of Foundation are read
  /// alike; nil and `NSNull` are `null`. The same push has the same content here as in its JSON.
  /// A dictionary whose JSON would pass ``maximumByteCount`` reads as empty. Of keys of several types
  /// that have one text the value counts whose canonical JSON sorts last.
  ///
  /// - Complexity: O(*n*) in the size of the dictionary.
  public init(userInfo: [AnyHashable: Any]) {
    document = PayloadDocument(userInfo: userInfo)
  }

  /// Everything strange about the payload, at most one issue for each path.
  ///
  /// Issues of the document come first, in the order written, then those of `aps`. After a
  /// hundred, one last issue with ``PayloadIssue/Code/moreIssues`` counts the rest.
  public var issues: [PayloadIssue] { document.issues }

  /// The dictionary that speaks to the system, typed; empty if there is none.
  public var aps: APS { APS(document.aps.map { Node(document: document, position: $0) }) }

  /// The whole payload, to be read without decoding what isn't asked for.
  public var root: Node { Node(document: document, position: 0) }

  /// The value of a key beside `aps`, decoded with everything in it.
  ///
  /// To read one field deep inside, use ``root``.
  /// - Complexity: O(*n*) in the number of keys, plus the size of the value.
  public subscript(key: String) -> JSONValue? { root[key]?.value }

  /// All values by key, `aps` included, decoded.
  ///
  /// Keys of JSON are told apart by their bytes, keys of a dictionary as `String` is: of several keys
  /// that are one `String` the dictionary has the one whose bytes sort last. A key with more than 30
  /// combining marks in a row has U+034F after every 30 there, since hashing it would otherwise take
  /// quadratic time. ``root`` finds each key as it was sent.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var object: [String: JSONValue] { root.value.objectValue ?? [:] }
}

extension PushPayload: CustomStringConvertible, CustomReflectable {
  /// How large the payload is and how many issues it has; nothing of what it says.
  public var description: String {
    "PushPayload(\(root.count) keys, \(document.tape.bytes.count) bytes, \(issues.count) issues)"
  }

  /// A mirror without children, so that `dump` doesn't print what the payload says.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What there is to a payload, shared by reference: its tape, and everything strange about it.
final class PayloadDocument: Sendable {
  let tape: PayloadTape
  /// The position of the `aps` dictionary.
  let aps: Int?
  /// The position of its alert.
  let alert: Int?
  /// The outermost keys, as far as a mask tells.
  let keys: KeyMask
  let issues: [PayloadIssue]
  /// Whether any JSON parser reads the same from the tape's bytes.
  let isClean: Bool

  private init(_ tape: PayloadTape, _ findings: PayloadFindings, issues: PayloadIssueList) {
    self.tape = tape
    keys = KeyMask(0, of: tape)
    isClean = findings.listed.isEmpty
    var checker = APSChecker(tape: tape)
    aps = checker.checkPayload()
    alert = checker.alert
    var list = issues
    list.append(findings, of: tape)
    for finding in checker.findings { list.append(tape.issue(for: finding)) }
    self.issues = list.all
  }

  convenience init(
    _ bytes: ContiguousArray<UInt8>,
    maximumDepth: Int = PushPayload.maximumDepth
  ) throws(PayloadError) {
    var parser = PayloadParser(bytes, maximumDepth: maximumDepth)
    try parser.parse()
    self.init(parser.tape, parser.findings, issues: PayloadIssueList())
  }

  convenience init(userInfo: [AnyHashable: Any]) {
    var reader = UserInfoReader()
    reader.read(userInfo)
    self.init(reader.tape, PayloadFindings(), issues: reader.issues)
  }
}
