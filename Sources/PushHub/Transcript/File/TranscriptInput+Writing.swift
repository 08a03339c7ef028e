extension TranscriptInput {
  /// The keys of a record that tell what happened: the kind, then what differs from the defaults.
  var fields: [TranscriptField] {
    switch self {
    case .launch(nil, _, _):
      [field([])]
    case .launch(let payload?, let response, let request):
      [field([TranscriptField("push", payload)] + answer(response, request: request))]
    case .app(let phase):
      [field(.string(phase.rawValue))]
    case .page(let page, let isVisible):
      [field(.string(page.rawValue)), TranscriptField("visible", .bool(isVisible))]
    case .overlay(let isAdded):
      [field(.bool(isAdded))]
    case .account(let account):
      [field(account.map { .string($0.rawValue) } ?? .null)]
    case .token(let token):
      [field(.string(token.hex))]
    case .tokenError(let message):
      [field(.string(message))]
    case .push(let payload, let channel, let request):
      push(payload, via: channel, request: request)
    case .open(let payload, let response, let request):
      open(payload, response, request: request)
    case .screenshot:
      [field([])]
    case .preview(let touch):
      [field(.string(touch.rawValue))]
    case .unread(let answer):
      unread(answer)
    case .latest(.success(let marks)):
      [field(.array(marks.map(\.json)))]
    case .latest(.failure(let error)):
      [field(["error": .string(error.message)])]
    case .read(let mark):
      [field(mark?.json ?? .null)]
    case .countdown(let change):
      [field(change.json)]
    case .end:
      [field([])]
    }
  }

  private func push(
    _ payload: PushPayload,
    via channel: PushChannel,
    request: String?
  ) -> [TranscriptField] {
    switch channel {
    case .remote:
      [field(payload)] + text("request", request)
    case .present:
      [field(payload)] + text("via", "present") + text("request", request)
    case .launch:
      TranscriptInput.launch(payload, request: request).fields
    case .open:
      TranscriptInput.open(payload, PushResponse(), request: request).fields
    }
  }

  private func open(
    _ payload: PushPayload,
    _ response: PushResponse,
    request: String?
  ) -> [TranscriptField] {
    [field(payload)] + answer(response, request: request)
  }

  private func answer(_ response: PushResponse, request: String?) -> [TranscriptField] {
    text("action", response.action == .default ? nil : response.action.description)
      + text("reply", response.reply)
      + text("request", request)
  }

  private func unread(_ answer: UnreadAnswer) -> [TranscriptField] {
    let value: JSONValue =
      switch answer.result {
      case .success(let count): .number(JSONNumber(count))
      case .failure(let error): error.json
      }
    let latency = TranscriptField("latency", .number(answer.latency.secondsNumber))
    return [field(value)] + (answer.latency == .zero ? [] : [latency])
  }

  private func field(_ value: JSONValue) -> TranscriptField {
    TranscriptField(kind.rawValue, value)
  }

  private func field(_ payload: PushPayload) -> TranscriptField {
    TranscriptField(kind.rawValue, payload)
  }

  private func field(_ fields: [TranscriptField]) -> TranscriptField {
    TranscriptField(kind.rawValue, fields)
  }

  private func text(_ key: String, _ text: String?) -> [TranscriptField] {
    text.map { [TranscriptField(key, .string($0))] } ?? []
  }
}

extension TranscriptInput.ScriptedError {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["error": .string(message)]
    members["retryAfter"] = retryAfter.map { .number($0.secondsNumber) }
    return .object(members)
  }
}

extension TranscriptInput.NotificationMark {
  fileprivate var json: JSONValue { ["id": .string(id), "order": .number(order)] }
}

extension TranscriptInput.CountdownChange {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [:]
    members["background"] = background.map { .string($0.rawValue) }
    members["running"] = isRunning.map { .bool($0) }
    members["remove"] = list(removed) { .string($0) }
    members["add"] = list(added) {
      ["id": .string($0.id), "seconds": .number($0.duration.secondsNumber)]
    }
    members["hide"] = list(hidden) { .string($0) }
    members["show"] = list(shown) { .string($0) }
    return .object(members)
  }

  private func list<Element>(
    _ elements: [Element],
    _ json: (Element) -> JSONValue
  ) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements.map(json))
  }
}
