import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

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

  @Test func `an image that comes after the page is gone has no preview, and is released`() async {
    app.screen.captureTime = .seconds(3)
    app.start()
    await app.takeScreenshot()
    app.lifecycle.pageDisappeared("reader")
    await app.wait(5)
    #expect(app.log == [.hidden(outcome: .disappeared)])
    #expect(app.screen.calls == [.capture])
    #expect(app.screen.images.count == 1)
    #expect(app.screen.livingImages == 0)
  }

  @Test func `a capture that fails is logged, and the next screenshot works`() async {
    app.screen.captureFails = true
    app.start()
    await app.takeScreenshot()
    let failure = LogText(ScreenshotScreen.Failure()).description
    #expect(app.log == [.failed(error: failure), .hidden(outcome: .captureFailed)])
    #expect(!failure.contains("no window"), "what an error says may quote what people wrote")
    #expect(app.clock.pendingCount == 0)
    app.screen.captureFails = false
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  @Test func `a screenshot that is left at once is never presented`() async {
    app.start()
    app.lifecycle.screenshotTaken()
    app.lifecycle.setPhase(.inactive)
    await app.settle()
    #expect(app.screen.calls == [])
    #expect(app.outcomes == [.resigned])
  }

  @Test func `a preview whose page goes before it is presented is not dismissed either`() async {
    app.start()
    app.lifecycle.screenshotTaken()
    app.clock.perform { [app] in
      #expect(await eventually { app.state == .presenting })
      app.lifecycle.pageDisappeared("reader")
    }
    await app.settle()
    #expect(app.screen.calls == [.capture])
    #expect(app.outcomes == [.disappeared])
    #expect(app.state == .idle)
    #expect(app.screen.livingImages == 0)
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

  @Test(arguments: [(ScreenshotTouch.tap, ScreenshotPreviewState.editing), (.outside, .hiding)])
  func `the next screenshot waits until a preview is dismissed`(
    touch: ScreenshotTouch,
    state: ScreenshotPreviewState
  ) async {
    app.screen.dismissalTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    await app.touch(touch)
    #expect(app.state == state)
    await app.takeScreenshot()
    #expect(app.refusals == [.busy])
    await app.wait(1)
    #expect(app.state == .idle)
  }

  @Test func `a dismissal that ends too late does not end the next one`() async {
    app.screen.dismissalTime = .seconds(15)
    app.start()
    await app.takeScreenshot()
    await app.touch(.outside)
    await app.wait(10)
    #expect(app.state == .idle)
    await app.takeScreenshot()
    await app.touch(.outside)
    await app.wait(5)
    #expect(app.screen.screenshot == nil, "the first one is gone")
    #expect(app.state == .hiding)
    await app.wait(5)
    #expect(app.state == .idle)
  }
}
