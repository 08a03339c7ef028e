public import PushHub

/// What can happen to an app, as a transcript tells it.
public enum TranscriptInput: Sendable {
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

  /// A push reached the app, as a remote notification or to be presented.
  case push(PushPayload, via: PushChannel, request: String?)

  /// The user answered a notification.
  case open(PushPayload, PushResponse, request: String?)

  /// The system reported a screenshot.
  case screenshot

  /// Something happened in the outside world of a feature.
  case feature(any FeatureRecord)

  /// The transcript ends.
  case end
}

extension TranscriptInput {
  /// The record of a feature, if it is one.
  public var featureRecord: (any FeatureRecord)? {
    if case .feature(let record) = self { record } else { nil }
  }

  /// The record of a feature, if it is of that kind.
  public func record<Record: FeatureRecord>(as kind: Record.Type = Record.self) -> Record? {
    featureRecord as? Record
  }
}

extension TranscriptInput: Equatable {
  /// Whether both are one line of a transcript.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    TranscriptRecord(time: .zero, input: lhs).jsonLine
      == TranscriptRecord(time: .zero, input: rhs).jsonLine
  }
}

// MARK: - Coding

extension AppPhase: Decodable {}

extension TranscriptInput {
  /// The keys that say what happened, of what no feature brings.
  static let keys: Set = [
    "launch", "app", "page", "overlay", "account", "token", "tokenError", "push", "open",
    "screenshot", "end",
  ]

  /// The key that says what happened.
  public var key: String {
    switch self {
    case .launch: "launch"
    case .app: "app"
    case .page: "page"
    case .overlay: "overlay"
    case .account: "account"
    case .token: "token"
    case .tokenError: "tokenError"
    case .push: "push"
    case .open: "open"
    case .screenshot: "screenshot"
    case .feature(let record): type(of: record).key
    case .end: "end"
    }
  }

  /// Where a push may have come from, besides a launch or an answer.
  private enum Via: String, CaseIterable, Decodable {
    case remote, present
  }

  /// Reads what happened, under a key that is known.
  init(_ line: RecordDecoder, _ key: String, _ kind: (any FeatureRecord.Type)?) throws {
    switch key {
    case "launch":
      let launch = try line.required(key, "an object").object()
      let payload = try launch.part("push")?.payload()
      self =
        try payload.map {
          .launch($0, try Self.response(launch), request: try Self.request(launch))
        } ?? .launch(nil)
    case "app": self = .app(try line.get(key))
    case "page":
      let page = PageID(rawValue: try line.get(key))
      self = .page(page, isVisible: try line.get("visible"))
    case "overlay": self = .overlay(try line.get(key))
    case "account":
      let isSignedOut = line.part(key)?.decodeNil() == true
      self = .account(isSignedOut ? nil : AccountID(rawValue: try line.get(key)))
    case "token": self = .token(try line.get(key))
    case "tokenError": self = .tokenError(try line.get(key))
    case "push":
      let payload = try line.required(key, "").payload()
      let via = try line.optional("via", Via.self)
      self = .push(
        payload,
        via: via == .present ? .present : .remote,
        request: try Self.request(line)
      )
    case "open":
      let payload = try line.required(key, "").payload()
      self = .open(payload, try Self.response(line), request: try Self.request(line))
    case "screenshot", "end":
      _ = try line.required(key, "").object()
      self = key == "end" ? .end : .screenshot
    default:
      guard let kind else { throw TranscriptMistake("nobody knows \"\(key)\"") }
      let place = kind.siblings.isEmpty ? try line.required(key, "") : line
      self = .feature(try place.decode(kind))
    }
  }

  private static func response(_ place: RecordDecoder) throws -> PushResponse {
    PushResponse(
      action: PushResponse.Action(name: try place.optional("action", String.self) ?? "default"),
      reply: try place.optional("reply", String.self)
    )
  }

  private static func request(_ place: RecordDecoder) throws -> String? {
    try place.optional("request", String.self)
  }

  /// Writes what happened: the kind, then what differs from the defaults.
  func encode(to line: RecordEncoder) throws {
    switch self {
    case .launch(let payload, let response, let request):
      let launch = line.part(key).object()
      if let payload {
        launch.put("push", payload: payload)
        try launch.put(response, request: request)
      }
    case .app(let phase): try line.put(key, phase.rawValue)
    case .page(let page, let isVisible):
      try line.put(key, Private(page.rawValue, .word))
      try line.put("visible", isVisible)
    case .overlay(let isAdded): try line.put(key, isAdded)
    case .account(let account): try line.part(key).encode(account.map { Private($0.rawValue) })
    case .token(let token): try line.put(key, Private(token))
    case .tokenError(let message): try line.put(key, message)
    case .push(let payload, let channel, let request):
      line.put(key, payload: payload)
      try line.put("via", channel == .present ? "present" : nil)
      try line.put("request", request.map { Private($0) })
    case .open(let payload, let response, let request):
      line.put(key, payload: payload)
      try line.put(response, request: request)
    case .screenshot, .end: line.part(key).object()
    case .feature(let record):
      let isAlone = type(of: record).siblings.isEmpty
      try (isAlone ? line.part(key) : line).encode(record)
    }
  }
}

extension RecordEncoder {
  fileprivate func put(_ response: PushResponse, request: String?) throws {
    try put("action", response.action == .default ? nil : response.action.description)
    try put("reply", response.reply.map { Private($0) })
    try put("request", request.map { Private($0) })
  }
}
