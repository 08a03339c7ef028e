import Foundation
import PushHub
import PushHubBackend
import UIKit
import UserNotifications

final class FirebaseAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, notification, show in
    Messaging.messaging().appDidReceiveMessage(notification.request.content.userInfo)
    show([.banner, .list, .sound, .badge])
  } respond: { _, response, done in
    Messaging.messaging().appDidReceiveMessage(response.notification.request.content.userInfo)
    done()
  }

  override func willLaunch() {
    FirebaseApp.configure()
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    Messaging.messaging().apnsToken = deviceToken
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Messaging.messaging().appDidReceiveMessage(userInfo)
    super.application(
      application,
      didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: completionHandler
    )
  }
}

/// Sends Firebase's token to the app's server, beside the device token.
@MainActor
final class FirebaseToken: NSObject, @preconcurrency MessagingDelegate {
  private let registration: DeviceRegistration

  init(for registration: DeviceRegistration) {
    self.registration = registration
  }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    registration.setToken(fcmToken.map { PushToken(text: $0) }, named: "fcm")
  }
}

enum FirebaseApp {
  static func configure() {}
}

protocol MessagingDelegate: NSObjectProtocol {
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?)
}

@MainActor
final class Messaging {
  private static let shared = Messaging()

  static func messaging() -> Messaging { shared }

  /// What calls it, in this order for one push.
  private let callers = ["remote", "presented", "opened"]
  private var messageCount = 0

  weak var delegate: (any MessagingDelegate)?

  /// Calls the delegate, as Firebase does on the main queue.
  func register(_ token: String) {
    delegate?.messaging(self, didReceiveRegistrationToken: token)
  }

  var apnsToken: Data? {
    didSet { SDKLog.firebase.record("token") }
  }

  func appDidReceiveMessage(_ message: [AnyHashable: Any]) {
    SDKLog.firebase.record(callers[messageCount % callers.count])
    messageCount += 1
  }
}
