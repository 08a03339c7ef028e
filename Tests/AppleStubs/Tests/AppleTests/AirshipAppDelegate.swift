import Foundation
import PushHub
import UIKit
import UserNotifications

final class AirshipAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { center, notification, show in
    Task {
      show(await AppIntegration.userNotificationCenter(center, willPresent: notification))
    }
  } respond: { center, response, done in
    AppIntegration.userNotificationCenter(
      center,
      didReceive: response,
      withCompletionHandler: done
    )
  }

  override func willLaunch() {
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    AppIntegration.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: deviceToken
    )
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { answer in
      Task {
        let result = await AppIntegration.application(
          application,
          didReceiveRemoteNotification: userInfo
        )
        answer(FetchResult(result))
      }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
enum AppIntegration {
  static func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    SDKLog.airship.record("token")
  }

  static func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    SDKLog.airship.record("remote")
    return .noData
  }

  static func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    SDKLog.airship.record("presented")
    return [.banner, .list, .sound, .badge]
  }

  static func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    SDKLog.airship.record("opened")
    completionHandler()
  }
}
