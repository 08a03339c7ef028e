import Foundation

/// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor
open class NSResponder: NSObject {
  public override init() {}

  /// https://developer.apple.com/documentation/appkit/nsresponder/init(coder:)
  public required init?(coder: NSCoder) {}
}

/// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor
open class NSApplication: NSResponder {
  /// https://developer.apple.com/documentation/appkit/nsapplication/shared
  public static let shared = NSApplication()

  /// https://developer.apple.com/documentation/appkit/nsapplication/isactive
  open var isActive: Bool { stubIsActive }

  /// https://developer.apple.com/documentation/appkit/nsapplication/ishidden
  open var isHidden: Bool { stubIsHidden }

  /// What the system says of the app.
  public var stubIsActive = false

  /// What the system says of the app.
  public var stubIsHidden = false

  /// How often the app asked for a token.
  public private(set) var stubRegistrationCount = 0

  /// https://developer.apple.com/documentation/appkit/nsapplication/registerforremotenotifications()
  open func registerForRemoteNotifications() {
    stubRegistrationCount += 1
  }
}

extension NSApplication {
  /// https://developer.apple.com/documentation/appkit/nsapplication/launchusernotificationuserinfokey
  public nonisolated static let launchUserNotificationUserInfoKey =
    "NSApplicationLaunchUserNotificationKey"

  /// https://developer.apple.com/documentation/appkit/nsapplication/didfinishlaunchingnotification
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "NSApplicationDidFinishLaunchingNotification"
  )

  /// https://developer.apple.com/documentation/appkit/nsapplication/didbecomeactivenotification
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "NSApplicationDidBecomeActiveNotification"
  )

  /// https://developer.apple.com/documentation/appkit/nsapplication/didresignactivenotification
  public nonisolated static let didResignActiveNotification = Notification.Name(
    "NSApplicationDidResignActiveNotification"
  )

  /// https://developer.apple.com/documentation/appkit/nsapplication/didhidenotification
  public nonisolated static let didHideNotification = Notification.Name(
    "NSApplicationDidHideNotification"
  )

  /// https://developer.apple.com/documentation/appkit/nsapplication/didunhidenotification
  public nonisolated static let didUnhideNotification = Notification.Name(
    "NSApplicationDidUnhideNotification"
  )
}

/// https://developer.apple.com/documentation/appkit/nsapplicationdelegate
@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {
  /// What every object has in Objective-C, where the system makes the delegate from its class.
  init()

  /// https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationdidfinishlaunching(_:)
  func applicationDidFinishLaunching(_ notification: Notification)

  /// https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)
  func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )

  /// https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)
  func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  )

  /// https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didreceiveremotenotification:)
  func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  )
}

// The methods are optional in Objective-C.
extension NSApplicationDelegate {
  public func applicationDidFinishLaunching(_ notification: Notification) {}

  public func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}

  public func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}

  public func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  ) {}
}
