import Foundation
import PushHub
import UIKit
import UserNotifications

final class CustomerIOAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, _, show in
    show([.banner, .list, .sound, .badge])
  } respond: { center, response, done in
    let isHandled = MessagingPush.shared.userNotificationCenter(
      center,
      didReceive: response,
      withCompletionHandler: done
    )
    if !isHandled { done() }
  }

  override func willLaunch() {
    hub.center?.delegate = library
    MessagingPushAPN.initialize(
      withConfig: MessagingPushConfigBuilder()
        .autoFetchDeviceToken(false)
        .autoTrackPushEvents(false)
        .build()
    )
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    MessagingPush.shared.registerDeviceToken(apnDeviceToken: deviceToken)
  }
}

struct MessagingPushConfigBuilder {
  func autoFetchDeviceToken(_ value: Bool) -> Self { self }

  func autoTrackPushEvents(_ value: Bool) -> Self { self }

  func build() -> Self { self }
}

enum MessagingPushAPN {
  static func initialize(withConfig configuration: MessagingPushConfigBuilder) {}
}

@MainActor
final class MessagingPush {
  static let shared = MessagingPush()

  func registerDeviceToken(apnDeviceToken: Data) {
    SDKLog.customerIO.record("token")
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) -> Bool {
    SDKLog.customerIO.record("opened")
    return false
  }
}
