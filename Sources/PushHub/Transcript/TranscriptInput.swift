/// What can happen to an app, as a transcript tells it.
public enum TranscriptInput: Hashable, Sendable {
  /// The app finished launching, from an answer to a notification if there is a payload.
  case launch(PushPayload?, PushResponse = PushResponse(), request: String? = nil)

  /// The app went to a phase.
  case app(AppPhase)

  /// A page appeared or disappeared.
  case page(PageID, isVisible: Bool)

  /// Something covers the page, or one thing less.
  case overlay(Bool)

  /// The user signed in, switched accounts, or signed out.
  case account(AccountID?)

  /// The device token arrived.
  case token(DeviceToken)

  /// The system refused to register the app.
  case tokenError(String)

  /// A push reached the app.
  case push(PushPayload, via: PushChannel, request: String?)

  /// The user answered a notification.
  case open(PushPayload, PushResponse, request: String?)

  /// The system reported a screenshot.
  case screenshot

  /// Something happened in the outside world of a feature.
  case feature(AnyFeatureRecord)

  /// The transcript ends.
  case end
}

extension TranscriptInput {
  /// Something that happened in the outside world of a feature.
  public static func feature(_ record: any FeatureRecord) -> Self {
    .feature(AnyFeatureRecord(record))
  }

  /// The record of a feature, if it is one.
  public var featureRecord: (any FeatureRecord)? {
    if case .feature(let feature) = self { feature.record } else { nil }
  }

  /// The record of a feature, if it is of that kind.
  public func record<Record: FeatureRecord>(as kind: Record.Type = Record.self) -> Record? {
    featureRecord as? Record
  }

  /// The key that says what happened.
  public var key: String {
    kind?.rawValue ?? featureRecord.map { type(of: $0).key } ?? ""
  }
}

// MARK: - Kinds

/// The keys that say what happened, of what no feature brings.
enum TranscriptKind: String, CaseIterable {
  case launch
  case app
  case page
  case overlay
  case account
  case token
  case tokenError
  case push
  case open
  case screenshot
  case end

  /// The keys that may stand beside this one.
  var siblings: [String] {
    switch self {
    case .page: ["visible"]
    case .push: ["via", "request"]
    case .open: ["action", "reply", "request"]
    default: []
    }
  }
}

extension TranscriptInput {
  /// The kind, unless a feature brings it.
  var kind: TranscriptKind? {
    switch self {
    case .launch: .launch
    case .app: .app
    case .page: .page
    case .overlay: .overlay
    case .account: .account
    case .token: .token
    case .tokenError: .tokenError
    case .push: .push
    case .open: .open
    case .screenshot: .screenshot
    case .feature: nil
    case .end: .end
    }
  }
}

// MARK: - Reading

extension TranscriptKind {
  /// What happened, from the fields of a record.
  func input(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    switch self {
    case .launch:
      return try launch(from: fields)
    case .app:
      return .app(try fields.word(rawValue, among: AppPhase.allCases))
    case .page:
      let page = PageID(rawValue: try fields.text(rawValue))
      return .page(page, isVisible: try fields.bool("visible"))
    case .overlay:
      return .overlay(try fields.bool(rawValue))
    case .account:
      let isSignedOut = fields.isNull(rawValue)
      return .account(isSignedOut ? nil : AccountID(rawValue: try fields.text(rawValue)))
    case .token:
      return .token(try token(from: fields))
    case .tokenError:
      return .tokenError(try fields.text(rawValue))
    case .push:
      return try push(from: fields)
    case .open:
      return try open(from: fields)
    case .screenshot:
      _ = try fields.fields(rawValue, allowing: [])
      return .screenshot
    case .end:
      _ = try fields.fields(rawValue, allowing: [])
      return .end
    }
  }

  private func token(from fields: TranscriptFields) throws(TranscriptMistake) -> DeviceToken {
    let hex = try fields.text(rawValue)
    do {
      return try DeviceToken(hex: hex)
    } catch {
      throw TranscriptMistake("\"\(rawValue)\" must be hexadecimal: \(error)")
    }
  }

  private func push(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    let channels = ["remote": PushChannel.remote, "present": .present]
    let name = try fields.optionalText("via") ?? "remote"
    guard let channel = channels[name] else {
      throw fields.mistake("via", "\"remote\" or \"present\"")
    }
    return .push(
      try fields.payload(rawValue),
      via: channel,
      request: try fields.optionalText("request")
    )
  }

  private func open(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    .open(
      try fields.payload(rawValue),
      try response(from: fields),
      request: try fields.optionalText("request")
    )
  }

  private func launch(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    let launch = try fields.fields(rawValue, allowing: ["push", "action", "reply", "request"])
    guard launch.has("push") else {
      guard launch.isEmpty else { throw launch.mistake("push", "a payload object") }
      return .launch(nil)
    }
    return .launch(
      try launch.payload("push"),
      try response(from: launch),
      request: try launch.optionalText("request")
    )
  }

  private func response(from fields: TranscriptFields) throws(TranscriptMistake) -> PushResponse {
    PushResponse(
      action: PushResponse.Action(name: try fields.optionalText("action") ?? "default"),
      reply: try fields.optionalText("reply")
    )
  }
}

// MARK: - Writing

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
    case .feature(let feature):
      feature.record.fields
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

  private func field(_ value: JSONValue) -> TranscriptField {
    TranscriptField(key, value)
  }

  private func field(_ payload: PushPayload) -> TranscriptField {
    TranscriptField(key, payload)
  }

  private func field(_ fields: [TranscriptField]) -> TranscriptField {
    TranscriptField(key, fields)
  }

  private func text(_ key: String, _ text: String?) -> [TranscriptField] {
    text.map { [TranscriptField(key, .string($0))] } ?? []
  }
}
