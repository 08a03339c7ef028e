import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// What the user sees, and each defect that previews of screenshots are known for.
@MainActor
struct ScreenshotPreviewTests {
  let app = ScreenshotPreviewApp()

  // MARK: - Outcomes

  @Test func `a tap opens the editor with the image, and the preview goes`() async {
    app.start()
    await app.takeScreenshot()
    #expect(app.state == .shown)
    await app.touch(.tap)
    #expect(app.log == [.preview, .edit, .hidden(outcome: .edit)])
    #expect(app.screen.calls == [.capture, .present(1), .edit, .dismiss(1, .edit)])
    #expect(app.state == .idle)
  }

  // MARK: - Refusals

  @Test func `the first of several reasons for a refusal is logged`() async {
    app.attach()
    app.lifecycle.overlayAdded()
    await app.takeScreenshot()
    app.lifecycle.setPhase(.inactive)
    await app.takeScreenshot()
    app.lifecycle.setPhase(.active)
    await app.takeScreenshot()
    app.lifecycle.pageAppeared("home")
    await app.takeScreenshot()
    app.lifecycle.pageAppeared("reader")
    await app.takeScreenshot()
    app.lifecycle.overlayRemoved()
    await app.takeScreenshot()
    await app.takeScreenshot()
    #expect(app.refusals == [.background, .inactive, .page, .page, .overlay, .busy])
    #expect(app.screen.calls == [.capture, .present(1)])
  }

  // MARK: - Defects of other previews

  @Test func `attached late, it knows what is true`() async {
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("reader")
    app.attach()
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `leaving the page with a preview up hides it, and later screenshots still work`()
    async
  {
    app.start()
    await app.takeScreenshot()
    app.lifecycle.pageDisappeared("reader")
    await app.settle()
    #expect(app.outcomes == [.disappeared])
    #expect(app.screen.screenshot == nil)
    #expect(app.clock.pendingCount == 0)
    app.lifecycle.pageAppeared("reader")
    await app.takeScreenshot()
    #expect(app.state == .shown)
    await app.wait(10)
    #expect(app.outcomes == [.disappeared, .timeout])
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
