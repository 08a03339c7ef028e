/// A sender that is recognized by the keys of its payloads: one row of a table.
///
/// A row contains only places, so that the same code reads all senders. A sender that needs more conforms to
/// ``PushSender`` itself.
struct KeyedSender: PushSender {
  /// A property of a sender's payloads that no other sender's payloads have.
  indirect enum Sign: Sendable {
    /// A nonempty text.
    case text([String])
    /// A certain text.
    case word([String], String)
    /// A text that begins in a form: `0` is any digit, `a` any letter or digit, another character itself.
    case form([String], String)
    /// A nonempty text, or a whole number.
    case identifier([String])
    /// A nonempty dictionary.
    case dictionary([String])
    /// Any value, `null` included.
    case value([String])
    /// No value.
    case absent([String])
    /// A key beside `aps` with a prefix.
    case prefix(String)
  }

  /// Signs that are present together.
  struct Signs: Sendable {
    let all: [Sign]
    /// The marks of the keys that a payload with these signs has.
    fileprivate let marks: UInt64
  }

  /// The place of a text, and a condition if it isn't always the right one.
  struct Place: Sendable {
    let path: [String]
    var condition: Sign?
  }

  /// The buttons in a payload, and the names of a button's properties.
  struct Buttons: Sendable {
    /// The place of a list, of its JSON text, or of a dictionary by identifier.
    let list: [String]
    var identifier = "identifier"
    /// The beginning of identifiers that continue with that property and the button's index.
    var prefix: String?
    var title = "title"
    /// The places of the link in a button.
    var links: [[String]]
    /// The place and the text of the type that a link has.
    var linkType: (path: [String], name: String)?
    /// Whether a button without a link opens the push's.
    var opensPush = false
  }

  /// A short name in lowercase.
  let name: String
  /// The signs of the sender: all signs of one of these lists must be present.
  let signs: [Signs]
  /// The places of the message's id: the first that is present counts.
  ///
  /// An id must be new for each message. The id of a campaign isn't one: its second message would be
  /// recognized as the first.
  var ids: [Place] = []
  /// The places of the link: the first that is present counts.
  var links: [Place] = []
  /// The buttons.
  var buttons: Buttons?
  /// The path to the dictionary with the app's own data; empty for the payload.
  var data: [String] = []
  /// The sender's own keys in that dictionary.
  var housekeeping: [String] = []
  /// The prefixes of further keys of the sender.
  var prefixes: [String] = []
}

extension KeyedSender {
  func recognizes(_ payload: PushPayload) -> Bool {
    let root = payload.root
    return signs.contains {
      payload.document.mayHave($0.marks) && $0.all.allSatisfy { $0.isFound(in: root) }
    }
  }

  /// FCM's id if FCM has delivered the payload, otherwise the sender's.
  func messageID(of payload: PushPayload) -> String? {
    first(of: carrier(of: payload).ids + ids, in: payload.root, \.identifier)
  }

  func link(of payload: PushPayload) -> String? {
    first(of: links, in: payload.root, \.text)
  }

  func buttons(of payload: PushPayload) -> [PushButton] {
    guard let buttons, let value = payload.root[buttons.list]?.value else { return [] }
    let parsed = value.stringValue.flatMap {
      try? PayloadParser.tape(of: ContiguousArray($0.utf8)).value(at: 0)
    }
    let members =
      (parsed ?? value).arrayValue?.enumerated().map { ("\($0)", $1) }
      ?? value.objectValue?.map { ($0, $1) } ?? []
    return members.compactMap { key, button in
      func text(_ path: [String]) -> String? {
        path.reduce(button) { $0?[$1] }?.stringValue
      }
      let isNamed = value.objectValue != nil
      guard let id = isNamed ? key : text([buttons.identifier]) ?? text(["identifier"]),
        let title = isNamed ? "" : text([buttons.title])
      else { return nil }
      let isLink = buttons.linkType.map { text($0.path) == $0.name } ?? true
      let own = isLink ? buttons.links.lazy.compactMap(text).first : nil
      return PushButton(
        identifier: buttons.prefix.map { "\($0)\(id.uppercased())_\(key)" } ?? id,
        title: title,
        link: own ?? (buttons.opensPush ? link(of: payload) : nil)
      )
    }
  }

  func customData(of payload: PushPayload) -> [String: JSONValue] {
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
  /// The names on the path to it, or the prefix of a name.
  var path: [String] {
    switch self {
    case .text(let path), .identifier(let path), .dictionary(let path), .value(let path): path
    case .word(let path, _), .form(let path, _), .absent(let path): path
    case .prefix(let prefix): [prefix]
    }
  }

  /// The mark of the key that a payload with this sign has; zero if it need not have one.
  fileprivate var mark: UInt64 {
    switch self {
    case .absent, .prefix: 0
    default: path.first.map { PayloadDocument.mark(of: $0.utf8) } ?? 0
    }
  }

  fileprivate func isFound(in root: PushPayload.Node) -> Bool {
    switch self {
    case .text(let path): root[path]?.text != nil
    case .word(let path, let word): root[path]?.isText(word) == true
    case .form(let path, let form): root[path]?.text?.begins(in: form) == true
    case .identifier(let path): root[path]?.identifier != nil
    case .dictionary(let path): root[path]?.hasKey(beginningWith: "") == true
    case .value(let path): root[path] != nil
    case .absent(let path): root[path] == nil
    case .prefix(let prefix): root.hasKey(beginningWith: prefix)
    }
  }
}

extension String {
  /// Whether the text begins in a form; see ``KeyedSender/Sign``.
  package func begins(in form: String) -> Bool {
    utf8.count >= form.utf8.count
      && zip(utf8, form.utf8).allSatisfy { byte, sign in
        switch sign {
        case "0": byte.isDigit
        case "a": byte.isDigit || byte.isLetter
        default: byte == sign
        }
      }
  }
}

extension KeyedSender.Signs: ExpressibleByArrayLiteral {
  init(arrayLiteral signs: KeyedSender.Sign...) {
    self.init(all: signs, marks: signs.reduce(0) { $0 | $1.mark })
  }
}

extension KeyedSender.Place: ExpressibleByArrayLiteral {
  init(arrayLiteral path: String...) {
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

  /// The nonempty text or the digits of the whole number at this place.
  fileprivate var identifier: String? {
    let digits = value.numberValue?.text
    return digits?.utf8.allSatisfy(\.isDigit) == true ? digits : text
  }
}
