import Foundation
import PushHub
import UIKit
import UserNotifications

final class BrazeAppDelegate: PushHubAppDelegate {
  private let braze = Braze()

  private lazy var library = LibraryDelegate { [braze] _, notification, show in
    braze.notifications.handleForegroundNotification(notification: notification)
    show([.banner, .list, .sound, .badge])
  } respond: { [braze] _, response, done in
    let isHandled = braze.notifications.handleUserNotification(
      response: response,
      withCompletionHandler: done
    )
    if !isHandled { done() }
  }

  override func willLaunch() {
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    braze.notifications.register(deviceToken: deviceToken)
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { [braze] answer in
      let isHandled = braze.notifications.handleBackgroundNotification(userInfo: userInfo) {
        answer(FetchResult($0))
      }
      if !isHandled { answer(.noData) }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
final class Braze {
  let notifications = Notifications()

  @MainActor
  final class Notifications {
    func register(deviceToken: Data) {
      SDKLog.braze.record("token")
    }

    func handleBackgroundNotification(
      userInfo: [AnyHashable: Any],
      fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) -> Bool {
      SDKLog.braze.record("remote")
      return false
    }

    func handleForegroundNotification(notification: UNNotification) {
      SDKLog.braze.record("presented")
    }

    func handleUserNotification(
      response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) -> Bool {
      SDKLog.braze.record("opened")
      return false
    }
  }
}
