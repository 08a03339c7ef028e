import PushHub
import PushHubObservers
import Testing

@MainActor
struct ScreenshotPreviewPolicyTests {
  // MARK: - A second screenshot

  @Test func `by default a second screenshot is refused`() async {
    let app = ScreenshotPreviewApp()
    app.start()
    await app.takeScreenshot()
    await app.takeScreenshot()
    #expect(app.refusals == [.busy])
    #expect(app.state == .shown)
  }

  @Test func `a second screenshot replaces the preview, when that is the policy`() async {
    let app = ScreenshotPreviewApp(.reader(.replace))
    app.start()
    await app.takeScreenshot()
    await app.wait(6)
    await app.takeScreenshot()
    #expect(app.log == [.began(1), .shown(1), .ended(1, .replaced), .began(2), .shown(2)])
    #expect(
      app.screen.calls == [.capture, .present(1), .dismiss(1, .replaced), .capture, .present(2)]
    )
    #expect(app.screen.livingImages == 1)
    await app.wait(9)
    #expect(app.state == .shown, "the second preview has ten seconds of its own")
  }

  @Test func `a screenshot replaces the one being captured, whose image is never shown`() async {
    let app = ScreenshotPreviewApp(.reader(.replace))
    app.screen.captureTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    await app.takeScreenshot()
    await app.wait(1)
    #expect(app.log == [.began(1), .ended(1, .replaced), .began(2), .shown(2)])
    #expect(app.screen.livingImages == 1)
  }

  @Test func `below a sheet a second screenshot is refused, and replaces nothing`() async {
    let app = ScreenshotPreviewApp(.reader(.replace))
    app.start()
    await app.takeScreenshot()
    app.lifecycle.overlayAdded()
    await app.takeScreenshot()
    #expect(app.refusals == [.overlay])
    #expect(app.outcomes == [])
  }

  @Test func `while the editor opens a screenshot is refused under every policy`() async {
    for configuration in ScreenshotPreviewConfiguration.all {
      let app = ScreenshotPreviewApp(configuration)
      app.screen.dismissalTime = .seconds(1)
      app.start()
      await app.takeScreenshot()
      await app.touch(.tap)
      await app.takeScreenshot()
      #expect(app.refusals == [.busy])
    }
  }

  // MARK: - Touching

  @Test func `by default a resting finger does not stop the time`() async {
    let app = ScreenshotPreviewApp()
    app.start()
    await app.takeScreenshot()
    await app.touch(.began)
    await app.wait(10)
    #expect(app.outcomes == [.timeout])
  }

  @Test func `a resting finger stops the time, when that is the policy`() async {
    let app = ScreenshotPreviewApp(.reader(.drop, pausesWhileTouched: true))
    app.start()
    await app.takeScreenshot()
    await app.wait(6)
    await app.touch(.began)
    await app.wait(9.5)
    #expect(app.state == .held)
    await app.touch(.ended)
    await app.wait(3.5)
    #expect(app.state == .shown)
    await app.wait(0.5)
    #expect(app.outcomes == [.timeout])
  }

  @Test func `a finger of which nobody says that it has left holds a preview for its time at most`()
    async
  {
    let app = ScreenshotPreviewApp(.reader(.drop, pausesWhileTouched: true))
    app.start()
    await app.takeScreenshot()
    await app.wait(6)
    await app.touch(.began)
    await app.wait(5)
    await app.touch(.began)
    await app.wait(4.5)
    #expect(app.state == .held)
    await app.wait(0.5)
    #expect(app.outcomes == [.timeout])
    #expect(app.state == .idle)
    #expect(app.screen.livingImages == 0)
    await app.touch(.ended)
    #expect(app.state == .idle)
  }

  @Test func `leaving the page under a resting finger hides the preview`() async {
    let app = ScreenshotPreviewApp(.reader(.drop, pausesWhileTouched: true))
    app.start()
    await app.takeScreenshot()
    await app.touch(.began)
    app.lifecycle.pageDisappeared("reader")
    await app.touch(.ended)
    #expect(app.outcomes == [.disappeared])
    #expect(app.state == .idle)
  }

  // MARK: - Bounds

  @Test(
    arguments: [
      Duration(attoseconds: .max), Duration(attoseconds: .min), .zero, .nanoseconds(1),
      .seconds(Int64.max),
    ]
  )
  func `every duration is moved into bounds, whatever is asked for`(duration: Duration) async {
    let configuration = ScreenshotPreviewConfiguration(
      page: "reader",
      timeout: duration,
      stepTimeout: duration
    )
    #expect((.seconds(1)...(.seconds(86_400))).contains(configuration.timeout))
    #expect((.seconds(1)...(.seconds(86_400))).contains(configuration.stepTimeout))
    let app = ScreenshotPreviewApp(configuration)
    await app.wait(1_000)
    app.start()
    await app.takeScreenshot()
    #expect(app.state == .shown)
    await app.wait(86_400)
    #expect(app.outcomes == [.timeout])
  }
}
