import PushHub
import Testing

@testable import PushHubObservers

/// Previews before they are presented, and while they are dismissed.
@MainActor
struct ScreenshotPreviewPresentationTests {
  @Test(arguments: [(ScreenshotTouch.tap, ScreenshotPreviewState.editing), (.outside, .hiding)])
  func `a preview that is dismissed says why`(touch: ScreenshotTouch, state: ScreenshotPreviewState)
    async
  {
    let app = ScreenshotPreviewApp()
    app.screen.dismissalTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    await app.touch(touch)
    #expect(app.state == state)
    await app.wait(1)
    #expect(app.state == .idle)
  }

  @Test func `a screenshot that is refused has no number`() {
    var driver = ScreenshotPreviewDriver()
    driver.hear(.screenshotTaken)
    #expect(driver.latest == 0)
    driver.hear(.phaseChanged(.active))
    driver.hear(.pageAppeared("reader"))
    driver.hear(.screenshotTaken)
    driver.hear(.screenshotTaken)
    #expect(driver.latest == 1)
    driver.reachDeadline()
    driver.hear(.screenshotTaken)
    #expect(driver.latest == 2)
  }

  @Test func `a preview that ends before it is presented is not dismissed`() async {
    let app = ScreenshotPreviewApp()
    app.start()
    app.screen.fault = { [unowned app] in
      app.scheduler.perform { app.lifecycle.setPhase(.inactive) }
    }
    await app.takeScreenshot()
    #expect(app.outcomes == [.resigned])
    #expect(app.screen.calls == [.capture])
    #expect(app.screen.livingImages == 0)
    #expect(app.state == .idle)
  }
}
