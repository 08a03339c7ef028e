import PushHub
import PushHubObservers
import PushHubTesting

/// A rendering whose life can be watched.
@MainActor
final class PageImage {}

/// A screen that takes the given time, fails on request, and records its calls.
final class ScreenshotScreen: ScreenshotPresenting {
  enum Call: Hashable {
    case capture
    case present(Int)
    case edit
    case dismiss(Int, ScreenshotOutcome)
  }

  struct Failure: Error, CustomStringConvertible {
    let description = "no window"
  }

  var captureTime = Duration.zero
  var presentationTime = Duration.zero
  var dismissalTime = Duration.zero
  var captureFails = false
  var presentationFails = false
  var onEdit: (() -> Void)?

  /// What each call but an edit may end with.
  var fault: @MainActor () async throws -> Void = {}

  private(set) var calls: [Call] = []

  /// The screenshots that were presented, in order.
  private var presented: [ObjectIdentifier] = []

  /// What is up, or on its way.
  private(set) var screenshot: Screenshot<PageImage>?

  /// The images that were rendered.
  private(set) var images: [WeakBox<PageImage>] = []

  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  var livingImages: Int { images.count { $0.isAlive } }

  /// Renders even when canceled, so that the image comes after the outcome.
  func capture() async throws -> PageImage {
    calls.append(.capture)
    try? await pass(captureTime)
    if captureFails { throw Failure() }
    let image = PageImage()
    images.append(WeakBox(image))
    try await fault()
    return image
  }

  func present(_ screenshot: Screenshot<PageImage>) async throws {
    presented.append(ObjectIdentifier(screenshot))
    calls.append(.present(presented.count))
    self.screenshot = screenshot
    try await pass(presentationTime)
    try await fault()
    if presentationFails { throw Failure() }
  }

  func edit(_ image: PageImage) {
    calls.append(.edit)
    onEdit?()
  }

  func dismiss(_ screenshot: Screenshot<PageImage>, outcome: ScreenshotOutcome) async {
    let number = (presented.firstIndex(of: ObjectIdentifier(screenshot)) ?? -1) + 1
    calls.append(.dismiss(number, outcome))
    try? await pass(dismissalTime)
    try? await fault()
    self.screenshot = nil
  }

  private func pass(_ time: Duration) async throws {
    if time > .zero {
      try await scheduler.sleep(until: scheduler.now + time)
    }
  }
}

/// An app with a screenshot preview on its reading page, with everything written down.
class ScreenshotPreviewApp: AppFixture {
  let app = SimulatedApp()
  let screen: ScreenshotScreen
  let preview: ScreenshotPreview<PageImage>
  private(set) var log: [ScreenshotEvent] = []
  var onLog: ((ScreenshotEvent) -> Void)?

  init(timeout: Duration = .seconds(10)) {
    screen = ScreenshotScreen(scheduler: app.clock)
    preview = ScreenshotPreview(
      page: "reader",
      timeout: timeout,
      presenter: screen,
      render: screen.capture
    )
    preview.log = { [weak self] entry in
      self?.log.append(entry)
      self?.onLog?(entry)
    }
  }

  /// The dismissal of a preview that is released with the app is work of its own, which must end.
  isolated deinit {
    screen.dismissalTime = .zero
    clock.work.cancelAll()
  }

  var state: ScreenshotPreviewState { preview.state }

  var refusals: [ScreenshotOutcome] {
    log.compactMap { if case .ignored(let reason) = $0 { reason } else { nil } }
  }

  var outcomes: [ScreenshotOutcome] {
    log.compactMap { if case .hidden(let outcome) = $0 { outcome } else { nil } }
  }

  func attach() {
    context.attach(preview)
  }

  func detach() {
    context.detach(preview)
  }

  /// Lets the app be active on the reading page.
  func start() {
    attach()
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
  }

  func takeScreenshot() async {
    lifecycle.screenshotTaken()
    await settle()
  }

  func touch(_ touch: ScreenshotTouch) async {
    screen.screenshot?.touch(touch)
    await settle()
  }

  /// Lets time pass, and everything happen that is due.
  func wait(_ seconds: Double) async {
    let end = clock.now + .seconds(seconds)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      await settle()
    }
    clock.advance(to: end)
    await settle()
  }
}
