import PushHub

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Installs the features at the launch, so that they also work when a push wakes the app without any
/// view.
#if canImport(UIKit)
final class InboxDelegate: PushHubAppDelegate {
  private(set) lazy var features = Features(on: hub)

  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    features.start()
    return super.application(application, didFinishLaunchingWithOptions: launchOptions)
  }
}
#else
final class InboxDelegate: PushHubMacAppDelegate {
  private(set) lazy var features = Features(on: hub)

  override func applicationDidFinishLaunching(_ notification: Notification) {
    features.start()
    super.applicationDidFinishLaunching(notification)
  }
}
#endif
