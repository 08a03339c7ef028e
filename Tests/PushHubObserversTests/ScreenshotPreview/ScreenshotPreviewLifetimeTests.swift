import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Images, attaching, detaching and releasing.
@MainActor
struct ScreenshotPreviewLifetimeTests {
  let app = ScreenshotPreviewApp()

  // MARK: - Images

  @Test(
    arguments: [
      .edit, .cancel, .timeout, .resigned, .disappeared, .captureFailed, .presentationFailed,
    ] as [ScreenshotOutcome]
  )
  func `nothing holds an image after its outcome`(outcome: ScreenshotOutcome) async {
    let app = ScreenshotPreviewApp()
    app.screen.dismissalTime = .seconds(1)
    app.screen.presentationFails = outcome == .presentationFailed
    app.screen.captureTime = outcome == .captureFailed ? .seconds(11) : .zero
    app.start()
    var livingAtOutcome: [Int] = []
    app.onLog = { [unowned app] in
      if case .hidden = $0 { livingAtOutcome.append(app.screen.livingImages) }
    }
    await app.takeScreenshot()
    if app.state == .shown {
      #expect(app.screen.livingImages == 1)
    }
    switch outcome {
    case .edit: await app.touch(.tap)
    case .cancel: await app.touch(.outside)
    case .timeout: await app.wait(10)
    case .resigned: app.lifecycle.setPhase(.inactive)
    case .disappeared: app.lifecycle.pageDisappeared("reader")
    case .captureFailed: await app.wait(11)
    default: break
    }
    #expect(app.outcomes == [outcome])
    #expect(livingAtOutcome == [0])
    #expect(app.screen.images.count == 1)
  }

  @Test func `who keeps a screenshot does not keep its image`() async throws {
    app.start()
    await app.takeScreenshot()
    let screenshot = try #require(app.screen.screenshot)
    #expect(screenshot.image != nil)
    screenshot.touch(.outside)
    #expect(screenshot.image == nil)
    #expect(app.screen.livingImages == 0)
  }

  // MARK: - Attaching and detaching

  @Test func `a detached preview goes, and leaves nothing behind`() async {
    app.start()
    await app.takeScreenshot()
    app.detach()
    #expect(app.state == .idle)
    #expect(app.clock.pendingCount == 0)
    #expect(app.screen.livingImages == 0)
    await app.settle()
    #expect(app.screen.calls.last == .dismiss(1, .disappeared))
    await app.takeScreenshot()
    #expect(app.log == [.preview, .hidden(outcome: .disappeared)])
  }

  @Test(arguments: [1, 15])
  func `attached again during a dismissal, it waits for the end, or for ten seconds`(
    seconds: Double
  ) async {
    app.screen.dismissalTime = .seconds(seconds)
    app.start()
    await app.takeScreenshot()
    await app.touch(.outside)
    app.detach()
    app.attach()
    await app.wait(0.5)
    await app.takeScreenshot()
    #expect(app.screen.calls.last == .capture)
    await app.wait(min(seconds, 10) - 0.5)
    #expect(app.screen.calls.last == .present(2))
    #expect(app.state == .shown)
    await app.wait(6)
    #expect(app.state == .shown, "that the first one has gone is no news of the second")
  }

  @Test func `an editor that covers the page as it opens changes nothing`() async {
    app.start()
    app.screen.onEdit = { [unowned app] in
      app.lifecycle.overlayAdded()
      app.lifecycle.pageDisappeared("reader")
    }
    await app.takeScreenshot()
    await app.touch(.tap)
    #expect(app.outcomes == [.edit])
    #expect(app.state == .idle)
  }

  // MARK: - Deallocation

  @Test func `deallocated, it dismisses its preview`() async {
    app.start()
    await app.takeScreenshot()
    let box = WeakBox(app.preview)
    app.letPreviewGo()
    #expect(!box.isAlive)
    #expect(await eventually { app.screen.screenshot == nil })
    #expect(app.screen.calls.last == .dismiss(1, .disappeared))
    #expect(app.screen.livingImages == 0)
    await app.settle()
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `deallocated during a capture, it ends at once`() async {
    app.screen.captureTime = .seconds(1)
    app.start()
    await app.takeScreenshot()
    let box = WeakBox(app.preview)
    app.letPreviewGo()
    #expect(!box.isAlive)
    await app.wait(1)
    #expect(app.screen.calls == [.capture])
    #expect(app.screen.livingImages == 0)
  }
}
