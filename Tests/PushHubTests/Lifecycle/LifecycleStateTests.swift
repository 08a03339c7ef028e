import PushHub
import Testing

@testable import TestSupport

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

  @Test func `what is in the main scene stays when it is not among those that are set`() {
    let probe = LifecycleProbe()
    _ = makeState()
    lifecycle.add(probe)
    lifecycle.setScenes(["left": .active])
    #expect(lifecycle.state.scenes == ["left"])
    #expect(lifecycle.state.visiblePages(in: .main) == ["home"])
    #expect(lifecycle.state.overlayCount == 2)
    #expect(!probe.events.contains(.pageDisappeared("home")))
  }
}
