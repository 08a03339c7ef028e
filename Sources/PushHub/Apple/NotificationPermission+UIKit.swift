#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
import Foundation
public import UIKit
// The framework promises the compiler nothing about its classes; see NotificationPermission.
@unsafe @preconcurrency public import UserNotifications

extension NotificationPermission {
  /// Makes a permission that opens the app's notification settings in Settings.
  ///
  /// See [openNotificationSettingsURLString](https://developer.apple.com/documentation/uikit/uiapplication/opennotificationsettingsurlstring).
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    application: UIApplication,
    scheduler: any Scheduler,
    center: UNUserNotificationCenter? = nil
  ) {
    self.init(scheduler: scheduler, center: center) {
      if let url = URL(string: UIApplication.openNotificationSettingsURLString) {
        application.open(url, options: [:], completionHandler: nil)
      }
    }
  }
}
#endif
