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
      (Duration(attoseconds: .max), 86_400.0), (Duration(attoseconds: .min), 1), (.zero, 1),
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
