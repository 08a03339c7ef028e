public import PushHub

/// An input to an app, as a transcript has it.
public enum TranscriptInput: Sendable {
  /// The app finished launching, from a response to a notification if there is a payload.
  case launch(PushPayload?, PushResponse = PushResponse(), Details = Details())

  /// The app went to a phase.
  case app(AppPhase)

  /// A page appeared or disappeared.
  case page(PageID, isVisible: Bool)

  /// An overlay was added or removed.
  case overlay(Bool)

  /// The one account that is signed in, or none.
  case account(AccountID?)

  /// The accounts that are signed in, and the one that is shown.
  case accounts(Set<AccountID>, shown: AccountID?)

  /// The device token arrived.
  case token(DeviceToken)

  /// The system refused to register the app.
  case tokenError(String)

  /// A push reached the app, as a remote notification or to be presented.
  case push(PushPayload, via: PushCallbackKind, Details = Details())

  /// The user responded to a notification.
  case open(PushPayload, PushResponse, Details = Details())

  /// The system gave the app time to refresh in the background, or that time was over.
  case backgroundRefresh(isExpired: Bool)

  /// The system reported a screenshot.
  case screenshot

  /// A network path is available again.
  case network

  /// Something happened in the outside world of a feature, with the name under which the app has installed it.
  ///
  /// Without a name, it belongs to the only feature that has such records.
  case feature(any FeatureRecord, of: String? = nil)

  /// The transcript ends.
  case end
}

extension TranscriptInput {
  /// The properties of a callback beside its payload.
  public struct Details: Hashable, Sendable {
    /// The request identifier.
    public var request: String?

    /// The account that the app's identification has read from the payload.
    public var account: AccountID?

    /// The system's delivery date, since the start of the transcript.
    public var delivered: Duration?

    /// Creates details.
    public init(request: String? = nil, account: AccountID? = nil, delivered: Duration? = nil) {
      self.request = request
      self.account = account
      self.delivered = delivered
    }
  }

  /// The payload of a callback and its other properties, if it is one of a push.
  package var occurrence: (payload: PushPayload, details: Details)? {
    switch self {
    case .launch(let payload?, _, let details), .push(let payload, _, let details),
      .open(let payload, _, let details):
      (payload, details)
    default: nil
    }
  }

  /// The record of a feature, if it is one.
  public var featureRecord: (any FeatureRecord)? {
    if case .feature(let record, _) = self { record } else { nil }
  }

  /// The name of the feature whose record it is, if that has one.
  package var featureName: String? {
    if case .feature(_, let name) = self { name } else { nil }
  }

  /// The record of a feature, if it is of that kind.
  public func record<Record: FeatureRecord>(as kind: Record.Type = Record.self) -> Record? {
    featureRecord as? Record
  }
}

extension TranscriptInput: Equatable {
  /// Whether both are one line of a transcript.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    TranscriptRecord(time: .zero, input: lhs) == TranscriptRecord(time: .zero, input: rhs)
  }
}

// MARK: - Coding

extension TranscriptInput {
  /// The keys of the kinds that belong to no feature.
  static let keys: Set = [
    "launch", "app", "page", "overlay", "account", "accounts", "token", "tokenError", "push",
    "open", "backgroundRefresh", "screenshot", "network", "end",
  ]

  /// The keys that may stand beside one of these.
  static let siblings = [
    "visible", "shown", "via", "request", "action", "reply", "of", "delivered", "again", "feature",
  ]

  /// The key of the kind: that of a feature's record, or the name of the case.
  public var key: String {
    featureRecord.map { type(of: $0).key } ?? caseName(of: self)
  }

  /// The callback of a push, besides a launch or a response.
  private enum Via: String, CaseIterable, Decodable {
    case remote, present
  }

  private enum Refresh: String, CaseIterable, Codable {
    case began, expired
  }

  /// Reads what happened, of a known key.
  init(_ line: RecordDecoder, _ key: String) throws {
    switch key {
    case "launch":
      let launch = try line[key].object()
      self =
        launch["push"].node == nil
        ? .launch(nil)
        : .launch(try launch["push"].payload(), try Self.response(launch), try Details(launch))
    case "app": self = .app(try line[key].decode())
    case "page":
      self = .page(try line[key].decode(), isVisible: try line["visible"].decode())
    case "overlay": self = .overlay(try line[key].decode())
    case "account": self = .account(try line[key].decode())
    case "accounts": self = try Self.accounts(line)
    case "token": self = .token(try line[key].decode())
    case "tokenError": self = .tokenError(try line[key].decode())
    case "push":
      self = .push(
        try line[key].payload(),
        via: try line["via"].optional(Via.self) == .present ? .present : .remote,
        try Details(line)
      )
    case "open":
      self = .open(try line[key].payload(), try Self.response(line), try Details(line))
    case "backgroundRefresh":
      self = .backgroundRefresh(isExpired: try line[key].decode(Refresh.self) == .expired)
    default:
      _ = try line[key].object()
      self = key == "end" ? .end : key == "network" ? .network : .screenshot
    }
  }

  private static func accounts(_ line: RecordDecoder) throws -> TranscriptInput {
    let accounts = Set(try line["accounts"].decode([AccountID].self))
    let place = line["shown"]
    guard accounts.count > 1 || place.node != nil else {
      return .accounts(accounts, shown: accounts.first)
    }
    let shown = try place.decodeNil() ? nil : place.decode(AccountID.self)
    if let shown, !accounts.contains(shown) {
      throw place.mistake("null or one of the accounts")
    }
    return .accounts(accounts, shown: shown)
  }

  private static func response(_ place: RecordDecoder) throws -> PushResponse {
    PushResponse(
      action: PushResponse.Action(name: try place["action"].optional() ?? "default"),
      reply: try place["reply"].optional(),
      isRepeatable: try place["again"].optional() ?? false
    )
  }

  /// Writes what happened: the kind, then what differs from the defaults.
  func encode(to line: RecordEncoder) throws {
    switch self {
    case .launch(let payload, let response, let details):
      let launch = line.part(key).object()
      if let payload {
        try launch.put("push", payload: payload)
        try launch.put(details, response)
      }
    case .app(let phase): try line.put(key, phase)
    case .page(let page, let isVisible):
      try line.put(key, Private(page, .word))
      try line.put("visible", isVisible)
    case .overlay(let isAdded): try line.put(key, isAdded)
    case .account(let account): try line.part(key).encode(account.map { Private($0) })
    case .accounts(let accounts, let shown):
      try line.put(key, accounts.sorted().map { Private($0) })
      try line.part("shown").encode(shown.map { Private($0) })
    case .token(let token): try line.put(key, Private(token))
    case .tokenError(let message): try line.put(key, message)
    case .push(let payload, let channel, let details):
      try line.put(key, payload: payload)
      try line.put("via", channel == .present ? "present" : nil)
      try line.put(details)
    case .open(let payload, let response, let details):
      try line.put(key, payload: payload)
      try line.put(details, response)
    case .backgroundRefresh(let isExpired):
      try line.put(key, isExpired ? Refresh.expired : .began)
    case .screenshot, .network, .end: line.part(key).object()
    case .feature(let record, let name):
      let isAlone = type(of: record).siblings.isEmpty
      try (isAlone ? line.part(key) : line).encode(record)
      try line.put("feature", name)
    }
  }
}

extension RecordEncoder {
  fileprivate func put(
    _ details: TranscriptInput.Details,
    _ response: PushResponse = PushResponse()
  ) throws {
    try put("action", response.action == .default ? nil : response.action.description)
    try put("reply", response.reply.map { Private($0) })
    try put("again", response.isRepeatable ? true : nil)
    try put("request", details.request.map { Private($0) })
    try put("of", details.account.map { Private($0) })
    try put("delivered", details.delivered)
  }
}

extension TranscriptInput.Details {
  fileprivate init(_ place: RecordDecoder) throws {
    self.init(
      request: try place["request"].optional(),
      account: try place["of"].optional(),
      delivered: try place["delivered"].optional()
    )
  }
}
