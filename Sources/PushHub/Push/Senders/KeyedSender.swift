/// A sender that is known by the keys it puts into its payloads: one row of a table.
///
/// A row says where to look and nothing else, so that all senders are read by the same code. A
/// sender that needs more than that conforms to ``PushSender`` itself.
struct KeyedSender: PushSender {
  /// The names on the way to a value, from the payload down.
  typealias Path = [String]

  /// What a sender's payloads have, and no other sender's.
  enum Sign: Sendable {
    /// A text that isn't empty.
    case text(Path)
    /// One certain text.
    case word(Path, String)
    /// A text that isn't empty, or a whole number.
    case identifier(Path)
    /// A dictionary that isn't empty.
    case dictionary(Path)
    /// Any value, `null` included.
    case value(Path)
    /// A key beside `aps` that begins so.
    case prefix(String)
    /// A sign beside another one.
    indirect case both(Sign, Sign)
  }

  /// Where a text is, and what must stand beside it if it isn't always what is looked for.
  struct Place: Sendable {
    let path: Path
    var condition: Sign?
  }

  let name: String
  let signs: [Sign]
  let ids: [Place]
  let links: [Place]
  let data: Path
  let excluded: [KeyPattern]
  /// Keys of which a payload has one at least.
  private let keys: KeyMask

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: A short name in lower case.
  ///   - signs: What the sender is recognised by: one of them is enough.
  ///   - ids: Where the id of the message is: the first that is there counts. Only what is new for
  ///     each message is an id. The id of a campaign, which sends many messages, is none: the second
  ///     one would be taken for the first.
  ///   - links: Where the link is: the first that is there counts.
  ///   - data: The dictionary that holds what the app itself has put into the payload; empty for
  ///     the payload.
  ///   - housekeeping: The sender's own keys in that dictionary.
  init(
    name: String,
    signs: [Sign],
    ids: [Place] = [],
    links: [Place] = [],
    data: Path = [],
    housekeeping: [KeyPattern] = []
  ) {
    self.name = name
    self.signs = signs
    self.ids = ids
    self.links = links
    self.data = data
    excluded = housekeeping + (data.isEmpty ? ["aps"] : [])
    keys = signs.reduce(KeyMask()) { $0.union($1.keys) }
  }
}

extension KeyedSender {
  func recognizes(_ payload: PushPayload) -> Bool {
    guard keys.intersects(payload.document.keys) else { return false }
    let root = payload.root
    return signs.contains { $0.isFound(in: root) }
  }

  func messageID(of payload: PushPayload) -> String? {
    first(of: ids, in: payload.root) { $0.identifier }
  }

  func link(of payload: PushPayload) -> String? {
    first(of: links, in: payload.root) { $0.isText ? $0.stringValue : nil }
  }

  func customData(of payload: PushPayload) -> [String: JSONValue] {
    payload.root[data]?.members(except: excluded) ?? [:]
  }

  private func first(
    of places: [Place],
    in root: PushPayload.Node,
    read: (PushPayload.Node) -> String?
  ) -> String? {
    for place in places where place.condition?.isFound(in: root) ?? true {
      if let text = root[place.path].flatMap(read) { return text }
    }
    return nil
  }
}

extension KeyedSender.Sign {
  fileprivate var keys: KeyMask {
    switch self {
    case .text(let path), .word(let path, _), .identifier(let path), .dictionary(let path),
      .value(let path):
      KeyMask(path[0])
    case .prefix: .all
    case .both(let one, _): one.keys
    }
  }

  fileprivate func isFound(in root: PushPayload.Node) -> Bool {
    switch self {
    case .text(let path): root[path]?.isText == true
    case .word(let path, let word): root[path]?.isText(word) == true
    case .identifier(let path): root[path]?.isIdentifier == true
    case .dictionary(let path): root[path].map { $0.isObject && !$0.isEmpty } == true
    case .value(let path): root[path] != nil
    case .prefix(let prefix): root.hasKey(beginningWith: prefix)
    case .both(let one, let other): one.isFound(in: root) && other.isFound(in: root)
    }
  }
}

extension KeyedSender.Place: ExpressibleByArrayLiteral {
  init(arrayLiteral path: String...) {
    self.init(path: path)
  }
}

extension PushPayload.Node {
  /// The value at the end of a path, or nil if there is none.
  fileprivate subscript(path: [String]) -> PushPayload.Node? {
    var position = position
    for name in path {
      guard let next = document.tape.value(for: name, in: position) else { return nil }
      position = next
    }
    return PushPayload.Node(document: document, position: position)
  }

  /// The text or, digit for digit, the whole number at this place; nil if it identifies nothing.
  fileprivate var identifier: String? {
    isIdentifier ? stringValue ?? numberValue?.text : nil
  }

  private var token: PayloadToken { document.tape.tokens[position] }

  fileprivate var isText: Bool { token.kind == .string && token.length > 0 }

  fileprivate var isIdentifier: Bool {
    isText
      || token.kind == .number
        && token.content(in: document.tape.bytes).allSatisfy(ASCII.isDigit)
  }

  fileprivate func isText(_ word: String) -> Bool {
    token.kind == .string && document.tape.isKey(token, word, length: word.utf8.count)
  }

  fileprivate func hasKey(beginningWith prefix: String) -> Bool {
    let tape = document.tape
    let length = prefix.utf8.count
    var key = position + 1
    while key < Int(tape.tokens[position].next) {
      if tape.isKey(tape.tokens[key], beginningWith: prefix, length: length) { return true }
      key = Int(tape.tokens[key + 1].next)
    }
    return false
  }
}
