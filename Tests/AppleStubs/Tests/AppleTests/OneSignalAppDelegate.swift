import Foundation
import PushHub
import UIKit
import UserNotifications

final class OneSignalAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, notification, show in
    let payload = notification.request.content.userInfo
    OneSignal.Notifications.willPresentNotification(payload: payload) {
      show($0 == nil ? [] : [.banner, .list, .sound, .badge])
    }
  } respond: { _, response, done in
    OneSignal.Notifications.didReceiveNotificationResponse(response)
    done()
  }

  override func willLaunch() {
    hub.center?.delegate = library
    OneSignal.initialize("app-id", withLaunchOptions: nil)
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    OneSignal.Notifications.didRegisterForRemoteNotifications(deviceToken: deviceToken)
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { answer in
      let isWorking = OneSignal.Notifications.didReceiveRemoteNotification(userInfo: userInfo) {
        answer(FetchResult($0))
      }
      if !isWorking { answer(.noData) }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
enum OneSignal {
  struct OSNotification {}

  static func initialize(_ id: String, withLaunchOptions options: [AnyHashable: Any]?) {}

  @MainActor
  enum Notifications {
    static func didRegisterForRemoteNotifications(deviceToken: Data) {
      SDKLog.oneSignal.record("token")
    }

    static func didReceiveRemoteNotification(
      userInfo: [AnyHashable: Any],
      completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) -> Bool {
      SDKLog.oneSignal.record("remote")
      return false
    }

    static func willPresentNotification(
      payload: [AnyHashable: Any],
      completion: @escaping (OSNotification?) -> Void
    ) {
      SDKLog.oneSignal.record("presented")
      completion(OSNotification())
    }

    static func didReceiveNotificationResponse(_ response: UNNotificationResponse) {
      SDKLog.oneSignal.record("opened")
    }
  }
}
