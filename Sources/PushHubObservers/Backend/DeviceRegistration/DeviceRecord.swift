public import PushHub

/// What a server should know of a device to push to it, for one account.
///
/// As JSON it has tokens whole and in hexadecimal digits; a permission that is not known is left out.
public struct DeviceRecord: Codable, Equatable, Sendable {
  /// The Live Activities of an account, and the tokens that start others.
  public struct Activities: Codable, Equatable, Sendable {
    /// The tokens that start an activity, by the name of its attributes type.
    public var startTokens: [String: PushToken]

    /// The activities that are running, and those that the user has dismissed lately.
    ///
    /// One that was here and is not any more has ended.
    public var activities: [LiveActivity]
  }

  /// Which of Apple's servers a token is for.
  ///
  /// See [Sending notification requests to
  /// APNs](https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
  public enum Environment: String, Hashable, Sendable, Codable {
    /// An app from the App Store, TestFlight or an enterprise.
    case production

    /// An app that Xcode has signed for development.
    case sandbox
  }

  /// The device's address.
  public var token: DeviceToken

  /// Which of Apple's servers the token is for.
  public var environment: Environment

  /// Whether notifications may be shown; `nil` until the app was told.
  public var permission: PermissionLevel?

  /// Tokens for other things than notifications, by the app's names for them.
  ///
  /// That of Firebase Cloud Messaging, for example.
  public var additionalTokens: [String: PushToken]

  /// What else the app says of the device: its language, its version.
  public var tags: [String: String]

  /// What the account has subscribed to on this device, sorted.
  public var topics: [String]

  /// The account's Live Activities; `nil` if the registration follows none.
  public var liveActivities: Activities?

  /// Describes a device.
  public init(
    token: DeviceToken,
    environment: Environment,
    permission: PermissionLevel? = nil,
    additionalTokens: [String: PushToken] = [:],
    tags: [String: String] = [:],
    topics: [String] = [],
    liveActivities: Activities? = nil
  ) {
    self.token = token
    self.environment = environment
    self.permission = permission
    self.additionalTokens = additionalTokens
    self.tags = tags
    self.topics = topics
    self.liveActivities = liveActivities
  }
}
