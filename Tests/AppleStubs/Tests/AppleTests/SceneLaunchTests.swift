import Foundation
import PushHubTesting
import StubSystem
import SwiftUI
import Testing
import UIKit
import UserNotifications

@testable import PushHub

// The README's two ways into an app, and what they name.

struct InboxApp: App {
  @UIApplicationDelegateAdaptor(PushHubAppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup { InboxView().trackedPage("inbox") }
  }
}

final class AppDelegate: PushHubAppDelegate {
  override nonisolated var sceneDelegateClass: PushHubSceneDelegate.Type { SceneDelegate.self }
}

final class SceneDelegate: PushHubSceneDelegate {
  override func connect(_ scene: UIScene, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = InboxViewController()
    window?.makeKeyAndVisible()
  }
}

extension InboxApp {
  fileprivate var stubDelegate: PushHubAppDelegate { delegate }
}

private struct InboxView: View {
  var body: some View { Text("Inbox") }
}

private final class InboxViewController: UIViewController {
  init() {
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    nil
  }
}

/// Cold starts of apps with scenes, which have what the README says and nothing else.
///
/// One after another, since scene delegates that the system makes speak to all hubs that listen
/// at the default notification center.
@Suite(.serialized)
final class SceneLaunchTests: AppleWorld {
  private static let heardOnce = ["received m1", "opened m1 default"]

  /// An app in a process of its own, which has launched.
  private func launch(_ delegate: PushHubAppDelegate) -> StubLaunch {
    let launch = StubLaunch(of: UIApplication(), with: delegate)
    launch.finish()
    return launch
  }

  /// How an app's delegate configures a scene.
  private func configuration(
    for session: UISceneSession,
    answering response: UNNotificationResponse? = nil,
    by delegate: AppDelegate = AppDelegate()
  ) -> UISceneConfiguration {
    delegate.application(
      application,
      configurationForConnecting: session,
      options: UIScene.ConnectionOptions(stub: response)
    )
  }

  private func heard(by delegate: PushHubAppDelegate) -> [String] {
    let recorder = PushRecorder()
    delegate.hub.manager.add(recorder)
    return recorder.lines
  }

  @Test
  func `a tap that launches a SwiftUI app is received once`() {
    let delegate = InboxApp().stubDelegate
    let launch = launch(delegate)
    #expect(delegate.hub.lifecycle.state.phase == .background)
    launch.connect(answering: response())
    #expect(delegate.hub.lifecycle.state.phase == .active)
    #expect(heard(by: delegate) == Self.heardOnce)
  }

  @Test
  func `a tap that launches a UIKit app is received once, and its windows are made`() {
    let delegate = AppDelegate()
    let launch = launch(delegate)
    let scene = launch.connect(answering: response())
    #expect(scene.keyWindow?.rootViewController is InboxViewController)
    #expect(heard(by: delegate) == Self.heardOnce)
  }

  @Test
  func `a tap is received from a scene that the system kept from an earlier launch`() {
    let session = launch(AppDelegate()).connect().session
    let delegate = AppDelegate()
    launch(delegate).connect(answering: response(), restoring: session)
    #expect(heard(by: delegate) == Self.heardOnce)
  }

  @Test
  func `an app without a scene manifest has scenes only if it configures them`() {
    let delegate = InstallingDelegate()
    #expect(!StubLaunch(of: application, with: delegate, hasManifest: false).hasScenes)
    #expect(StubLaunch(of: application, with: AppDelegate(), hasManifest: false).hasScenes)
    #expect(
      delegate.responds(to: NSSelectorFromString("application:didFinishLaunchingWithOptions:"))
    )
    let manifests: [(info: [String: Any], hasScenes: Bool)] = [
      ([:], false), (["UIApplicationSceneManifest": [String: Any]()], true),
    ]
    for manifest in manifests {
      let folder = AppFolder(info: manifest.info)
      let delegate = BundledDelegate(in: folder.bundle)
      let launch = StubLaunch(of: application, with: delegate, hasManifest: false)
      #expect(launch.hasScenes == manifest.hasScenes)
      withExtendedLifetime(folder) {}
    }
  }

  @Test(arguments: [
    "UIWindowSceneSessionRoleApplication", "UIWindowSceneSessionRoleVolumetricApplication",
    "UISceneSessionRoleImmersiveSpaceApplication",
  ])
  func `windows, volumes and immersive spaces get the scene delegate`(role: String) {
    let session = UISceneSession(stub: (), role: .init(rawValue: role))
    #expect(configuration(for: session).delegateClass is SceneDelegate.Type)
  }

  @Test
  func `a delegate of the Info.plist's stays, and is given to windows only`() {
    let session = UISceneSession(stub: ())
    UISceneConfiguration.stubInfoPlist["Main"] = OwnSceneDelegate.self
    session.stubConfiguration = UISceneConfiguration(name: "Main", sessionRole: session.role)
    #expect(configuration(for: session).delegateClass is OwnSceneDelegate.Type)
    let external = UISceneSession(stub: (), role: .init(rawValue: "external"))
    let other = configuration(for: external)
    #expect(other.delegateClass == nil)
    #expect(other.role == external.role)
  }

  @Test
  func `a scene delegate that passes nothing on is named, once a scene`() {
    let center = notifications
    launch()
    let scenes = [UIScene(), UIScene(), UIScene()]
    scenes[0].delegate = OwnSceneDelegate()
    for scene in scenes {
      center.post(name: UIScene.willConnectNotification, object: scene)
    }
    hub.scene(scenes[2], willConnectTo: scenes[2].session, options: .init(stub: nil))
    for _ in 1...2 {
      for scene in scenes {
        center.post(name: UIScene.didActivateNotification, object: scene)
      }
    }
    #expect(
      log.begins(with: [
        "OwnSceneDelegate did not forward", "No scene delegate did not forward",
      ])
    )
  }

  @Test
  func `a scene on an external display, or from before the launch, is not named`() {
    let former = UIScene()
    former.stubActivationState = .foregroundActive
    application.stubScenes = [former]
    launch()
    let role = UISceneSession.Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    )
    let display = UIScene(
      session: UISceneSession(stub: (), role: role),
      connectionOptions: .init(stub: nil)
    )
    for scene in [former, display] {
      notifications.post(name: UIScene.didActivateNotification, object: scene)
    }
    #expect(log.isEmpty)
  }

  @Test
  func `a scene that is gone is forgotten, since another may take its place in memory`() {
    launch()
    let scene = UIScene()
    hub.scene(scene, willConnectTo: scene.session, options: .init(stub: nil))
    #expect(hub.knownScenes == [ObjectIdentifier(scene)])
    notifications.post(name: UIScene.didDisconnectNotification, object: scene)
    #expect(hub.knownScenes == [])
  }

  @Test
  func `a tap is handled when its scene is configured, whatever its delegate does`() {
    let delegate = AppDelegate()
    _ = configuration(for: UISceneSession(stub: ()), answering: response(), by: delegate)
    #expect(heard(by: delegate) == Self.heardOnce)
  }

  @Test
  func `a scene whose delegate forwards is not logged, in either order`() {
    let center = notifications
    launch()
    let scene = UIScene()
    hub.scene(scene, willConnectTo: scene.session, options: .init(stub: nil))
    center.post(name: UIScene.willConnectNotification, object: scene)
    center.post(name: UIScene.didActivateNotification, object: scene)
    #expect(log.isEmpty)
  }

  @Test
  func `features that are installed before the launch receive all its events`() {
    let delegate = InstallingDelegate()
    launch(delegate).connect(answering: response())
    #expect(delegate.recorder.lines == Self.heardOnce)
    #expect(delegate.phaseAtInstallation == .background)
  }
}

private final class OwnSceneDelegate: NSObject, UISceneDelegate {}

private final class InstallingDelegate: PushHubAppDelegate {
  let recorder = PushRecorder()
  private(set) var phaseAtInstallation: AppPhase?

  override func willLaunch() {
    phaseAtInstallation = hub.lifecycle.state.phase
    hub.manager.add(recorder)
  }
}

/// The delegate of an app with another bundle than the test's.
private final class BundledDelegate: PushHubAppDelegate {
  private nonisolated let ownBundle: Bundle

  init(in bundle: Bundle) {
    ownBundle = bundle
    let center = UNUserNotificationCenter(stub: ())
    super.init(hub: AppHub(scheduler: ManualScheduler(), center: center))
  }

  required convenience init() {
    self.init(in: .main)
  }

  override nonisolated var bundle: Bundle { ownBundle }
}
