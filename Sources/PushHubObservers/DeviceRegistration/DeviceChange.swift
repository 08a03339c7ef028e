public import PushHub

/// What the app says of its device, or wants of a ``DeviceRegistration``.
///
///     {"t":1,"device":{"permission":"authorized","subscribe":["news"]}}
///     {"t":2,"device":{"tags":[{"name":"language","value":"de"}]}}
///     {"t":3,"device":{"tokens":[{"name":"activities","token":"a1b2"}],"refresh":true}}
///     {"t":4,"device":{"permission":null}}
///     {"t":9,"device":{"forget":"ann"}}
public struct DeviceChange: FeatureRecord {
  /// What was said of the device holds until it is said otherwise.
  public typealias Recap = DeviceRecap

  /// The key in a transcript.
  public static let key = "device"

  /// Whether notifications may be shown; `nil` for no word of it, and `.some(nil)` for that it is not
  /// known any more.
  public var permission: DeviceRecord.Permission??

  /// All tags; `nil` for no word of them.
  public var tags: [String: String]?

  /// Further tokens by name; a `nil` for one that is gone.
  public var furtherTokens: [String: DeviceToken?]

  /// Topics that are not wanted any more; they go before others come.
  public var unsubscribed: [String]

  /// Topics that are wanted.
  public var subscribed: [String]

  /// An account that is to be taken off.
  public var forgotten: AccountID?

  /// Whether the server is to be told again.
  public var isRefresh: Bool

  /// Makes a change of nothing but what is given.
  public init(
    permission: DeviceRecord.Permission?? = nil,
    tags: [String: String]? = nil,
    furtherTokens: [String: DeviceToken?] = [:],
    unsubscribed: [String] = [],
    subscribed: [String] = [],
    forgotten: AccountID? = nil,
    isRefresh: Bool = false
  ) {
    self.permission = permission
    self.tags = tags
    self.furtherTokens = furtherTokens
    self.unsubscribed = unsubscribed
    self.subscribed = subscribed
    self.forgotten = forgotten
    self.isRefresh = isRefresh
  }
}

extension DeviceChange {
  /// What the app has just wanted.
  init(_ wish: RegistrationCore.Wish) {
    self.init()
    switch wish {
    case .tags(let tags): self.tags = tags
    case .token(let token, let name): furtherTokens.updateValue(token, forKey: name)
    case .permission(let permission): self.permission = .some(permission)
    case .topic(let topic, isWanted: true, _): subscribed = [topic]
    case .topic(let topic, isWanted: false, _): unsubscribed = [topic]
    case .forget(let account): forgotten = account
    case .refresh: isRefresh = true
    }
  }

  /// Reads an object with any of the keys.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let device = try fields.fields(
      Self.key,
      allowing: [
        "permission", "tags", "tokens", "unsubscribe", "subscribe", "forget", "refresh",
      ]
    )
    self.init(
      permission: try Self.permission(in: device),
      unsubscribed: try device.optionalTexts("unsubscribe") ?? [],
      subscribed: try device.optionalTexts("subscribe") ?? [],
      forgotten: try device.optionalText("forget").map(AccountID.init(rawValue:)),
      isRefresh: try device.optionalBool("refresh") ?? false
    )
    if device.has("tags") {
      var tags: [String: String] = [:]
      for tag in try device.list("tags", allowing: ["name", "value"]) {
        tags[try tag.text("name")] = try tag.text("value")
      }
      self.tags = tags
    }
    guard device.has("tokens") else { return }
    for token in try device.list("tokens", allowing: ["name", "token"]) {
      let name = try token.text("name")
      furtherTokens.updateValue(try Self.token(in: token), forKey: name)
    }
  }

  private static func permission(
    in fields: TranscriptFields
  ) throws(TranscriptMistake) -> DeviceRecord.Permission?? {
    guard fields.has("permission") else { return .none }
    guard !fields.isNull("permission") else { return .some(nil) }
    return try fields.word("permission", among: DeviceRecord.Permission.allCases)
  }

  private static func token(
    in fields: TranscriptFields
  ) throws(TranscriptMistake) -> DeviceToken? {
    guard !fields.isNull("token") else { return nil }
    let hex = try fields.text("token")
    do throws(DeviceToken.HexError) {
      return try DeviceToken(hex: hex)
    } catch {
      throw TranscriptMistake("\"token\" of \"tokens\" is no token: \(error)")
    }
  }

  /// What changes.
  public var fields: [TranscriptField] {
    var members: [String: JSONValue] = [:]
    members["permission"] = permission.map { $0.map { .string($0.rawValue) } ?? .null }
    members["tags"] = tags.map { tags in
      .array(tags.sorted(by: <).map { ["name": .string($0.key), "value": .string($0.value)] })
    }
    if !furtherTokens.isEmpty {
      let tokens = furtherTokens.sorted { $0.key < $1.key }
      members["tokens"] = .array(
        tokens.map { name, token in
          ["name": .string(name), "token": token.map { .string($0.hex) } ?? .null]
        }
      )
    }
    members["unsubscribe"] = list(unsubscribed)
    members["subscribe"] = list(subscribed)
    members["forget"] = forgotten.map { .string($0.rawValue) }
    members["refresh"] = isRefresh ? true : nil
    return [TranscriptField(Self.key, .object(members))]
  }

  private func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
  }

  /// The change with other names, values and tokens.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    var change = self
    change.tags = tags.map { tags in
      Dictionary(
        tags.map { (redactor.hash($0.key), redactor.hash($0.value)) },
        uniquingKeysWith: { value, _ in value }
      )
    }
    change.furtherTokens = Dictionary(
      furtherTokens.map { (redactor.hash($0.key), $0.value.map(redactor.redact)) },
      uniquingKeysWith: { token, _ in token }
    )
    change.unsubscribed = unsubscribed.map(redactor.hash)
    change.subscribed = subscribed.map(redactor.hash)
    change.forgotten = forgotten.map { AccountID(rawValue: redactor.hash($0.rawValue)) }
    return change
  }
}
