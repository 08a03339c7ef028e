/// Leaves out of a transcript what people said and who they are; see ``TranscriptPrivacy``.
struct TranscriptRedactor {
  private let salt: SipHash.Key
  private let keys: Set<String>
  private let names: Set<String>

  /// Makes a redactor; there is none where everything stays.
  init?(
    _ privacy: TranscriptPrivacy,
    header: TranscriptHeader = TranscriptHeader(),
    salt: SipHash.Key = .random()
  ) {
    guard !privacy.isComplete else { return nil }
    self.salt = salt
    keys = privacy.keys
    let pages = header.trackedPages + [header.listPage, header.screenshotPage]
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
    case .unread(let answer):
      .unread(redact(answer))
    case .latest(let result):
      .latest(result.map { $0.map(redact) }.mapError(redact))
    case .read(let mark):
      .read(mark.map(redact))
    case .countdown(let change):
      .countdown(redact(change))
    case .app, .overlay, .screenshot, .preview, .end:
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

  private func redact(_ token: DeviceToken) -> DeviceToken {
    let hash = SipHash.hash(token.bytes, key: salt)
    return DeviceToken((0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })
  }

  private func redact(_ answer: TranscriptInput.UnreadAnswer) -> TranscriptInput.UnreadAnswer {
    TranscriptInput.UnreadAnswer(
      result: answer.result.mapError(redact),
      latency: answer.latency
    )
  }

  private func redact(_ error: TranscriptInput.ScriptedError) -> TranscriptInput.ScriptedError {
    let isStatus = error.message.utf8.count == 3 && error.message.utf8.allSatisfy(ASCII.isDigit)
    return TranscriptInput.ScriptedError(
      message: isStatus ? error.message : redact(name: error.message),
      retryAfter: error.retryAfter
    )
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
  private func redact(_ payload: PushPayload) -> PushPayload {
    var writer = JSONWriter()
    write(payload.root, .payload, to: &writer)
    return (try? PushPayload(json: writer.bytes)) ?? PushPayload(userInfo: [:])
  }

  private func write(
    _ node: PushPayload.Node,
    _ rule: RedactionRule,
    to writer: inout JSONWriter
  ) {
    if node.isObject {
      writer.writeList(node.entries, from: ASCII.openBrace, to: ASCII.closeBrace) { entry, writer in
        let isOurs = rule == .everything || keys.contains(entry.name)
        let value = isOurs ? .everything : rule.rule(under: entry.name)
        writer.write(string: value == nil ? hashed(key: entry.name) : entry.name)
        writer.append(ASCII.colon)
        write(entry.value, value ?? .nothing, to: &writer)
      }
    } else if node.isArray {
      let rule = rule == .everything ? rule : .nothing
      writer.writeList(node.elements, from: ASCII.openBracket, to: ASCII.closeBracket) {
        write($0, rule, to: &$1)
      }
    } else {
      writer.write(redact(node.value, rule))
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

  /// A word that stands where the app's own words stand.
  private func redact(name: String) -> String {
    names.contains(name) ? name : hash(name)
  }

  /// A sender's key stays one, so that the sender is recognised by it.
  private func hashed(key: String) -> String {
    RedactionRule.prefix(of: key) + hash(key)
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
