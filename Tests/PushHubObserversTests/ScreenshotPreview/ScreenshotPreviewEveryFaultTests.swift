import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Each operation at the doors of the screenshot preview fails, once or for ever.
@MainActor
struct ScreenshotPreviewEveryFaultTests {
  @Test func `whatever a screen refuses, no image stays and the next start shows one`()
    async throws
  {
    try await expectNoHarm(by: "screen throws", to: "ScreenshotPreview") { run in
      let life = ScreenshotLife(run)
      life.screen.fault = { try run.plan.pass() }
      return await life.live()
    }
  }

  @Test func `whenever a screen is silent, no image stays and the next start shows one`()
    async throws
  {
    try await expectNoHarm(by: "screen is silent", to: "ScreenshotPreview") { run in
      let life = ScreenshotLife(run)
      life.screen.fault = { [clock = life.clock] in try await run.hang(on: clock) }
      return await life.live()
    }
  }
}

/// A user takes screenshots, over two starts of an app.
private final class ScreenshotLife: AppFixture {
  struct Outcome: Equatable {
    let state: ScreenshotPreviewState
    let lastEntries: [String]
  }

  private(set) var app = SimulatedApp()
  let screen: ScreenshotScreen
  private let run: FaultRun
  private var preview: ScreenshotPreview<PageImage>
  private var log: [ScreenshotEvent] = []

  init(_ run: FaultRun) {
    self.run = run
    screen = ScreenshotScreen(scheduler: app.clock)
    preview = ScreenshotPreview(page: "reader", presenter: screen, render: screen.capture)
    preview.log = { [weak self] in self?.log.append($0) }
  }

  /// A screen that is silent for good keeps the work that asked it.
  isolated deinit {
    clock.work.cancelAll()
  }

  func live() async -> Outcome {
    attach()
    await takeScreenshot()
    await pass(.seconds(60))
    await takeScreenshot()
    screen.screenshot?.touch(.tap)
    await pass(.seconds(60))
    lifecycle.setAccount("ann")
    await takeScreenshot()
    lifecycle.setPhase(.background)
    await pass(.seconds(60))
    lifecycle.setPhase(.active)
    await takeScreenshot()
    detach()
    await pass(.seconds(60))
    requireNothing()
    attach()
    await takeScreenshot()
    await pass(.seconds(60))
    detach()
    run.plan.heal()
    restart()
    log = []
    await takeScreenshot()
    await pass(.seconds(60))
    requireNothing()
    return Outcome(state: preview.state, lastEntries: log.map { "\($0)" })
  }

  private func restart() {
    app = SimulatedApp(clock: clock)
    preview = ScreenshotPreview(page: "reader", presenter: screen, render: screen.capture)
    preview.log = { [weak self] in self?.log.append($0) }
    attach()
  }

  private func attach() {
    context.attach(preview)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
  }

  private func detach() {
    context.detach(preview)
  }

  private func takeScreenshot() async {
    lifecycle.screenshotTaken()
    await pass(.seconds(1))
  }

  /// Every preview that was shown has gone, and nothing of it stays but with a screen that is silent.
  private func requireNothing() {
    let shown = log.count { $0 == .preview }
    let gone = log.count { $0.name == "hidden" }
    run.require(shown <= gone, "\(shown) shown, \(gone) gone")
    run.require(screen.livingImages == 0, "\(screen.livingImages) images stay")
    run.require(preview.state == .idle, "\(preview.state)")
  }

  private func pass(_ duration: Duration) async {
    await clock.pass(duration) {
      run.requireDeadline(on: clock, if: preview.state != .idle, "\(preview.state)")
    }
  }
}
