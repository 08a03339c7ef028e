import PushHubTesting
import SwiftUI
import Testing
import UIKit
import UserNotifications

@testable import PushHub

@MainActor
struct PageTests {
  private let screen = UIViewController()
  private let lifecycle = AppLifecycle()

  /// A SwiftUI view that is a page, and shows its name.
  private func view(_ id: PageID) -> some View {
    Text(id.rawValue).trackedPage(id).environment(\.appLifecycle, lifecycle)
  }

  @Test
  func `a screen is a page while it is visible`() {
    screen.reportPage("home", to: lifecycle)
    #expect(lifecycle.state.visiblePages.isEmpty)
    screen.stubSetOnScreen(true)
    #expect(lifecycle.state.visiblePages == ["home"])
    screen.stubSetOnScreen(false)
    #expect(lifecycle.state.visiblePages.isEmpty)
  }

  @Test
  func `a visible screen is a page at once`() {
    screen.stubSetOnScreen(true)
    let reporter = screen.reportPage("home", to: lifecycle)
    #expect(lifecycle.state.visiblePages == ["home"])
    reporter.removeFromParent()
    #expect(lifecycle.state.visiblePages.isEmpty)
    #expect(screen.children.isEmpty)
    #expect(screen.view.subviews.isEmpty)
  }

  @Test
  func `the reporter shows nothing and takes no touches`() throws {
    screen.reportPage("home", to: lifecycle)
    let view = try #require(screen.view.subviews.first)
    #expect(view.isHidden)
    #expect(!view.isUserInteractionEnabled)
  }

  @Test
  func `the reporter goes with its screen`() {
    var screen: UIViewController? = UIViewController()
    let reporter = WeakBox(screen?.reportPage("home", to: lifecycle))
    #expect(reporter.isAlive)
    screen = nil
    #expect(!reporter.isAlive)
  }

  @Test
  func `a screen or a sheet that goes without having disappeared is gone`() async {
    let probe = LifecycleProbe()
    lifecycle.add(probe)
    var screen: UIViewController? = UIViewController()
    var sheet: UIViewController? = UIViewController()
    screen?.reportPage("home", to: lifecycle)
    sheet?.reportOverlay(to: lifecycle)
    screen?.stubSetOnScreen(true)
    sheet?.stubSetOnScreen(true)
    #expect(lifecycle.state.visiblePages == ["home"])
    #expect(lifecycle.state.overlayCount == 1)
    await withCheckedContinuation { continuation in
      probe.onReceive = { [lifecycle] _ in
        let state = lifecycle.state
        guard state.visiblePages.isEmpty, state.overlayCount == 0 else { return }
        probe.onReceive = nil
        continuation.resume()
      }
      screen = nil
      sheet = nil
    }
    #expect(lifecycle.state == LifecycleState())
  }

  @Test
  func `a SwiftUI page belongs to the scene of its environment`() {
    let screen = StubHost(view("home").environment(\.appSceneID, "left"))
    #expect(screen.texts == ["home"])
    #expect(lifecycle.state.visiblePages(in: "left") == ["home"])
  }

  @Test
  func `a container gets no child, and is a page while it is in a window`() {
    for container in [UITabBarController(), UINavigationController(), UISplitViewController()] {
      let scene = UIWindowScene()
      let window = UIWindow()
      scene.stubKeyWindow = window
      let reporter = container.reportPage("home", to: lifecycle)
      container.reportOverlay(to: lifecycle)
      #expect(container.children.isEmpty)
      #expect(lifecycle.state.visiblePages.isEmpty)
      window.addSubview(container.view)
      #expect(lifecycle.state.visiblePages(in: SceneID(scene)) == ["home"])
      #expect(lifecycle.state.overlayCount == 1)
      container.view.removeFromSuperview()
      #expect(lifecycle.state.visiblePages.isEmpty)
      #expect(lifecycle.state.overlayCount == 0)
      window.addSubview(container.view)
      reporter.removeFromParent()
      #expect(lifecycle.state.visiblePages.isEmpty)
      #expect(lifecycle.state.overlayCount == 1)
      container.view.removeFromSuperview()
    }
  }

  @Test
  func `a container moved to another scene's window is a page there`() {
    let container = UITabBarController()
    container.reportPage("home", to: lifecycle)
    for _ in 1...2 {
      let scene = UIWindowScene()
      let window = UIWindow()
      scene.stubKeyWindow = window
      window.addSubview(container.view)
      #expect(lifecycle.state.visiblePages(in: SceneID(scene)) == ["home"])
      #expect(lifecycle.state.visiblePages == ["home"])
    }
  }

  @Test
  func `what reports a container goes with it`() {
    var container: UIViewController? = UINavigationController()
    let reporter = WeakBox(container?.reportPage("home", to: lifecycle))
    let view = WeakBox(container?.view.subviews.first)
    #expect(!reporter.isAlive)
    #expect(view.isAlive)
    container = nil
    #expect(!view.isAlive)
  }

  @Test
  func `a SwiftUI view is a page while it is visible, however often it is reported`() {
    let screen = StubHost(view("home"))
    #expect(screen.texts == ["home"])
    #expect(lifecycle.state.visiblePages == ["home"])
    screen.appear()
    screen.disappear()
    #expect(lifecycle.state.visiblePages.isEmpty)
    screen.disappear()
    screen.appear()
    #expect(lifecycle.state.visiblePages == ["home"])
  }

  @Test
  func `a SwiftUI sheet covers the page while it is visible`() {
    let screen = StubHost(
      Text("Sheet").trackedOverlay().environment(\.appLifecycle, lifecycle)
    )
    screen.appear()
    #expect(lifecycle.state.overlayCount == 1)
    screen.disappear()
    screen.disappear()
    #expect(lifecycle.state.overlayCount == 0)
  }

  @Test
  func `a SwiftUI page finds the lifecycle of the delegate that SwiftUI made`() {
    let delegate = PushHubAppDelegate(hub: AppleWorld().hub)
    _ = StubHost(Text("Home").trackedPage("home").environment(delegate))
    #expect(delegate.hub.lifecycle.state.visiblePages == ["home"])
  }

  @Test
  func `the lifecycle in the environment goes before that of the delegate`() {
    let delegate = PushHubAppDelegate(hub: AppleWorld().hub)
    _ = StubHost(
      Text("Home").trackedPage("home").environment(delegate)
        .environment(\.appLifecycle, lifecycle)
    )
    #expect(lifecycle.state.visiblePages == ["home"])
    #expect(delegate.hub.lifecycle.state.visiblePages.isEmpty)
  }

  @Test
  func `a SwiftUI view that shows another page is that page`() {
    let host = StubHost(view("chat-1"))
    #expect(lifecycle.state.visiblePages == ["chat-1"])
    host.content = view("chat-2")
    #expect(host.texts == ["chat-2"])
    #expect(lifecycle.state.visiblePages == ["chat-2"])
  }

  @Test
  func `a SwiftUI page that is visible follows the scene of its environment`() {
    let host = StubHost(view("home"))
    #expect(lifecycle.state.visiblePages(in: .main) == ["home"])
    for scene in ["left", "right"] as [SceneID] {
      host.environment.appSceneID = scene
      #expect(host.texts == ["home"])
      #expect(lifecycle.state.visiblePages(in: scene) == ["home"])
      #expect(lifecycle.state.visiblePages(in: .main) == [])
    }
  }

  @Test
  func `a view that appears as another page, or elsewhere, is no longer what it was`() {
    let (appearance, another) = (Appearance(), AppLifecycle())
    appearance.appear("chat-1", in: lifecycle, scene: .main)
    appearance.appear("chat-2", in: lifecycle, scene: .main)
    #expect(lifecycle.state.visiblePages == ["chat-2"])
    appearance.appear(nil, in: lifecycle, scene: .main)
    #expect(lifecycle.state.visiblePages == [])
    #expect(lifecycle.state.overlayCount == 1)
    appearance.appear("chat-2", in: another, scene: .main)
    #expect(lifecycle.state == LifecycleState())
    #expect(another.state.visiblePages == ["chat-2"])
    appearance.disappear()
    #expect(another.state == LifecycleState())
  }
}
