import PushHub
import PushHubObservers
import Testing

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
    #expect(app.log == [.preview, .edit, .hidden(.edit)])
    #expect(app.screen.calls == [.capture, .present(1), .edit, .dismiss(1, .edit)])
    #expect(app.state == .idle)
  }

  @Test func `a touch beside the preview cancels it`() async {
    app.start()
    await app.takeScreenshot()
    await app.touch(.outside)
    #expect(app.screen.calls == [.capture, .present(1), .dismiss(1, .cancel)])
    #expect(app.outcomes == [.cancel])
  }

  @Test func `ten seconds of nothing hide it, and not a moment before`() async {
    app.start()
    await app.takeScreenshot()
    await app.wait(9.999)
    #expect(app.outcomes == [])
    await app.wait(0.001)
    #expect(app.outcomes == [.timeout])
    #expect(app.scheduler.pendingCount == 0)
  }

  // MARK: - Refusals

  @Test func `of several reasons for a refusal the first is told`() async {
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
    await app.scheduler.settle()
    #expect(app.outcomes == [.disappeared])
    #expect(app.screen.screenshot == nil)
    #expect(app.scheduler.pendingCount == 0)
    app.lifecycle.pageAppeared("reader")
    await app.takeScreenshot()
    #expect(app.state == .shown)
    await app.wait(10)
    #expect(app.outcomes == [.disappeared, .timeout])
  }

  @Test func `a double tap edits once`() async {
    app.screen.dismissalTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    app.screen.screenshot?.touch(.tap)
    app.screen.screenshot?.touch(.tap)
    await app.touch(.tap)
    #expect(app.screen.calls.count { $0 == .edit } == 1)
    #expect(app.outcomes == [.edit])
  }

  @Test func `a surplus hide does not hide the next preview`() async throws {
    app.start()
    await app.takeScreenshot()
    let first = try #require(app.screen.screenshot)
    first.touch(.outside)
    first.touch(.outside)
    await app.scheduler.settle()
    await app.takeScreenshot()
    first.touch(.outside)
    first.touch(.tap)
    await app.scheduler.settle()
    #expect(app.state == .shown)
    #expect(app.outcomes == [.cancel])
    await app.touch(.tap)
    #expect(app.outcomes == [.cancel, .edit])
  }
}
