public import PushHub

/// A Live Activity, as ActivityKit reports it and as the server gets it.
public struct LiveActivity: Codable, Hashable, Sendable {
  /// The states of ActivityKit.
  ///
  /// See [ActivityState](https://developer.apple.com/documentation/activitykit/activitystate).
  public enum State: String, Codable, Hashable, Sendable {
    /// It is scheduled, and not shown yet.
    case pending

    /// It is shown and can be updated.
    case active

    /// It is shown and can be updated, and its content is out of date.
    case stale

    /// It is over.
    case ended

    /// It is not shown any more. In a ``DeviceRecord``, the user has dismissed it.
    case dismissed

    /// It is not shown any more, and neither the app nor, as far as is known, the user has ended it.
    case gone
  }

  /// ActivityKit's identifier.
  public var id: String

  /// The name of the attributes type, which a push that starts one has as `attributes-type`.
  public var type: String

  /// The app's name for it, such as the number of an order.
  public var name: String?

  /// The token that updates and ends it; `nil` if it is not known.
  public var token: PushToken?

  /// The broadcast channel that updates and ends it, in place of a token.
  public var channel: String?

  /// Its state.
  public var state: State

  /// The account that the app names; `nil` for the one that is shown when it starts, and in a ``DeviceRecord``.
  public var account: AccountID?

  /// Describes an activity.
  public init(
    id: String,
    type: String,
    name: String? = nil,
    token: PushToken? = nil,
    channel: String? = nil,
    state: State = .active,
    account: AccountID? = nil
  ) {
    self.id = id
    self.type = type
    self.name = name
    self.token = token
    self.channel = channel
    self.state = state
    self.account = account
  }

  /// Encodes the activity, with the name, the token, the channel and the account as private.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(type, forKey: .type)
    try values.encodeIfPresent(name.map { Private($0) }, forKey: .name)
    try values.encodeIfPresent(token.map { Private($0) }, forKey: .token)
    try values.encodeIfPresent(channel.map { Private($0) }, forKey: .channel)
    try values.encode(state, forKey: .state)
    try values.encodeIfPresent(account.map { Private($0) }, forKey: .account)
  }
}
