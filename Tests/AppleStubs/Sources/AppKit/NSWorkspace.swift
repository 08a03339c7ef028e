import Foundation

/// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace).
@MainActor
open class NSWorkspace: NSObject {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/shared).
  public static let shared = NSWorkspace()

  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/notificationcenter).
  open var notificationCenter: NotificationCenter { stubCenter }

  private let stubCenter = NotificationCenter()

  public override init() {}
}

extension NSWorkspace {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsworkspace/didwakenotification).
  public nonisolated static let didWakeNotification = Notification.Name(
    "NSWorkspaceDidWakeNotification"
  )
}
