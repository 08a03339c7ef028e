/// What a recording says of the people who use the app.
public struct TranscriptPrivacy: Hashable, Sendable {
  /// Whether nothing is left out.
  let isComplete: Bool

  /// The app's own keys that stay, with all that stands under them.
  let keys: Set<String>

  /// The app's own words that stay where a word stands.
  let names: Set<String>
}

extension TranscriptPrivacy {
  /// Shapes, and what is known to be harmless, but no contents.
  ///
  /// All else is replaced by salted hashes. Equal things stay equal within one recorder, so that
  /// duplicates still show; notifications of equal order may change places. The salt is made for the
  /// recorder and written nowhere. What stays:
  ///
  /// - the keys that Apple documents, those by which senders in ``PushSenders`` are recognised and read,
  ///   of their other keys what all of them begin with, such as `google.c.`, truth values and nulls;
  /// - the numbers of `badge`, `relevance-score`, of the dates in `aps`, and of the volume of a sound, and
  ///   the 0 or 1 of `content-available`, `mutable-content`, `input-push-token` and `critical`;
  /// - the words that Apple documents: interruption levels, events of Live Activities, the `default`
  ///   sound; and those by which a sender is recognised or read, such as Salesforce's `SFMC`;
  /// - identifiers of actions, of which the system tells only those that the app has registered;
  /// - the pages that the header names, and the keys of payloads that the vocabulary of the app's features
  ///   has; error texts that are the three digits of an HTTP status, and
  ///   the domain and code of a refused registration in place of its words;
  /// - times, unread counts, the places of notifications in their order, and how long countdowns run.
  public static let redacted = redacted(keepingKeys: [], names: [])

  /// Everything, as it came.
  public static let complete = TranscriptPrivacy(isComplete: true, keys: [], names: [])

  /// What ``redacted`` keeps, and what the app knows to be harmless.
  ///
  /// ```swift
  /// TranscriptRecorder(
  ///   writingTo: file,
  ///   privacy: .redacted(keepingKeys: ["order_kind"], names: ["inbox", "MESSAGE", "ping.caf"])
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - keys: Keys of payloads that stay wherever they stand, with all that stands under them.
  ///   - names: Pages, categories, sounds and error texts that stay.
  public static func redacted(
    keepingKeys keys: Set<String>,
    names: Set<String> = []
  ) -> TranscriptPrivacy {
    TranscriptPrivacy(isComplete: false, keys: keys, names: names)
  }
}

/// Leaves out of a transcript what people said and who they are; see ``TranscriptPrivacy``.
public struct TranscriptRedactor: Sendable {
  private let salt: SipHash.Key
  private let keys: Set<String>
  private let payloadKeys: Set<String>
  private let names: Set<String>

  /// Makes a redactor; there is none where everything stays.
  init?(
    _ privacy: TranscriptPrivacy,
    pages: Set<PageID> = [],
    payloadKeys: Set<String> = [],
    salt: SipHash.Key = .random()
  ) {
    guard !privacy.isComplete else { return nil }
    self.salt = salt
    keys = privacy.keys
    self.payloadKeys = payloadKeys
    names = privacy.names.union(pages.map(\.rawValue))
  }
}

extension TranscriptRedactor {
  /// What happened, without its contents.
  func redact(_ input: TranscriptInput) -> TranscriptInput {
    switch input {
    case .launch(let payload, let response, let request):
      .launch(payload.map(redact), redact(response), request: request.map(hash))
    case .push(let payload, let channel, let request):
      .push(redact(payload), via: channel, request: request.map(hash))
    case .open(let payload, let response, let request):
      .open(redact(payload), redact(response), request: request.map(hash))
    case .page(let page, let isVisible):
      .page(PageID(rawValue: redact(name: page.rawValue)), isVisible: isVisible)
    case .account(let account):
      .account(account.map { AccountID(rawValue: hash($0.rawValue)) })
    case .token(let token):
      .token(redact(token))
    case .tokenError(let message):
      .tokenError(redact(name: message))
    case .feature(let feature):
      .feature(feature.record.redacted(by: self))
    case .app, .overlay, .screenshot, .end:
      input
    }
  }

  /// What is better told of a callback than by its hashed words, if anything.
  ///
  /// The system's words may quote an address or a path; domain and code are its own.
  func redact(_ callback: PushCallback) -> TranscriptInput? {
    guard case .failedToRegister(let failure) = callback else { return nil }
    return .tokenError("\(failure.domain) \(failure.code)")
  }

  private func redact(_ response: PushResponse) -> PushResponse {
    PushResponse(action: response.action, reply: response.reply.map(hash))
  }

  /// A token of eight bytes that stands for another, the same for equal ones.
  public func redact(_ token: DeviceToken) -> DeviceToken {
    let hash = SipHash.hash(token.bytes, key: salt)
    return DeviceToken((0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })
  }
}

// MARK: - Payloads

extension TranscriptRedactor {
  /// A payload without its contents, which shows from whom it came.
  public func redact(_ payload: PushPayload) -> PushPayload {
    var writer: ContiguousArray<UInt8> = []
    write(payload.root, .payload, to: &writer)
    return (try? PushPayload(json: writer)) ?? PushPayload(userInfo: [:])
  }

  private func write(
    _ node: PushPayload.Node,
    _ rule: RedactionRule,
    to writer: inout ContiguousArray<UInt8>
  ) {
    if node.isObject {
      writer.writeList(node.entries, from: ASCII.openBrace, to: ASCII.closeBrace) { entry, writer in
        let isOurs = rule == .everything || keys.contains(entry.name)
        let value = isOurs ? .everything : rule.rule(under: entry.name)
        let isKnown = value != nil || payloadKeys.contains(entry.name)
        writer.append(quoted: (isKnown ? entry.name : hashed(key: entry.name)).utf8)
        writer.append(ASCII.colon)
        write(entry.value, value ?? .nothing, to: &writer)
      }
    } else if node.isArray {
      let rule = rule == .everything ? rule : .nothing
      writer.writeList(node.elements, from: ASCII.openBracket, to: ASCII.closeBracket) {
        write($0, rule, to: &$1)
      }
    } else {
      writer += redact(node.value, rule).jsonText.utf8
    }
  }

  private func redact(_ value: JSONValue, _ rule: RedactionRule) -> JSONValue {
    switch (value, rule) {
    case (_, .everything), (.number, .number): value
    case (.number(let number), .flag) where number == 0 || number == 1:
      .number(number == 0 ? 0 : 1)
    case (.string("default"), .sound): value
    case (.string(let text), .constants(let words)) where words.contains(text): value
    case (.string(let text), .words(let words)) where words.contains(text): value
    case (.string(let text), .words), (.string(let text), .sound): .string(redact(name: text))
    case (.string(let text), _): .string(hash(text))
    case (.number(let number), _): .number(JSONNumber(hash(number)))
    default: value
    }
  }

  /// A word that stands where the app's own words stand: it stays if the app said so, see
  /// ``TranscriptPrivacy/redacted(keepingKeys:names:)``, and is hashed otherwise.
  public func redact(name: String) -> String {
    names.contains(name) ? name : hash(name)
  }

  /// A sender's key stays one, so that the sender is recognised by it.
  private func hashed(key: String) -> String {
    RedactionRule.prefix(of: key) + hash(key)
  }

  /// A text that tells nothing of another, and is the same for the same text within a recorder.
  ///
  /// An empty text stays empty, since it identifies nothing.
  public func hash(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    let digits = String(SipHash.hash(text.utf8, key: salt), radix: 16)
    return "#" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A whole number that every reader of JSON holds exactly.
  private func hash(_ number: JSONNumber) -> UInt64 {
    SipHash.hash(number.canonicalText.utf8, key: salt) >> 11
  }
}

extension ContiguousArray<UInt8> {
  fileprivate mutating func writeList<Part>(
    _ elements: [Part],
    from opening: UInt8,
    to closing: UInt8,
    writing write: (Part, inout Self) -> Void
  ) {
    append(opening)
    for (index, element) in elements.enumerated() {
      if index > 0 {
        append(ASCII.comma)
      }
      write(element, &self)
    }
    append(closing)
  }
}
