import Foundation
import PushHub
import PushHubObservers
import Testing
import UIKit
import UserNotifications

/// The code of the article on app delegates, which has to compile and do what it says.
@MainActor
struct MigrationTests {
  private final class AppDelegate: UIResponder, UIApplicationDelegate {
    let hub = AppHub()

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      hub.start(with: application, launchOptions: launchOptions)
      return true
    }

    func application(
      _ application: UIApplication,
      didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      hub.receive(userInfo) { completionHandler(UIBackgroundFetchResult($0)) }
    }

    func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
    }

    func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      hub.manager.didFailToRegister(RegistrationFailure(error))
    }
  }

  @Test
  func `a delegate that forwards loses no tap and no push`() async throws {
    let delegate = AppDelegate()
    let application = UIApplication()
    let sent = userInfo(#"{"aps":{"alert":"Hi"},"custom":{"i":"m1","u":"inbox://7"}}"#)
    application.stubState = .active
    _ = delegate.application(
      application,
      didFinishLaunchingWithOptions: [.remoteNotification: sent]
    )
    #expect(await delegate.receive(sent, in: application) == .noData)
    let hub = delegate.hub
    try hub.host.install(TapRouter { push, _ in navigation.open(push.link) }, named: "taps")
    #expect(await eventually { !navigation.opened.isEmpty })
    #expect(navigation.opened == ["inbox://7"])
    delegate.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2])
    )
    #expect(hub.manager.deviceToken?.hex == "0102")
  }
}

// MARK: - What the articles leave to the app

@MainActor
private final class Navigation {
  var opened: [String] = []

  func open(_ link: String?) -> Bool {
    opened += [link].compactMap { $0 }
    return link != nil
  }
}

@MainActor private let navigation = Navigation()
