#if !targetEnvironment(macCatalyst)
import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct).
///
/// In C it is a structure with a pointer, so that strict memory safety takes each use for unsafe.
@unsafe public struct NSAccessibility {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/notification).
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/notification/announcementrequested).
    public static let announcementRequested = Notification(rawValue: "AXAnnouncementRequested")
  }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/notificationuserinfokey).
  public struct NotificationUserInfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/notificationuserinfokey/announcement).
    public static let announcement = NotificationUserInfoKey(rawValue: "AXAnnouncementKey")

    /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/notificationuserinfokey/priority).
    public static let priority = NotificationUserInfoKey(rawValue: "AXPriorityKey")
  }

  /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibility-swift.struct/post(element:notification:userinfo:)).
  public static func post(
    element: Any,
    notification: NSAccessibility.Notification,
    userInfo: [NSAccessibility.NotificationUserInfoKey: Any]?
  ) {
    StubMainThread.require()
    precondition(userInfo?[.announcement] is String, "There is nothing to announce.")
  }
}

/// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibilityprioritylevel).
public enum NSAccessibilityPriorityLevel: Int, Sendable {
  /// [Apple](https://developer.apple.com/documentation/appkit/nsaccessibilityprioritylevel/high).
  case high = 90
}
#endif
