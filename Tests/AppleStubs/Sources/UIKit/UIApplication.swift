import Foundation

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor
open class UIResponder: NSObject {
  public override init() {}
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor
open class UIApplication: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey/remotenotification
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/state
  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/shared
  public static let shared = UIApplication()

  /// https://developer.apple.com/documentation/uikit/uiapplication/applicationstate
  open var applicationState: State { stubState }

  /// What the system says of the app.
  public var stubState = State.inactive

  /// How often the app asked for a token.
  public private(set) var stubRegistrationCount = 0

  /// What the app opened.
  public private(set) var stubOpenedURLs: [URL] = []

  /// https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()
  open func registerForRemoteNotifications() {
    stubRegistrationCount += 1
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
  open func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    stubOpenedURLs.append(url)
    completion?(true)
  }
}

extension UIApplication {
  /// https://developer.apple.com/documentation/uikit/uiapplication/opennotificationsettingsurlstring
  public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

  /// https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification"
  )

  /// https://developer.apple.com/documentation/uikit/uiapplication/userdidtakescreenshotnotification
  public nonisolated static let userDidTakeScreenshotNotification = Notification.Name(
    "UIApplicationUserDidTakeScreenshotNotification"
  )
}
