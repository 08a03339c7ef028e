import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// What the user sees, and each defect that previews of screenshots are known for.
final class ScreenshotPreviewTests: ScreenshotPreviewApp {
  // MARK: - Outcomes

  @Test func `a tap opens the editor with the image, and the preview goes`() async {
    start()
    await takeScreenshot()
    #expect(state == .shown)
    await touch(.tap)
    #expect(log == [.preview, .edit, .hidden(outcome: .edit)])
    #expect(screen.calls == [.capture, .present(1), .edit, .dismiss(1, .edit)])
    #expect(state == .idle)
  }

  // MARK: - Refusals

  @Test func `the first of several reasons for a refusal is logged`() async {
    attach()
    lifecycle.overlayAdded()
    await takeScreenshot()
    lifecycle.setPhase(.inactive)
    await takeScreenshot()
    lifecycle.setPhase(.active)
    await takeScreenshot()
    lifecycle.pageAppeared("home")
    await takeScreenshot()
    lifecycle.pageAppeared("reader")
    await takeScreenshot()
    lifecycle.overlayRemoved()
    await takeScreenshot()
    await takeScreenshot()
    #expect(refusals == [.background, .inactive, .page, .page, .overlay, .busy])
    #expect(screen.calls == [.capture, .present(1)])
  }

  // MARK: - Defects of other previews

  @Test func `attached late, it knows what is true`() async {
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
    attach()
    await takeScreenshot()
    #expect(state == .shown)
  }

  @Test func `leaving the page with a preview up hides it, and later screenshots still work`()
    async
  {
    start()
    await takeScreenshot()
    lifecycle.pageDisappeared("reader")
    await settle()
    #expect(outcomes == [.disappeared])
    #expect(screen.screenshot == nil)
    #expect(clock.pendingCount == 0)
    lifecycle.pageAppeared("reader")
    await takeScreenshot()
    #expect(state == .shown)
    await wait(10)
    #expect(outcomes == [.disappeared, .timeout])
  }

  // MARK: - Bounds

  @Test(
    arguments: [
      (Duration.longest, 86_400.0), (Duration.shortest, 1), (.zero, 1),
      (.nanoseconds(1), 1), (.seconds(Int64.max), 86_400),
    ]
  )
  func `the duration is moved into bounds, whatever is asked for`(
    duration: Duration,
    seconds: Double
  ) async {
    let app = ScreenshotPreviewApp(timeout: duration)
    app.start()
    await app.takeScreenshot()
    await app.wait(seconds - 0.5)
    #expect(app.state == .shown)
    await app.wait(0.5)
    #expect(app.outcomes == [.timeout])
  }
}
