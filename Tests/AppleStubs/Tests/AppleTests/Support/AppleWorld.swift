public import AppKit
import Foundation
public import PushHub
import PushHubTesting
public import StubSystem
import Testing
import UIKit
import UserNotifications
public import WatchKit

/// An app on stubs: a notification center, an application, and a hub between them.
class AppleWorld: TimeFixture {
  let hub: AppHub
  let scheduler = ManualScheduler()
  let center = UNUserNotificationCenter(stub: ())
  let notifications = NotificationCenter()
  let application = UIApplication()
  private(set) var log: [String] = []

  var lifecycle: AppLifecycle { hub.lifecycle }
  var manager: NotificationManager { hub.manager }

  init() {
    application.stubState = .inactive
    hub = AppHub(scheduler: scheduler, center: center, notificationCenter: notifications)
    hub.host.log = { [weak self] _, event in
      if event is HubProblem { self?.log.append(event.message) }
    }
  }

  /// Launches the app, without scenes, perhaps with a notification in the launch options, and after another
  /// library has set the center's delegate.
  func launch(
    with userInfo: [AnyHashable: Any]? = nil,
    after former: (any UNUserNotificationCenterDelegate)? = nil
  ) {
    if let former { center.delegate = former }
    hub.start(
      with: application,
      launchOptions: userInfo.map { [.remoteNotification: $0] }
    )
  }

  /// The app comes to the front, whether or not it has been launched.
  func activate() {
    application.stubState = .active
    hub.lifecycle.setPhase(.active)
  }

  /// Returns when what was handed to the main thread before has run there.
  func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

/// A platform has one kind of application; here there are all three, and one delegate for them.
extension PushHubAppDelegate: NSApplicationDelegate, WKApplicationDelegate {}

/// What the system makes from its class.
extension PushHubAppDelegate: StubMade {}
extension PushHubSceneDelegate: StubMade {}

extension UIApplicationDelegate {
  /// Receives a push in the background, and returns what the delegate completes it with.
  func receive(
    _ userInfo: [AnyHashable: Any],
    in application: UIApplication
  ) async -> UIBackgroundFetchResult {
    await withCheckedContinuation { continuation in
      self.application(application, didReceiveRemoteNotification: userInfo) {
        continuation.resume(returning: $0)
      }
    }
  }
}

/// A push with a message id.
private let hi = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#

/// What is in the system's dictionary for a JSON text, or for a push with the message id `m1`.
///
/// A text that is no object fails the test.
func userInfo(_ json: String? = nil) -> [AnyHashable: Any] {
  let object = try? JSONSerialization.jsonObject(with: Data((json ?? hi).utf8))
  guard let members = object as? [String: Any] else {
    Issue.record("no object")
    return [:]
  }
  return members
}

/// A remote notification as the system hands it over.
func notification(_ json: String? = nil, request: String = "r1") -> UNNotification {
  UNNotification(stub: .stub(identifier: request, userInfo: userInfo(json)))
}

/// A tap on a remote notification.
func response(_ json: String? = nil, request: String = "r1") -> UNNotificationResponse {
  UNNotificationResponse(stub: notification(json, request: request))
}

/// A notification that is not remote and shows nothing.
func localNotification(_ identifier: String = "alarm") -> UNNotification {
  let content = UNMutableNotificationContent()
  return UNNotification(
    stub: UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
  )
}

extension [String] {
  /// Whether these are sentences that begin so, one for each.
  func begins(with beginnings: [String]) -> Bool {
    count == beginnings.count && zip(self, beginnings).allSatisfy { $0.hasPrefix($1) }
  }
}
