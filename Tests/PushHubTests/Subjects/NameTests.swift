import PushHub
import PushHubObservers
import Testing

/// How the names that an app gives are written, and what its observers need not write.
@MainActor
struct NameTests {
  @Test func `names are written as interpolated literals`() {
    let number = 7
    let page: PageID = "chat/\(number)"
    let account: AccountID = "user-\(number)"
    let countdown: CountdownID = "offer-\(number)"
    let scene: SceneID = "window-\(number)"
    #expect(page == PageID(rawValue: "chat/7"))
    #expect(account == AccountID(rawValue: "user-7"))
    #expect(countdown == CountdownID(rawValue: "offer-7"))
    #expect(scene == SceneID(rawValue: "window-7"))
    #expect("\(scene)" == "window-7")
  }

  private final class Listener: LifecycleObserver {
    var phases: [AppPhase] = []

    func receive(_ event: LifecycleEvent, state: LifecycleState) {
      phases.append(state.phase)
    }
  }

  private final class Starter: LifecycleObserver {
    var phase: AppPhase?

    func begin(with state: LifecycleState) {
      phase = state.phase
    }
  }

  private final class Quiet: PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .suppress(reason: "quiet") }
  }

  @Test func `a lifecycle observer writes the methods that it needs`() {
    let lifecycle = AppLifecycle()
    let (listener, starter) = (Listener(), Starter())
    lifecycle.add(listener)
    lifecycle.add(starter)
    lifecycle.setPhase(.active)
    #expect(listener.phases == [.active])
    #expect(starter.phase == .background)
  }

  @Test func `a voter only votes`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    let voter = Quiet()
    manager.add(voter)
    #expect(manager.present(try message("m1")).options == [])
  }
}
