/// Leaves out of a transcript what people said and who they are; see ``TranscriptPrivacy``.
struct TranscriptRedactor {
  /// The keys in `aps` whose texts are words of the app or of the system.
  private static let words: Set<String> = [
    "category", "event", "interruption-level", "sound",
  ]

  private let salt: SipHash.Key

  init(salt: SipHash.Key) {
    self.salt = salt
  }
}

extension TranscriptRedactor {
  /// What happened, without its contents.
  func redact(_ input: TranscriptInput) -> TranscriptInput {
    switch input {
    case .launch(let payload):
      .launch(payload.map(redact))
    case .push(let payload, let channel, let request):
      .push(redact(payload), via: channel, request: request.map(hash))
    case .open(let payload, let response, let request):
      .open(redact(payload), redact(response), request: request.map(hash))
    case .account(let account):
      .account(account.map { AccountID(rawValue: hash($0.rawValue)) })
    case .token(let token):
      .token(redact(token))
    case .latest(let result):
      .latest(result.map { $0.map(redact) })
    case .read(let mark):
      .read(mark.map(redact))
    case .countdown(let change):
      .countdown(redact(change))
    case .app, .page, .overlay, .tokenError, .screenshot, .preview, .unread, .end:
      input
    }
  }

  private func redact(_ response: PushResponse) -> PushResponse {
    PushResponse(action: response.action, reply: response.reply.map(hash))
  }

  private func redact(_ token: DeviceToken) -> DeviceToken {
    let hash = SipHash.hash(token.bytes, key: salt)
    return DeviceToken((0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })
  }

  private func redact(
    _ mark: TranscriptInput.NotificationMark
  ) -> TranscriptInput.NotificationMark {
    TranscriptInput.NotificationMark(id: hash(mark.id), order: mark.order)
  }

  private func redact(
    _ change: TranscriptInput.CountdownChange
  ) -> TranscriptInput.CountdownChange {
    var change = change
    change.removed = change.removed.map(hash)
    change.added = change.added.map {
      TranscriptInput.CountdownChange.Model(id: hash($0.id), duration: $0.duration)
    }
    change.hidden = change.hidden.map(hash)
    change.shown = change.shown.map(hash)
    return change
  }
}

// MARK: - Payloads

extension TranscriptRedactor {
  /// How much of a value stays besides its shape.
  private enum Rule {
    /// Of a payload: what its `aps` allows.
    case payload

    /// Of `aps`: its own numbers, and the words that the app and the system know.
    case systemFields

    /// Numbers.
    case numbers

    /// Numbers and texts.
    case words

    case nothing

    func rule(for name: String, _ value: PushPayload.Node) -> Rule {
      switch self {
      case .payload: name == "aps" ? .systemFields : .nothing
      case .systemFields where TranscriptRedactor.words.contains(name): .words
      case .systemFields: value.isObject ? .nothing : .numbers
      case .words: .words
      case .numbers, .nothing: .nothing
      }
    }
  }

  private func redact(_ payload: PushPayload) -> PushPayload {
    var writer = JSONWriter()
    write(payload.root, .payload, to: &writer)
    return (try? PushPayload(json: writer.bytes)) ?? PushPayload(userInfo: [:])
  }

  private func write(_ node: PushPayload.Node, _ rule: Rule, to writer: inout JSONWriter) {
    if node.isObject {
      writer.writeList(node.entries, from: ASCII.openBrace, to: ASCII.closeBrace) { entry, writer in
        writer.write(string: entry.name)
        writer.append(ASCII.colon)
        write(entry.value, rule.rule(for: entry.name, entry.value), to: &writer)
      }
    } else if node.isArray {
      writer.writeList(node.elements, from: ASCII.openBracket, to: ASCII.closeBracket) {
        write($0, .nothing, to: &$1)
      }
    } else {
      writer.write(redact(node.value, rule))
    }
  }

  private func redact(_ value: JSONValue, _ rule: Rule) -> JSONValue {
    switch value {
    case .number(let number) where rule == .nothing: .number(JSONNumber(hash(number)))
    case .string(let text) where rule != .words: .string(hash(text))
    default: value
    }
  }

  /// An empty text stays empty, since it identifies nothing.
  private func hash(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    let digits = String(SipHash.hash(text.utf8, key: salt), radix: 16)
    return "#" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A whole number that every reader of JSON holds exactly.
  private func hash(_ number: JSONNumber) -> UInt64 {
    SipHash.hash(number.canonicalText.utf8, key: salt) >> 11
  }
}

extension JSONWriter {
  fileprivate mutating func writeList<Element>(
    _ elements: [Element],
    from opening: UInt8,
    to closing: UInt8,
    writing write: (Element, inout JSONWriter) -> Void
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
