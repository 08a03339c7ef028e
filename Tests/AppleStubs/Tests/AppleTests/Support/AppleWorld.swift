import Foundation
import PushHub
import Testing
import UIKit
import UserNotifications

/// An app on stubs: a notification center, an application, and a forwarder between them and a hub.
@MainActor
final class AppleWorld {
  let hub: Hub
  let lifecycle = AppLifecycle()
  let center = UNUserNotificationCenter(stub: ())
  let application = UIApplication()
  let forwarder: PushForwarder
  private(set) var log: [DelegateLogEntry] = []

  init(
    former: (any UNUserNotificationCenterDelegate)? = nil,
    configuration: NotificationCenterDelegate.Configuration = .init(),
    _ configure: (inout NotificationManager.Configuration) -> Void = { _ in }
  ) {
    hub = Hub(configure)
    center.delegate = former
    forwarder = PushForwarder(
      manager: hub.manager,
      lifecycle: lifecycle,
      center: center,
      configuration: configuration,
      notificationCenter: NotificationCenter()
    )
    forwarder.log = { [weak self] in self?.log.append($0) }
  }

  /// Launches the app without a notification.
  func launch() {
    forwarder.application(application, didFinishLaunchingWithOptions: nil)
  }

  /// Launches an app without scenes, with a notification in the launch options.
  func launch(
    with userInfo: [AnyHashable: Any],
    in state: UIApplication.State = .inactive
  ) {
    application.stubState = state
    forwarder.application(
      application,
      didFinishLaunchingWithOptions: [.remoteNotification: userInfo]
    )
  }

  /// Returns when what was handed to the main thread before has run there.
  func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

/// What is in the system's dictionary for a JSON text.
func userInfo(_ json: String) throws -> [AnyHashable: Any] {
  let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
  return try #require(object as? [String: Any])
}

/// A remote notification as the system hands it over.
func notification(_ json: String, request: String = "r1") throws -> UNNotification {
  UNNotification(stub: .stub(identifier: request, userInfo: try userInfo(json)))
}
