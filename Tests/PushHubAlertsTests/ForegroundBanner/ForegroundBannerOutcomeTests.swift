import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// What a tap opens, and when a banner ends that waits, is presented or is held.
@MainActor
struct ForegroundBannerOutcomeTests {
  let app = ForegroundBannerApp()

  @Test func `a tap opens the notification of its banner, not a later one that says the same`()
    async throws
  {
    try await app.present("Hi", request: "r1")
    try await app.present("Hi", request: "r2")
    await app.touch(.tapped)
    #expect(app.recorder.lines == ["received r1", "received r2", "opened r1 default"])
  }

  @Test func `a banner is held for a minute at the longest`() async throws {
    try await app.present()
    await app.touch(.held)
    await app.pass(59)
    #expect(app.outcomes == [])
    await app.pass(1)
    #expect(app.outcomes == [.timeout])
  }

  @Test func `the banner that has waited longest ends when too many wait`()
    async throws
  {
    for number in 1...5 { try await app.present("\(number)", request: "r\(number)") }
    #expect(app.log == [.shown("r1"), .ended("r2", outcome: .overflowed)])
    try await app.present("2", request: "r2")
    #expect(app.refusals == [])
  }

  @Test func `a presentation that has not returned is canceled at the outcome`() async throws {
    let presenter = SlowPresenter()
    let banners = ForegroundBanners(presenter: presenter)
    let app = SimulatedApp()
    app.lifecycle.setPhase(.active)
    app.host.context.attach(banners)
    _ = app.manager.present(try anonymous(), requestIdentifier: "r1")
    await app.clock.settle()
    #expect(presenter.calls == ["present"])
    app.lifecycle.setPhase(.inactive)
    await app.clock.settle()
    #expect(Set(presenter.calls) == ["present", "dismiss", "cancelled"])
    withExtendedLifetime(banners) {}
  }
}

/// A presenter whose presentation ends only when it is canceled.
@MainActor
private final class SlowPresenter: ForegroundBannerPresenting {
  private(set) var calls: [String] = []
  private let never = ScheduledCondition()

  func present(_ banner: ForegroundBanner) async throws {
    calls.append("present")
    do {
      try await never.wait()
    } catch {
      calls.append("cancelled")
      throw error
    }
  }

  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    calls.append("dismiss")
    never.signalAll()
  }
}
