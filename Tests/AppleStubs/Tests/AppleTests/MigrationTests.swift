import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing
import UIKit
import UserNotifications

/// The code of the migration articles, which has to compile and do what they say.
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
    let sent = try userInfo(#"{"aps":{"alert":"Hi"},"custom":{"i":"m1","u":"inbox://7"}}"#)
    application.stubState = .active
    _ = delegate.application(
      application,
      didFinishLaunchingWithOptions: [.remoteNotification: sent]
    )
    let result = await withCheckedContinuation { continuation in
      delegate.application(application, didReceiveRemoteNotification: sent) {
        continuation.resume(returning: $0)
      }
    }
    #expect(result == .noData)
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

  @Test
  func `a list receives earlier notifications, typed`() throws {
    let sent = try userInfo(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m1","orderID":"7"}"#)
    manager.receive(PushPayload(userInfo: sent), via: .remote)
    manager.add(recorder)
    let list = OrderList()
    list.start()
    #expect(reloaded == ["7"])
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

@MainActor
private final class Listener: PushObserver {
  func receive(_ event: PushEvent) {}
}

@MainActor private let navigation = Navigation()
@MainActor private let recorder = Listener()
@MainActor private let manager = NotificationManager(scheduler: ManualScheduler())
@MainActor private var reloaded: [String] = []

@MainActor
private func reload(_ id: String) { reloaded.append(id) }

private final class OrderList: PushObserver {
  struct Order: Decodable { let orderID: String }

  func start() {
    manager.add(self, replay: true)
  }

  func receive(_ event: PushEvent) {
    guard case .received(let push) = event, let order = try? push.decode(Order.self) else { return }
    reload(order.orderID)
  }
}
