import Foundation
import PushHub
import PushHubObservers
import Testing
import UIKit
import UserNotifications

/// The code of the migration articles, which has to compile and do what they say.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MigrationTests {
  private final class AppDelegate: UIResponder, UIApplicationDelegate {
    let clock = LiveScheduler()
    let lifecycle = AppLifecycle()
    lazy var manager = NotificationManager(scheduler: clock)
    lazy var pushes = PushForwarder(manager: manager, lifecycle: lifecycle)
    lazy var monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle)
    lazy var host = PluginHost(
      subjects: Subjects(push: manager, lifecycle: lifecycle, scheduler: clock)
    )

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      pushes.application(application, didFinishLaunchingWithOptions: launchOptions)
      monitor.start(with: application)
      return true
    }

    func application(
      _ application: UIApplication,
      didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
      await pushes.application(application, didReceiveRemoteNotification: userInfo)
    }
  }

  private final class OrderList: PushObserver {
    struct Order: Decodable { let orderID: String }

    private(set) var reloaded: [String] = []

    func receive(_ event: PushEvent) {
      guard case .received(let push) = event, let order = try? push.decode(Order.self) else {
        return
      }
      reloaded.append(order.orderID)
    }
  }

  @Test
  func `a delegate that forwards loses no tap and no push`() async throws {
    let delegate = AppDelegate()
    let application = UIApplication()
    let sent = try userInfo(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m1","orderID":"7"}"#)
    application.stubState = .active
    _ = delegate.application(
      application,
      didFinishLaunchingWithOptions: [.remoteNotification: sent]
    )
    let result = await delegate.application(application, didReceiveRemoteNotification: sent)
    #expect(result == .noData)
    var opened: [String] = []
    try delegate.host.install(TapRouter { push, _ in opened.append(push.id) }, named: "taps")
    #expect(opened == ["m1"])
    let list = OrderList()
    delegate.manager.add(list, replay: true)
    #expect(list.reloaded == ["7"])
  }
}
