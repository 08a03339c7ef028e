import AppKit
import Foundation
import PushHub
import PushHubTesting
import StubSystem
import SwiftUI
import Testing
import UIKit
import UserNotifications
import WatchKit

final class AppDelegateTests: AppleWorld {
  private let recorder = PushRecorder()

  /// An app of SwiftUI's, as far as pushes are concerned.
  @MainActor private struct OneLineApp {
    @UIApplicationDelegateAdaptor(PushHubAppDelegate.self) var delegate
  }

  private final class AppDelegate: PushHubAppDelegate {
    required convenience init() {
      var configuration = NotificationManager.Configuration()
      configuration.identification.account = account()
      self.init(hub: AppHub(configuration: configuration))
    }
  }

  @MainActor private struct OneLineMacApp {
    @NSApplicationDelegateAdaptor(PushHubAppDelegate.self) var delegate
  }

  @Test
  func `one line makes all that an app needs`() {
    let app = OneLineApp()
    #expect(app.delegate.hub.scheduler is LiveScheduler)
    #expect(app.delegate.hub.host.names.isEmpty)
    #expect(OneLineMacApp().delegate.hub.scheduler is LiveScheduler)
  }

  @Test
  func `a delegate configures the manager of its hub`() {
    let payload = PushPayload(userInfo: ["account": "bob"])
    #expect(AppDelegate().hub.manager.configuration.identification.account(payload) == "bob")
  }

  @Test
  func `everything that the system reports reaches the subjects`() async {
    let application = application
    let delegate = PushHubAppDelegate(hub: hub)
    let options = [UIApplication.LaunchOptionsKey.remoteNotification: userInfo()]
    #expect(delegate.application(application, didFinishLaunchingWithOptions: options))
    #expect(center.delegate === delegate.hub)
    #expect(application.stubRegistrationCount == 1)
    #expect(delegate.hub.lifecycle.state.phase == .inactive)
    notifications.post(name: UIApplication.didBecomeActiveNotification, object: application)
    delegate.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([7])
    )
    delegate.application(
      application,
      didFailToRegisterForRemoteNotificationsWithError: CocoaError(.init(rawValue: 3000))
    )
    #expect(await delegate.receive(userInfo(), in: application) == .noData)
    delegate.hub.manager.add(recorder)
    #expect(
      recorder.lines == ["received m1", "opened m1 default", "token 07…", "failed 3000"]
    )
  }

  @Test
  func `each start asks for a token, unless the app wants none`() {
    let hub = AppleWorld().hub
    let (phone, mac, watch) = (UIApplication(), NSApplication(), WKApplication())
    hub.start(with: phone)
    hub.start(with: phone, registersForRemoteNotifications: false)
    hub.start(with: mac)
    hub.start(with: mac, registersForRemoteNotifications: false)
    hub.start(with: watch)
    hub.start(with: watch, registersForRemoteNotifications: false)
    #expect(phone.stubRegistrationCount == 1)
    #expect(mac.stubRegistrationCount == 1)
    #expect(watch.stubRegistrationCount == 1)
  }

  @Test
  func `a missing token is requested again on some returns, and can be renewed`() {
    launch()
    for (pause, count) in [(59, 1), (1, 2), (59, 2), (1, 3), (60, 3), (60, 4)] {
      scheduler.advance(by: .seconds(pause))
      lifecycle.setPhase(.background)
      lifecycle.setPhase(.inactive)
      #expect(application.stubRegistrationCount == count)
    }
    #expect(!hub.renewToken())
    manager.didRegister(deviceToken: DeviceToken([7]))
    pass(3_600)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.inactive)
    #expect(application.stubRegistrationCount == 4)
    #expect(hub.renewToken())
    #expect(!hub.renewToken())
    pass(3_600)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.inactive)
    #expect(application.stubRegistrationCount == 6)
  }

  @Test
  func `everything that macOS reports reaches the subjects`() async {
    let delegate = PushHubAppDelegate(hub: hub)
    let launch = Notification(name: NSApplication.didFinishLaunchingNotification)
    delegate.applicationWillFinishLaunching(launch)
    #expect(center.delegate === delegate.hub)
    await center.stubRespond(response())
    delegate.applicationDidFinishLaunching(launch)
    delegate.application(
      NSApplication.shared,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([7])
    )
    delegate.application(
      NSApplication.shared,
      didFailToRegisterForRemoteNotificationsWithError: CocoaError(.init(rawValue: 3000))
    )
    delegate.application(
      NSApplication.shared,
      didReceiveRemoteNotification: ["aps": ["badge": 3], "gcm.message_id": "m2"]
    )
    await settle()
    delegate.hub.manager.add(recorder)
    #expect(
      recorder.lines == [
        "received m1", "opened m1 default", "token 07…", "failed 3000", "received m2",
      ]
    )
  }

  /// Wants local notifications too, as soon as it can say so.
  private final class LocalDelegate: PushHubAppDelegate {
    private(set) var callCount = 0

    override func willLaunch() {
      callCount += 1
      hub.includesLocalNotifications = true
    }
  }

  @Test(arguments: [true, false])
  func `on macOS willLaunch() comes once, before the response that launched the app`(
    isForwarded: Bool
  ) async {
    let delegate = LocalDelegate(hub: hub)
    let launch = Notification(name: NSApplication.didFinishLaunchingNotification)
    // A subclass may handle the first callback without calling super.
    if isForwarded { delegate.applicationWillFinishLaunching(launch) }
    await center.stubRespond(UNNotificationResponse(stub: localNotification()))
    delegate.applicationDidFinishLaunching(launch)
    #expect(delegate.callCount == 1)
    delegate.hub.manager.add(recorder)
    #expect(recorder.lines == (isForwarded ? ["received alarm", "opened alarm default"] : []))
  }
}
