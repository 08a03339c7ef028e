import PushHub
import Testing

/// The state by itself, as the tests and previews of an app make one.
@MainActor
struct LifecycleStateTests {
  private let lifecycle = AppLifecycle()

  /// One page and one overlay in the main scene, and in a window of its own.
  private func makeState() -> LifecycleState {
    lifecycle.setScenes([.main: .active, "left": .active])
    lifecycle.pageAppeared("home")
    lifecycle.pageAppeared("mail", scene: "left")
    lifecycle.overlayAdded()
    lifecycle.overlayAdded(scene: "left")
    return lifecycle.state
  }

  @Test func `setting the pages sets those of the main scene, behind what is visible elsewhere`() {
    var state = makeState()
    state.visiblePages = ["news", "shop"]
    #expect(state.visiblePages(in: .main) == ["news", "shop"])
    #expect(state.visiblePages(in: "left") == ["mail"])
    #expect(state.visiblePages == ["mail", "news", "shop"])
  }

  @Test func `setting the overlays sets those of the main scene`() {
    var state = makeState()
    state.overlayCount = 2
    #expect(state.overlayCount(in: .main) == 2)
    #expect(state.overlayCount(in: "left") == 1)
    #expect(state.overlayCount == 3)
    #expect(state.overlayCount(in: "right") == 0)
    state.overlayCount = 0
    lifecycle.overlayRemoved()
    #expect(state == lifecycle.state)
  }

  @Test func `a state without overlays is one of which all were removed`() {
    lifecycle.setPhase(.active)
    lifecycle.overlayAdded()
    #expect(lifecycle.state == LifecycleState(phase: .active, overlayCount: 1))
    lifecycle.overlayRemoved()
    #expect(lifecycle.state == LifecycleState(phase: .active))
  }

  @Test func `what is in the main scene stays when it is not among those that are set`() {
    let probe = LifecycleProbe()
    _ = makeState()
    lifecycle.add(probe)
    lifecycle.setScenes(["left": .active])
    #expect(lifecycle.state.scenes == ["left"])
    #expect(lifecycle.state.visiblePages(in: .main) == ["home"])
    #expect(lifecycle.state.overlayCount(in: .main) == 1)
    #expect(!probe.events.contains(.pageDisappeared("home")))
  }
}
