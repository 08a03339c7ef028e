/// A sender that is known by the keys it puts into its payloads: one row of a table.
///
/// A row says where to look and nothing else, so that all senders are read by the same code. A
/// sender that needs more than that conforms to ``PushSender`` itself.
package struct KeyedSender: PushSender {
  /// The names on the way to a value, from the payload down.
  package typealias Path = [String]

  /// What a sender's payloads have, and no other sender's.
  package enum Sign: Sendable {
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
  }

  /// Where a text is, and what must stand beside it if it isn't always what is looked for.
  package struct Place: Sendable {
    package let path: Path
    package var condition: Sign?
  }

  /// A short name in lower case.
  package let name: String
  /// What the sender is recognised by: all of one of these lists must be there.
  package let signs: [[Sign]]
  /// Where the id of the message is: the first that is there counts.
  ///
  /// Only what is new for each message is an id. The id of a campaign, which sends many messages, is
  /// none: the second one would be taken for the first.
  package var ids: [Place] = []
  /// Where the link is: the first that is there counts.
  package var links: [Place] = []
  /// The dictionary that holds what the app itself has put into the payload; empty for the payload.
  package var data: Path = []
  /// The sender's own keys in that dictionary.
  package var housekeeping: [String] = []
  /// How further keys of the sender's begin.
  package var prefixes: [String] = []
}

extension KeyedSender {
  package func recognizes(_ payload: PushPayload) -> Bool {
    let root = payload.root
    return signs.contains { $0.allSatisfy { $0.isFound(in: root) } }
  }

  /// The id of FCM, if the payload came through it, else that of the sender.
  package func messageID(of payload: PushPayload) -> String? {
    first(of: carrier(of: payload).ids + ids, in: payload.root, \.identifier)
  }

  package func link(of payload: PushPayload) -> String? {
    first(of: links, in: payload.root, \.text)
  }

  package func customData(of payload: PushPayload) -> [String: JSONValue] {
    let carrier = data.isEmpty ? carrier(of: payload) : self
    return payload.root[data]?.objectValue?.filter { key, _ in
      key != "aps" && !isHousekeeping(key) && !carrier.isHousekeeping(key)
    } ?? [:]
  }

  private func carrier(of payload: PushPayload) -> Self {
    Self.fcm.recognizes(payload) ? .fcm : self
  }

  private func isHousekeeping(_ key: String) -> Bool {
    housekeeping.contains(key) || prefixes.contains { key.utf8.starts(with: $0.utf8) }
  }

  private func first(
    of places: [Place],
    in root: PushPayload.Node,
    _ read: (PushPayload.Node) -> String?
  ) -> String? {
    for place in places where place.condition?.isFound(in: root) ?? true {
      if let text = root[place.path].flatMap(read) { return text }
    }
    return nil
  }
}

extension KeyedSender.Sign {
  /// The names on the way to it, or how a name begins.
  package var path: KeyedSender.Path {
    switch self {
    case .text(let path), .identifier(let path), .dictionary(let path), .value(let path): path
    case .word(let path, _): path
    case .prefix(let prefix): [prefix]
    }
  }

  fileprivate func isFound(in root: PushPayload.Node) -> Bool {
    switch self {
    case .text(let path): root[path]?.text != nil
    case .word(let path, let word): root[path]?.isText(word) == true
    case .identifier(let path): root[path]?.identifier != nil
    case .dictionary(let path): root[path]?.hasKey(beginningWith: "") == true
    case .value(let path): root[path] != nil
    case .prefix(let prefix): root.hasKey(beginningWith: prefix)
    }
  }
}

extension KeyedSender.Place: ExpressibleByArrayLiteral {
  package init(arrayLiteral path: String...) {
    self.init(path: path)
  }
}

extension PushPayload.Node {
  /// The value at the end of a path, or nil if there is none.
  fileprivate subscript(path: [String]) -> Self? {
    var position = position
    for name in path {
      guard let next = document.tape.value(for: name, in: position) else { return nil }
      position = next
    }
    return Self(document: document, position: position)
  }

  fileprivate func hasKey(beginningWith prefix: String) -> Bool {
    let tape = document.tape
    return isObject
      && tape.children(of: position).contains {
        tape.content(of: tape.tokens[$0]).starts(with: prefix.utf8)
      }
  }

  /// The text at this place; nil if it is empty.
  fileprivate var text: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// The text or, digit for digit, the whole number at this place; nil if it identifies nothing.
  fileprivate var identifier: String? {
    let digits = value.numberValue?.text
    return digits?.utf8.allSatisfy(\.isDigit) == true ? digits : text
  }
}
