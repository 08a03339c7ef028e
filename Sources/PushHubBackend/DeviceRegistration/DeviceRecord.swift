public import PushHub

/// A server's record of a device, for one account.
///
/// Its JSON has whole tokens in hexadecimal digits, and no permission if that is unknown.
public struct DeviceRecord: Codable, Equatable, Sendable {
  /// The Live Activities of an account, and the tokens that start others.
  public struct Activities: Codable, Equatable, Sendable {
    /// The tokens that start an activity, by the name of its attributes type.
    public var startTokens: [String: PushToken]

    /// The activities that are running, and those that the user has dismissed, or that are gone, in the last week.
    ///
    /// An activity that is no longer in the record has ended.
    public var activities: [LiveActivity] = []

    /// Whether the user allows Live Activities; `nil` if that isn't known.
    public var isAllowed: Bool?

    /// Whether the user allows frequent updates of them; `nil` if that isn't known.
    public var allowsFrequentUpdates: Bool?
  }

  /// The Apple server that a token is for.
  ///
  /// See [Sending notification requests to
  /// APNs](https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
  public enum Environment: String, Hashable, Sendable, Codable {
    /// An app from the App Store, TestFlight or an enterprise.
    case production

    /// An app that Xcode has signed for development.
    case sandbox
  }

  /// The device token.
  public var token: DeviceToken

  /// The Apple server that the token is for.
  public var environment: Environment

  /// Whether notifications may be shown; `nil` until that is known.
  public var permission: PermissionLevel?

  /// Tokens for other things than notifications, by the app's names, such as the token of Firebase Cloud
  /// Messaging.
  public var additionalTokens: [String: PushToken] = [:]

  /// Further properties of the device, such as its language.
  public var tags: [String: String] = [:]

  /// The app's version, the locale and background refresh; `nil` if the app leaves them out.
  public var details: DeviceDetails?

  /// The topics to which the account has subscribed on this device, sorted.
  public var topics: [String] = []

  /// The account's Live Activities; `nil` if the registration follows none.
  public var liveActivities: Activities?

  /// Describes a device of which nothing but its token is known.
  public init(token: DeviceToken, environment: Environment) {
    self.token = token
    self.environment = environment
  }
}
