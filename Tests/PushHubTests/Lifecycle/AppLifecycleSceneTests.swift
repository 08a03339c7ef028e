import PushHub
import Testing

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

  private func isLooking(at page: PageID) -> Bool {
    lifecycle.state.isLooking(at: page)
  }

  @Test func `a list in a window that is not active is not looked at, and that is told`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.pageAppeared("home", scene: "right")
    #expect(lifecycle.state.pagesLookedAt == ["mail", "home"])
    _ = probe.takeCalls()
    lifecycle.setPhase(.inactive, scene: "left")
    #expect(!isLooking(at: "mail"))
    #expect(isLooking(at: "home"))
    #expect(probe.calls == [.received(.phaseChanged(.active), lifecycle.state)])
  }

  @Test func `a sheet covers the pages of its own window and no other`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.overlayAdded(scene: "right")
    #expect(isLooking(at: "mail"))
    lifecycle.overlayAdded(scene: "left")
    #expect(!isLooking(at: "mail"))
    lifecycle.overlayRemoved(scene: "left")
    #expect(isLooking(at: "mail"))
  }

  @Test func `a page in a window in the background is not visible while another is in front`() {
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

  @Test func `the app is as present as the most present of its scenes`() {
    lifecycle.setPhase(.background, scene: "left")
    #expect(lifecycle.state.phase == .active)
    lifecycle.setPhase(.inactive, scene: "right")
    #expect(lifecycle.state.phase == .inactive)
    lifecycle.sceneDisconnected("right")
    #expect(lifecycle.state.phase == .background)
    lifecycle.sceneDisconnected("left")
    #expect(lifecycle.state.phase == .background)
    #expect(probe.events == [.phaseChanged(.inactive), .phaseChanged(.background)])
  }

  @Test func `a page that is uncovered in a second window is looked at, and that is told`() {
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.overlayAdded(scene: "left")
    _ = probe.takeCalls()
    lifecycle.pageAppeared("mail", scene: "right")
    #expect(isLooking(at: "mail"))
    #expect(probe.events == [.phaseChanged(.active)])
    lifecycle.pageDisappeared("mail", scene: "right")
    #expect(!isLooking(at: "mail"))
    #expect(lifecycle.state.visiblePages == ["mail"])
  }

  @Test func `what is told without a scene is as present as the app, and covers it everywhere`() {
    lifecycle.pageAppeared("home")
    lifecycle.pageAppeared("mail", scene: "left")
    #expect(isLooking(at: "home"))
    lifecycle.overlayAdded()
    #expect(lifecycle.state.pagesLookedAt.isEmpty)
    lifecycle.overlayRemoved()
    lifecycle.overlayAdded(scene: "right")
    #expect(lifecycle.state.pagesLookedAt == ["mail"])
    lifecycle.setPhase(.inactive, scene: "left")
    lifecycle.overlayRemoved(scene: "right")
    #expect(lifecycle.state.pagesLookedAt == ["home"])
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

  @Test func `all scenes at once are one change`() {
    lifecycle.pageAppeared("mail", scene: "left")
    _ = probe.takeCalls()
    lifecycle.setScenes(["right": .inactive])
    #expect(probe.events == [.pageDisappeared("mail"), .phaseChanged(.inactive)])
    #expect(lifecycle.state.scenes == ["right"])
  }

  @Test func `what observers tell in answer comes after all events of a change`() {
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

  @Test
  func `an app that only speaks of other scenes has no main one, and what has no scene is there`() {
    let lifecycle = AppLifecycle()
    lifecycle.setPhase(.active, scene: "window")
    lifecycle.pageAppeared("mail", scene: "window")
    #expect(lifecycle.state.scenes == ["window"])
    lifecycle.overlayAdded()
    #expect(!lifecycle.state.isLooking(at: "mail"))
    lifecycle.overlayRemoved()
    lifecycle.pageAppeared("home")
    #expect(lifecycle.state.visiblePages == ["mail", "home"])
    #expect(lifecycle.state.pagesLookedAt == ["mail", "home"])
  }
}
