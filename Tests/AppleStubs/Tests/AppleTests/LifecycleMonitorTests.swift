import AppKit
import Foundation
import PushHub
import PushHubTesting
import StubSystem
import Testing
import UIKit
import UserNotifications

final class LifecycleMonitorTests: AppleWorld {
  @Test(arguments: [(UIApplication.State.active, AppPhase.active), (.background, .background)])
  func `the phase is that of the application when it starts`(
    state: UIApplication.State,
    phase: AppPhase
  ) {
    application.stubState = state
    hub.start(with: application)
    #expect(lifecycle.state.phase == phase)
  }

  @Test
  func `phases follow the application`() {
    hub.start(with: application)
    let probe = LifecycleProbe()
    lifecycle.add(probe)
    for name in [
      UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
    ] {
      notifications.post(name: name, object: application)
    }
    #expect(
      probe.events == [
        .phaseChanged(.active), .phaseChanged(.inactive), .phaseChanged(.background),
        .phaseChanged(.inactive),
      ]
    )
  }

  @Test
  func `an app is as present as the most present of its scenes`() {
    hub.start(with: application)
    let left = UIScene()
    let right = UIScene()
    notifications.post(name: UIScene.didActivateNotification, object: left)
    notifications.post(name: UIScene.didActivateNotification, object: right)
    notifications.post(name: UIScene.didEnterBackgroundNotification, object: left)
    #expect(lifecycle.state.phase == .active)
    notifications.post(name: UIScene.willDeactivateNotification, object: right)
    #expect(lifecycle.state.phase == .inactive)
    notifications.post(name: UIScene.didDisconnectNotification, object: right)
    #expect(lifecycle.state.phase == .background)
    notifications.post(name: UIScene.didDisconnectNotification, object: left)
    #expect(lifecycle.state.phase == .background)
  }

  @Test
  func `an application that reports active activates no scene`() {
    hub.start(with: application)
    let window = UIScene()
    notifications.post(name: UIScene.didActivateNotification, object: window)
    notifications.post(name: UIScene.didEnterBackgroundNotification, object: window)
    notifications.post(name: UIApplication.didBecomeActiveNotification, object: application)
    #expect(lifecycle.state.phase == .background)
  }

  @Test
  func `the first scene takes the place of the application`() {
    application.stubState = .inactive
    hub.start(with: application)
    #expect(lifecycle.state.phase == .inactive)
    let window = UIScene()
    notifications.post(name: UIScene.didEnterBackgroundNotification, object: window)
    #expect(lifecycle.state.phase == .background)
    #expect(lifecycle.state.scenes == [SceneID(window)])
  }

  @Test
  func `a hub that starts late starts from the scenes that there are`() {
    let window = UIScene()
    window.stubActivationState = .foregroundActive
    let hidden = UIScene()
    hidden.stubActivationState = .background
    let unattached = UIScene()
    application.stubScenes = [window, hidden, unattached]
    application.stubState = .background
    hub.start(with: application)
    #expect(lifecycle.state.phase == .active)
    #expect(lifecycle.state.phase(of: SceneID(hidden)) == .background)
    #expect(lifecycle.state.scenes == [SceneID(window), SceneID(hidden)])
    notifications.post(name: UIApplication.didEnterBackgroundNotification, object: application)
    #expect(lifecycle.state.phase == .active)
    notifications.post(name: UIScene.didEnterBackgroundNotification, object: window)
    #expect(lifecycle.state.phase == .background)
  }

  @Test
  func `a screenshot is received from any thread`() async {
    hub.start(with: application)
    let probe = LifecycleProbe()
    lifecycle.add(probe)
    let (notifications, name) = (notifications, UIApplication.userDidTakeScreenshotNotification)
    notifications.post(name: name, object: nil)
    await withCheckedContinuation { continuation in
      probe.onReceive = { _ in continuation.resume() }
      StubThread.background.run { notifications.post(name: name, object: nil) }
    }
    #expect(probe.events == [.screenshotTaken, .screenshotTaken])
  }

  @Test
  func `a Mac app is active, inactive behind others, and in the background when hidden`() {
    let macApplication = NSApplication()
    macApplication.stubIsActive = true
    hub.start(with: macApplication, workspace: NSWorkspace())
    #expect(lifecycle.state.phase == .active)
    let expected: [(Notification.Name, isActive: Bool, isHidden: Bool, AppPhase)] = [
      (NSApplication.didResignActiveNotification, false, false, .inactive),
      (NSApplication.didHideNotification, false, true, .background),
      (NSApplication.didUnhideNotification, false, false, .inactive),
      (NSApplication.didBecomeActiveNotification, true, false, .active),
    ]
    for (name, isActive, isHidden, phase) in expected {
      macApplication.stubIsActive = isActive
      macApplication.stubIsHidden = isHidden
      notifications.post(name: name, object: nil)
      #expect(lifecycle.state.phase == phase)
    }
  }

  @Test
  func `CarPlay's scene does not make the app active`() {
    application.stubState = .background
    launch()
    let phone = UIWindowScene()
    notifications.post(name: UIScene.didActivateNotification, object: phone)
    lifecycle.pageAppeared("list")
    #expect(lifecycle.state.isFocused("list"))
    notifications.post(name: UIScene.didEnterBackgroundNotification, object: phone)
    let role = UISceneSession.Role(rawValue: "CPTemplateApplicationSceneSessionRoleApplication")
    let car = UIScene(
      session: UISceneSession(stub: (), role: role),
      connectionOptions: .init(stub: nil)
    )
    notifications.post(name: UIScene.didActivateNotification, object: car)
    #expect(!lifecycle.state.isFocused("list"))
  }
}
