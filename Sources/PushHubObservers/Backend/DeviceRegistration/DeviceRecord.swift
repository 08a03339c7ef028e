public import PushHub

/// What a server should know of a device to push to it, for one account.
///
/// As JSON it has tokens whole and in hexadecimal digits; a permission that is not known is left out.
public struct DeviceRecord: Codable, Equatable, Sendable {
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
  /// That which starts a Live Activity, for example.
  public var furtherTokens: [String: DeviceToken]

  /// What else the app says of the device: its language, its version.
  public var tags: [String: String]

  /// What the account has subscribed to on this device, sorted.
  public var topics: [String]

  /// Describes a device.
  public init(
    token: DeviceToken,
    environment: Environment,
    permission: PermissionLevel? = nil,
    furtherTokens: [String: DeviceToken] = [:],
    tags: [String: String] = [:],
    topics: [String] = []
  ) {
    self.token = token
    self.environment = environment
    self.permission = permission
    self.furtherTokens = furtherTokens
    self.tags = tags
    self.topics = topics
  }
}
