import PushHub
import PushHubObservers
import Testing

@MainActor
struct ScreenshotPreviewPolicyTests {
  // MARK: - A second screenshot

  @Test(arguments: ScreenshotTouch.allCases)
  func `until a preview is gone a screenshot is refused`(touch: ScreenshotTouch) async {
    let app = ScreenshotPreviewApp()
    app.screen.dismissalTime = .milliseconds(300)
    app.start()
    await app.takeScreenshot()
    await app.touch(touch)
    #expect(app.state == (touch == .tap ? .editing : .hiding))
    await app.takeScreenshot()
    #expect(app.refusals == [.busy])
    await app.wait(0.3)
    await app.takeScreenshot()
    #expect(app.state == .shown)
  }

  // MARK: - Bounds

  @Test(
    arguments: [
      Duration(attoseconds: .max), Duration(attoseconds: .min), .zero, .nanoseconds(1),
      .seconds(Int64.max),
    ]
  )
  func `the duration is moved into bounds, whatever is asked for`(duration: Duration) async {
    let app = ScreenshotPreviewApp(timeout: duration)
    await app.wait(1_000)
    app.start()
    await app.takeScreenshot()
    await app.wait(0.999)
    #expect(app.state == .shown)
    await app.wait(86_400)
    #expect(app.outcomes == [.timeout])
  }
}
