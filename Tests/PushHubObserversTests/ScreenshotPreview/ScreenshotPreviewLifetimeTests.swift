import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Images, attaching, detaching and releasing.
final class ScreenshotPreviewLifetimeTests: ScreenshotPreviewApp {
  // MARK: - Images

  @Test(
    arguments: [
      .edit, .cancel, .timeout, .resigned, .disappeared, .captureFailed, .presentationFailed,
    ] as [ScreenshotOutcome]
  )
  func `nothing holds an image after its outcome`(outcome: ScreenshotOutcome) async {
    screen.dismissalTime = .seconds(1)
    screen.presentationFails = outcome == .presentationFailed
    screen.captureTime = outcome == .captureFailed ? .seconds(11) : .zero
    start()
    var livingAtOutcome: [Int] = []
    onLog = { [unowned self] in
      if case .hidden = $0 { livingAtOutcome.append(screen.livingImages) }
    }
    await takeScreenshot()
    if state == .shown {
      #expect(screen.livingImages == 1)
    }
    switch outcome {
    case .edit: await touch(.tap)
    case .cancel: await touch(.outside)
    case .timeout: await wait(10)
    case .resigned: lifecycle.setPhase(.inactive)
    case .disappeared: lifecycle.pageDisappeared("reader")
    case .captureFailed: await wait(11)
    default: break
    }
    #expect(outcomes == [outcome])
    #expect(livingAtOutcome == [0])
    #expect(screen.images.count == 1)
  }

  @Test func `who keeps a screenshot does not keep its image`() async throws {
    start()
    await takeScreenshot()
    let screenshot = try #require(screen.screenshot)
    #expect(screenshot.image != nil)
    screenshot.touch(.outside)
    #expect(screenshot.image == nil)
    #expect(screen.livingImages == 0)
  }

  // MARK: - Attaching and detaching

  @Test func `a detached preview goes, and leaves nothing behind`() async {
    start()
    await takeScreenshot()
    detach()
    #expect(state == .idle)
    #expect(clock.pendingCount == 0)
    #expect(screen.livingImages == 0)
    await settle()
    #expect(screen.calls.last == .dismiss(1, .disappeared))
    await takeScreenshot()
    #expect(log == [.preview, .hidden(outcome: .disappeared)])
  }

  @Test(arguments: [1, 15])
  func `attached again during a dismissal, it waits for the end, or for ten seconds`(
    seconds: Double
  ) async {
    screen.dismissalTime = .seconds(seconds)
    start()
    await takeScreenshot()
    await touch(.outside)
    detach()
    attach()
    await wait(0.5)
    await takeScreenshot()
    #expect(screen.calls.last == .capture)
    await wait(min(seconds, 10) - 0.5)
    #expect(screen.calls.last == .present(2))
    #expect(state == .shown)
    await wait(6)
    #expect(state == .shown, "that the first one has gone is no news of the second")
  }

  @Test func `an editor that covers the page as it opens changes nothing`() async {
    start()
    screen.onEdit = { [unowned self] in
      lifecycle.overlayAdded()
      lifecycle.pageDisappeared("reader")
    }
    await takeScreenshot()
    await touch(.tap)
    #expect(outcomes == [.edit])
    #expect(state == .idle)
  }

  // MARK: - Deallocation

  /// Takes a screenshot, and deallocates its preview.
  private func deallocate() async {
    var preview: ScreenshotPreview? = ScreenshotPreview(
      page: "reader",
      presenter: screen,
      render: screen.capture
    )
    preview.map(context.attach)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
    await takeScreenshot()
    let box = WeakBox(preview)
    preview = nil
    #expect(!box.isAlive)
  }

  @Test func `deallocated, it dismisses its preview`() async {
    await deallocate()
    #expect(await eventually { screen.screenshot == nil })
    #expect(screen.calls.last == .dismiss(1, .disappeared))
    #expect(screen.livingImages == 0)
    await settle()
    #expect(clock.pendingCount == 0)
  }

  @Test func `deallocated during a capture, it ends at once`() async {
    screen.captureTime = .seconds(1)
    await deallocate()
    await wait(1)
    #expect(screen.calls == [.capture])
    #expect(screen.livingImages == 0)
  }
}
