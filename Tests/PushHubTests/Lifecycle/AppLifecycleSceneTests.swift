import PushHub
import Testing

@testable import TestSupport

/// An app with several windows.
@MainActor
struct AppLifecycleSceneTests {
  let lifecycle = AppLifecycle()
  let probe = LifecycleProbe()

  init() {
    lifecycle.setScenes(["left": .active, "right": .active])
    lifecycle.add(probe)
    _ = probe.takeCalls()
  }

  private func isFocused(_ page: PageID) -> Bool {
    lifecycle.state.isFocused(page)
  }

  @Test func `a list in an inactive window is not focused, and observers are notified`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.pageAppeared("home", scene: "right")
    #expect(lifecycle.state.focusedPages == ["mail", "home"])
    _ = probe.takeCalls()
    lifecycle.setPhase(.inactive, scene: "left")
    #expect(!isFocused("mail"))
    #expect(isFocused("home"))
    #expect(probe.calls == [.received(.phaseChanged(.active), lifecycle.state)])
  }

  @Test func `a background window's page is invisible while another is in front`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.pageAppeared("home", scene: "right")
    lifecycle.overlayAdded(scene: "left")
    _ = probe.takeCalls()
    lifecycle.setPhase(.background, scene: "left")
    #expect(lifecycle.state.visiblePages == ["home"])
    #expect(probe.events == [.pageDisappeared("mail"), .overlayRemoved])
    _ = probe.takeCalls()
    lifecycle.setPhase(.inactive, scene: "left")
    #expect(probe.events == [.overlayAdded, .pageAppeared("mail")])
  }

  @Test func `a window that is gone takes its pages and overlays along`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.overlayAdded(scene: "left")
    _ = probe.takeCalls()
    lifecycle.sceneDisconnected("left")
    #expect(probe.events == [.pageDisappeared("mail"), .overlayRemoved])
    #expect(lifecycle.state.scenes == ["right"])
    lifecycle.pageDisappeared("mail", scene: "left")
    lifecycle.overlayRemoved(scene: "left")
    #expect(probe.events.count == 2)
  }

  @Test func `the main scene stays when other scenes are set`() {
    lifecycle.setScenes([.main: .active, "left": .active])
    lifecycle.pageAppeared("home")
    lifecycle.overlayAdded()
    lifecycle.overlayAdded(scene: "left")
    _ = probe.takeCalls()
    lifecycle.setScenes(["left": .active])
    #expect(lifecycle.state.scenes == ["left"])
    #expect(lifecycle.state.visiblePages(in: .main) == ["home"])
    #expect(lifecycle.state.overlayCount == 2)
    #expect(!probe.events.contains(.pageDisappeared("home")))
  }

  @Test func `all scenes at once are one change`() {
    lifecycle.pageAppeared("mail", scene: "left")
    _ = probe.takeCalls()
    lifecycle.setScenes(["right": .inactive])
    #expect(probe.events == [.pageDisappeared("mail"), .phaseChanged(.inactive)])
    #expect(lifecycle.state.scenes == ["right"])
  }

  @Test func `events that observers cause come after all events of a change`() {
    lifecycle.pageAppeared("mail", scene: "left")
    _ = probe.takeCalls()
    probe.onReceive = { [lifecycle] event in
      if event == .pageDisappeared("mail") { lifecycle.setAccount("ann") }
    }
    lifecycle.setScenes(["right": .inactive])
    #expect(
      probe.events == [
        .pageDisappeared("mail"), .phaseChanged(.inactive), .accountChanged("ann"),
      ]
    )
  }
}
