#if !targetEnvironment(macCatalyst)
import Foundation

/// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace).
///
/// It belongs to no actor.
open class NSWorkspace: NSObject {
  private static let stubShared = NSWorkspace()

  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/shared).
  open class var shared: NSWorkspace { stubShared }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/notificationcenter).
  open var notificationCenter: NotificationCenter { stubCenter }

  private let stubCenter = NotificationCenter()

  public override init() {}
}

extension NSWorkspace {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/didwakenotification).
  public static let didWakeNotification = Notification.Name(
    "NSWorkspaceDidWakeNotification"
  )
}
#endif
