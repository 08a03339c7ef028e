import PushHub
import PushHubObservers
import Testing

/// Captures, presentations and dismissals that take their time, fail, or never answer.
@MainActor
struct ScreenshotPreviewSlowTests {
  let app = ScreenshotPreviewApp()

  @Test func `a capture may be slow, and the ten seconds start when the preview is up`() async {
    app.screen.captureTime = .seconds(3)
    app.screen.presentationTime = .seconds(2)
    app.start()
    await app.takeScreenshot()
    #expect(app.state == .capturing)
    await app.wait(3)
    #expect(app.state == .presenting)
    await app.wait(2)
    #expect(app.state == .shown)
    await app.wait(9.5)
    #expect(app.outcomes == [])
    await app.wait(0.5)
    #expect(app.outcomes == [.timeout])
  }

  @Test func `a capture, a presentation and a dismissal have ten seconds each`() async {
    app.screen.captureTime = .seconds(9)
    app.screen.presentationTime = .seconds(9)
    app.screen.dismissalTime = .seconds(9)
    app.start()
    await app.takeScreenshot()
    await app.wait(9)
    #expect(app.state == .presenting)
    await app.wait(9)
    #expect(app.state == .shown)
    await app.wait(9)
    await app.touch(.outside)
    await app.wait(8)
    #expect(app.state == .hiding)
    await app.wait(1)
    #expect(app.state == .idle)
    #expect(app.outcomes == [.cancel])
  }

  @Test func `a preview is not shown before the presenter says so`() async {
    app.screen.presentationTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    await app.touch(.tap)
    #expect(app.log == [])
    await app.wait(1)
    #expect(app.log == [.preview])
  }

  @Test func `an image that comes after the page is gone has no preview, and is released`() async {
    app.screen.captureTime = .seconds(3)
    app.start()
    await app.takeScreenshot()
    app.lifecycle.pageDisappeared("reader")
    await app.wait(5)
    #expect(app.log == [.hidden(.disappeared)])
    #expect(app.screen.calls == [.capture])
    #expect(app.screen.images.count == 1)
    #expect(app.screen.livingImages == 0)
  }

  @Test func `leaving the app during a capture ends it`() async {
    app.screen.captureTime = .seconds(3)
    app.start()
    await app.takeScreenshot()
    app.lifecycle.setPhase(.inactive)
    #expect(app.state == .idle)
    await app.wait(5)
    #expect(app.log == [.hidden(.resigned)])
  }

  @Test func `a capture that fails is told, and the next screenshot works`() async {
    app.screen.captureFails = true
    app.start()
    await app.takeScreenshot()
    let failure = ScreenshotScreen.Failure().logDescription
    #expect(app.log == [.failed(failure), .hidden(.captureFailed)])
    #expect(!failure.contains("no window"), "what an error says may quote what people wrote")
    #expect(app.scheduler.pendingCount == 0)
    app.screen.captureFails = false
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `a presentation that fails is told, and the next screenshot works`() async {
    app.screen.presentationFails = true
    app.start()
    await app.takeScreenshot()
    #expect(app.outcomes == [.presentationFailed])
    #expect(app.screen.calls.last == .dismiss(1, .presentationFailed))
    #expect(app.screen.livingImages == 0)
    app.screen.presentationFails = false
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `a preview that is left while it appears goes, and is never shown`() async {
    app.screen.presentationTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    app.lifecycle.pageDisappeared("reader")
    await app.wait(2)
    #expect(app.log == [.hidden(.disappeared)])
    #expect(app.screen.calls == [.capture, .present(1), .dismiss(1, .disappeared)])
    #expect(app.screen.livingImages == 0)
  }

  @Test func `a screenshot that is left at once reaches nobody`() async {
    app.start()
    app.lifecycle.screenshotTaken()
    app.lifecycle.setPhase(.inactive)
    await app.scheduler.settle()
    #expect(app.screen.calls == [])
    #expect(app.outcomes == [.resigned])
  }

  @Test func `a capture that never answers does not block later screenshots`() async {
    app.screen.captureTime = .seconds(1_000)
    app.start()
    await app.takeScreenshot()
    await app.wait(10)
    #expect(app.outcomes == [.captureFailed])
    app.screen.captureTime = .zero
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `a presentation that never answers does not block later screenshots`() async {
    app.screen.presentationTime = .seconds(1_000)
    app.start()
    await app.takeScreenshot()
    await app.wait(10)
    #expect(app.outcomes == [.presentationFailed])
    app.screen.presentationTime = .zero
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `a dismissal that never answers does not block later screenshots`() async {
    app.screen.dismissalTime = .seconds(1_000)
    app.start()
    await app.takeScreenshot()
    await app.touch(.outside)
    await app.wait(10)
    #expect(app.state == .idle)
    await app.takeScreenshot()
    #expect(app.state == .shown)
    await app.wait(990)
    #expect(app.outcomes == [.cancel, .timeout])
  }
}
