import PushHub
import Testing

@testable import TestSupport

/// Views that are released without a call of `pageDisappeared`.
@MainActor
struct ReleasedViewTests {
  private final class Screen {}

  /// A call that reports something other than that view.
  enum Report: CaseIterable {
    case phase, scenes, disconnectedScene, account, screenshot

    @MainActor
    func send(to lifecycle: AppLifecycle) {
      switch self {
      case .phase: lifecycle.setPhase(.active)
      case .scenes: lifecycle.setScenes(["main": .active])
      case .disconnectedScene: lifecycle.sceneDisconnected("other")
      case .account: lifecycle.setAccount("ann")
      case .screenshot: lifecycle.screenshotTaken()
      }
    }
  }

  private let lifecycle = AppLifecycle()

  @Test(arguments: Report.allCases)
  func `the page of a released view disappears before the next report`(report: Report) {
    var screen: Screen? = Screen()
    lifecycle.pageAppeared("home", instance: screen)
    let probe = LifecycleProbe()
    lifecycle.add(probe)
    screen = nil
    report.send(to: lifecycle)
    #expect(probe.events.first == .pageDisappeared("home"))
    #expect(lifecycle.state.visiblePages.isEmpty)
  }
}
