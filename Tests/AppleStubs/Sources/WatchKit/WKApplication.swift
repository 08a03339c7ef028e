// iOS has a WatchKit too, in which there is nothing of these.
#if !os(iOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationstate).
public enum WKApplicationState: Int, Sendable {
  case active
  case inactive
  case background
}

/// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication).
@MainActor
open class WKApplication: NSObject {
  private static let stubShared = WKApplication()

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/shared()).
  open class func shared() -> WKApplication { stubShared }

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/applicationstate).
  open var applicationState: WKApplicationState { stubState }

  /// What the system says of the app.
  public var stubState = WKApplicationState.background

  /// How often the app asked for a token.
  public private(set) var stubRegistrationCount = 0

  public override init() {}

  /// Whether the system says that it has given a token.
  public var stubIsRegistered = false

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/isregisteredforremotenotifications).
  open var isRegisteredForRemoteNotifications: Bool { stubIsRegistered }

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/delegate).
  open var delegate: (any WKApplicationDelegate)? { stubDelegate }

  /// Whom the system made.
  public weak var stubDelegate: (any WKApplicationDelegate)?

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/registerforremotenotifications()).
  open func registerForRemoteNotifications() {
    stubRegistrationCount += 1
  }

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/unregisterforremotenotifications()).
  open func unregisterForRemoteNotifications() {}
}

extension WKApplication {
  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/didfinishlaunchingnotification).
  public static let didFinishLaunchingNotification = Notification.Name(
    "WKApplicationDidFinishLaunchingNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/didbecomeactivenotification).
  public static let didBecomeActiveNotification = Notification.Name(
    "WKApplicationDidBecomeActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/willresignactivenotification).
  public static let willResignActiveNotification = Notification.Name(
    "WKApplicationWillResignActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/willenterforegroundnotification).
  public static let willEnterForegroundNotification = Notification.Name(
    "WKApplicationWillEnterForegroundNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplication/didenterbackgroundnotification).
  public static let didEnterBackgroundNotification = Notification.Name(
    "WKApplicationDidEnterBackgroundNotification"
  )
}

/// [Apple](https://developer.apple.com/documentation/watchkit/wkbackgroundfetchresult).
public enum WKBackgroundFetchResult: UInt, Sendable {
  case newData
  case noData
  case failed
}

/// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate).
@MainActor
public protocol WKApplicationDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate/applicationdidfinishlaunching()).
  func applicationDidFinishLaunching()

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate/didregisterforremotenotifications(withdevicetoken:)).
  func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data)

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate/didfailtoregisterforremotenotificationswitherror(_:)).
  func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error)

  /// [Apple](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate/didreceiveremotenotification(_:fetchcompletionhandler:)).
  func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  )
}

// The methods are optional in Objective-C.
extension WKApplicationDelegate {
  public func applicationDidFinishLaunching() {}

  public func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {}

  public func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {}

  public func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    completionHandler(.noData)
  }
}
#endif
