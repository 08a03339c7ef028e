import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Captures, presentations and dismissals that take their time, fail, or never answer.
final class ScreenshotPreviewSlowTests: ScreenshotPreviewApp {
  @Test func `a capture may be slow, and the ten seconds start when the preview is up`() async {
    screen.captureTime = .seconds(3)
    screen.presentationTime = .seconds(2)
    start()
    await takeScreenshot()
    #expect(state == .capturing)
    await wait(3)
    #expect(state == .presenting)
    await wait(2)
    #expect(state == .shown)
    await wait(9.5)
    #expect(outcomes == [])
    await wait(0.5)
    #expect(outcomes == [.timeout])
  }

  @Test func `an image that comes after its page has no preview, and is released`() async {
    screen.captureTime = .seconds(3)
    start()
    await takeScreenshot()
    lifecycle.pageDisappeared("reader")
    await wait(5)
    #expect(log == [.hidden(outcome: .disappeared)])
    #expect(screen.calls == [.capture])
    #expect(screen.images.count == 1)
    #expect(screen.livingImages == 0)
  }

  @Test func `a capture that fails is logged, and the next screenshot works`() async {
    screen.captureFails = true
    start()
    await takeScreenshot()
    let failure = LogText(ScreenshotScreen.Failure()).description
    #expect(log == [.failed(error: failure), .hidden(outcome: .captureFailed)])
    #expect(!failure.contains("no window"), "what an error says may quote what people wrote")
    #expect(clock.pendingCount == 0)
    screen.captureFails = false
    await takeScreenshot()
    #expect(state == .shown)
  }

  @Test func `a screenshot that is left at once is never presented`() async {
    start()
    lifecycle.screenshotTaken()
    lifecycle.setPhase(.inactive)
    await settle()
    #expect(screen.calls == [])
    #expect(outcomes == [.resigned])
  }

  @Test func `a preview whose page goes before it is presented is not dismissed either`() async {
    start()
    lifecycle.screenshotTaken()
    clock.perform { [self] in
      #expect(await eventually { state == .presenting })
      lifecycle.pageDisappeared("reader")
    }
    await settle()
    #expect(screen.calls == [.capture])
    #expect(outcomes == [.disappeared])
    #expect(state == .idle)
    #expect(screen.livingImages == 0)
  }

  @Test func `a capture that never answers does not block later screenshots`() async {
    screen.captureTime = .seconds(1_000)
    start()
    await takeScreenshot()
    await wait(10)
    #expect(outcomes == [.captureFailed])
    screen.captureTime = .zero
    await takeScreenshot()
    #expect(state == .shown)
  }

  @Test(arguments: [(ScreenshotTouch.tap, ScreenshotPreviewState.editing), (.outside, .hiding)])
  func `the next screenshot waits until a preview is dismissed`(
    touch: ScreenshotTouch,
    state: ScreenshotPreviewState
  ) async {
    screen.dismissalTime = .seconds(1)
    start()
    await takeScreenshot()
    await self.touch(touch)
    #expect(self.state == state)
    await takeScreenshot()
    #expect(refusals == [.busy])
    await wait(1)
    #expect(self.state == .idle)
  }

  @Test func `a dismissal that ends too late does not end the next one`() async {
    screen.dismissalTime = .seconds(15)
    start()
    await takeScreenshot()
    await touch(.outside)
    await wait(10)
    #expect(state == .idle)
    await takeScreenshot()
    await touch(.outside)
    await wait(5)
    #expect(screen.screenshot == nil, "the first one is gone")
    #expect(state == .hiding)
    await wait(5)
    #expect(state == .idle)
  }
}
