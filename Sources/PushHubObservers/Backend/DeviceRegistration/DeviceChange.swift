public import PushHub

/// What the app says of its device, or wants of a ``DeviceRegistration``.
///
///     {"t":1,"device":{"permission":"authorized","subscribe":["news"]}}
///     {"t":2,"device":{"tags":[{"name":"language","value":"de"}]}}
///     {"t":3,"device":{"tokens":[{"name":"activities","token":"a1b2"}],"refresh":true}}
///     {"t":4,"device":{"permission":null}}
///     {"t":9,"device":{"forget":"ann"}}
public struct DeviceChange: FeatureRecord {
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
}

extension DeviceChange {
  private enum CodingKeys: String, CodingKey {
    case permission, tags, tokens, unsubscribe, subscribe, forget, refresh
  }

  private struct Tag: Codable {
    @Private var name: String
    @Private var value: String
  }

  private struct Token: Codable {
    @Private var name: String
    @Private var token: DeviceToken?
  }

  /// Reads an object with any of the keys.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let forgotten = try values.decodeIfPresent(String.self, forKey: .forget)
    self.init(
      unsubscribed: try values.decodeIfPresent([String].self, forKey: .unsubscribe) ?? [],
      subscribed: try values.decodeIfPresent([String].self, forKey: .subscribe) ?? [],
      forgotten: forgotten.map(AccountID.init(rawValue:)),
      isRefresh: try values.decodeIfPresent(Bool.self, forKey: .refresh) ?? false
    )
    if values.contains(.permission) {
      let isKnown = try !values.decodeNil(forKey: .permission)
      permission = .some(
        isKnown ? try values.decode(DeviceRecord.Permission.self, forKey: .permission) : nil
      )
    }
    let tags = try values.decodeIfPresent([Tag].self, forKey: .tags)
    self.tags = tags.map { Dictionary($0.map { ($0.name, $0.value) }) { $1 } }
    for token in try values.decodeIfPresent([Token].self, forKey: .tokens) ?? [] {
      furtherTokens.updateValue(token.token, forKey: token.name)
    }
  }

  /// Writes what changes, with names, values and tokens as private ones.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if let permission { try values.encode(permission, forKey: .permission) }
    let tags = tags?.sorted(by: <).map { Tag(name: $0.key, value: $0.value) }
    try values.encodeIfPresent(tags, forKey: .tags)
    if !furtherTokens.isEmpty {
      let tokens = furtherTokens.sorted { $0.key < $1.key }
      try values.encode(tokens.map { Token(name: $0.key, token: $0.value) }, forKey: .tokens)
    }
    if !unsubscribed.isEmpty { try values.encode(Private(unsubscribed), forKey: .unsubscribe) }
    if !subscribed.isEmpty { try values.encode(Private(subscribed), forKey: .subscribe) }
    try values.encodeIfPresent(forgotten.map { Private($0.rawValue) }, forKey: .forget)
    if isRefresh { try values.encode(true, forKey: .refresh) }
  }
}
