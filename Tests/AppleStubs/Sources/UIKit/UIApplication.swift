#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uiresponder).
@MainActor
open class UIResponder: NSObject {
  public override init() {}

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)).
  ///
  /// Every object has it in Objective-C. On Linux what an extension declares can't be overridden.
  open nonisolated func responds(to aSelector: Selector!) -> Bool { true }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiapplication).
@MainActor
open class UIApplication: UIResponder {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey).
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    #if !os(tvOS)
    /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey/remotenotification).
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
    #endif
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey).
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/state).
  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/shared).
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  public static let shared = UIApplication()

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/applicationstate).
  open var applicationState: State { stubState }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes).
  open var connectedScenes: Set<UIScene> { stubScenes }

  /// What the system says of the app.
  ///
  /// An app with scenes, and so every app of SwiftUI's, is launched in the background, also when the
  /// user launches it: its first scene connects after that.
  public var stubState = State.background

  /// The scenes that the system has connected.
  public var stubScenes: Set<UIScene> = []

  /// How often the app asked for a token.
  public private(set) var stubRegistrationCount = 0

  /// What the app opened.
  public private(set) var stubOpenedURLs: [URL] = []

  /// Whether the system says that it has given a token.
  public var stubIsRegistered = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/isregisteredforremotenotifications).
  open var isRegisteredForRemoteNotifications: Bool { stubIsRegistered }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/backgroundrefreshstatus).
  open var backgroundRefreshStatus: UIBackgroundRefreshStatus { stubRefreshStatus }

  /// What the user has set.
  public var stubRefreshStatus = UIBackgroundRefreshStatus.available

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/delegate).
  open unowned(unsafe) var delegate: (any UIApplicationDelegate)?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()).
  open func registerForRemoteNotifications() {
    stubRegistrationCount += 1
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/unregisterforremotenotifications()).
  open func unregisterForRemoteNotifications() {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)).
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
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
  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/opennotificationsettingsurlstring).
  public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification).
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification).
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification).
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification).
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/uikit/uiapplication/userdidtakescreenshotnotification).
  public nonisolated static let userDidTakeScreenshotNotification = Notification.Name(
    "UIApplicationUserDidTakeScreenshotNotification"
  )
}
#endif
