#if !targetEnvironment(macCatalyst)
import Foundation

/// [Apple](https://developer.apple.com/documentation/appkit/nsresponder).
@MainActor
open class NSResponder: NSObject {
  public override init() {}

  /// [Apple](https://developer.apple.com/documentation/appkit/nsresponder/init(coder:)).
  public required init?(coder: NSCoder) {}
}

/// [Apple](https://developer.apple.com/documentation/appkit/nsapplication).
@MainActor
open class NSApplication: NSResponder {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/shared).
  public static let shared = NSApplication()

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/isactive).
  open var isActive: Bool { stubIsActive }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/ishidden).
  open var isHidden: Bool { stubIsHidden }

  /// What the system says of the app.
  public var stubIsActive = false

  /// What the system says of the app.
  public var stubIsHidden = false

  /// How often the app asked for a token.
  public private(set) var stubRegistrationCount = 0

  /// Whether the system says that it has given a token.
  public var stubIsRegistered = false

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/isregisteredforremotenotifications).
  open var isRegisteredForRemoteNotifications: Bool { stubIsRegistered }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/delegate).
  open weak var delegate: (any NSApplicationDelegate)?

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/registerforremotenotifications()).
  open func registerForRemoteNotifications() {
    stubRegistrationCount += 1
  }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/unregisterforremotenotifications()).
  open func unregisterForRemoteNotifications() {}
}

extension NSApplication {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/didfinishlaunchingnotification).
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "NSApplicationDidFinishLaunchingNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/didbecomeactivenotification).
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "NSApplicationDidBecomeActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/didresignactivenotification).
  public nonisolated static let didResignActiveNotification = Notification.Name(
    "NSApplicationDidResignActiveNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/didhidenotification).
  public nonisolated static let didHideNotification = Notification.Name(
    "NSApplicationDidHideNotification"
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplication/didunhidenotification).
  public nonisolated static let didUnhideNotification = Notification.Name(
    "NSApplicationDidUnhideNotification"
  )
}

/// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate).
@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationwillfinishlaunching(_:)).
  func applicationWillFinishLaunching(_ notification: Notification)

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationdidfinishlaunching(_:)).
  func applicationDidFinishLaunching(_ notification: Notification)

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)).
  func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)).
  func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  )

  /// [Apple](https://developer.apple.com/documentation/appkit/nsapplicationdelegate/application(_:didreceiveremotenotification:)).
  func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  )
}

// The methods are optional in Objective-C.
extension NSApplicationDelegate {
  public func applicationWillFinishLaunching(_ notification: Notification) {}

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
#endif
