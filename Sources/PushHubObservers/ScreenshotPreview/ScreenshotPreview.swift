public import PushHub

/// Shows a preview of the page when the user takes a screenshot, and opens the editor on a tap.
///
/// A screenshot gets a preview when the app is active, the page visible, nothing covers it and no
/// other screenshot is under way; otherwise it is refused, with the reason in the log. The app renders
/// the page; nothing is read from the screen. The preview ends on a tap, which opens the editor; on a
/// touch beside it; after ten seconds; when the app is interrupted or left; and when the page
/// disappears. Each of these is its one outcome, and nothing keeps the image after it.
///
/// ```swift
/// let preview = ScreenshotPreview(page: "reader", presenter: window) {
///   try await renderer.image(of: article)
/// }
/// try host.install(preview, named: "screenshots")
/// ```
///
/// Added overlays and account changes have no effect on a preview that is shown. The rendering and the
/// presenter have ten seconds for each of their steps: a capture or a presentation that takes
/// longer has failed, and a dismissal that takes longer counts as finished. More is in
/// <doc:screenshot-preview>.
///
/// A recorder that is installed records the touches that end a preview.
///
/// The app keeps the feature alive. When it is deallocated, a preview that is shown is dismissed.
@MainActor
public final class ScreenshotPreview<Image>: PushFeature {
  /// Runs the core.
  public private(set) lazy var runtime = FeatureRuntime(core) {
    [weak self, presenter, render] step, _ in
    do {
      switch step {
      case .capture:
        let image = try await render()
        if let (scheduler, limit, end) = self?.dismissal, scheduler.now < limit {
          let alarm = scheduler.schedule(at: limit, tolerance: .zero) { end.finish() }
          defer { scheduler.cancel(alarm) }
          for try await _ in end {}
        }
        try Task.checkCancellation()
        self?.screenshot = Screenshot(image) { self?.receive($0) }
      case .present:
        guard let screenshot = self?.screenshot else { break }
        screenshot.isPresented = true
        try await presenter.present(screenshot)
      }
      return Done()
    } catch {
      throw SourceFailure(message: LogText(error).description)
    }
  }

  private let core: ScreenshotPreviewCore
  private let presenter: any ScreenshotPresenting<Image>
  private let render: @MainActor () async throws -> Image

  /// The latest that was captured; it has its image until the outcome.
  private var screenshot: Screenshot<Image>?

  /// The latest dismissal, which may be of a former attachment: its time limit and its end.
  private var dismissal:
    (scheduler: any Scheduler, limit: ContinuousClock.Instant, end: ScheduledStream<Never>)?

  /// Creates a preview that is not attached yet.
  ///
  /// - Parameters:
  ///   - page: The page whose screenshots are previewed.
  ///   - timeout: The time a preview stays without a touch, from when it is on the screen;
  ///     from one second to one day.
  ///   - presenter: Shows previews and opens the editor. It is kept alive, and needs no reference
  ///     to the preview, since touches are reported with the ``Screenshot``.
  ///   - render: Renders the page. It may take its time. The task is canceled when the preview is no
  ///     longer wanted; an image that comes nevertheless is discarded. When it throws, the outcome is
  ///     ``ScreenshotOutcome/captureFailed``.
  public init(
    page: PageID,
    timeout: Duration = .seconds(10),
    presenter: any ScreenshotPresenting<Image>,
    render: @escaping @MainActor () async throws -> Image
  ) {
    self.presenter = presenter
    self.render = render
    core = ScreenshotPreviewCore(page: page, timeout: timeout)
  }

  deinit {
    guard let screenshot else { return }
    Task { @MainActor [presenter] in
      guard screenshot.image != nil, screenshot.isPresented else { return }
      screenshot.releaseImage()
      await presenter.dismiss(screenshot, outcome: .disappeared)
    }
  }
}

// MARK: - State

extension ScreenshotPreview {
  /// The time when the present state ends by itself, such as a preview that is shown.
  package var deadline: ContinuousClock.Instant? { runtime.kernel.nextDeadline }

  /// The reason why a screenshot taken now would get no preview; `nil` if it would get one.
  package var refusal: ScreenshotOutcome? { runtime.kernel.core.refusal }
}

// MARK: - Feature

extension ScreenshotPreview {
  /// The page whose screenshots are previewed.
  public var recordedPages: [TranscriptPages: [PageID]] { [.screenshots: [core.page]] }

  /// Returns the record of a touch.
  public static func record(of input: KernelRecord<ScreenshotPreviewCore>) -> (any FeatureRecord)? {
    if case .action(.touch(let touch)) = input.content { touch } else { nil }
  }

  /// Returns at once: no push concerns it.
  public func performBackgroundWork(for push: Push?) -> FetchResult { .noData }

  /// Releases the image of a screenshot that has its outcome, and dismisses its preview if the presenter has it.
  public func stateDidChange(from old: ScreenshotPreviewState) {
    guard !state.isOpen, let screenshot, let image = screenshot.image,
      let scheduler = runtime.scheduler
    else { return }
    let outcome = runtime.kernel.core.outcome
    if outcome == .edit { presenter.edit(image) }
    screenshot.releaseImage()
    guard screenshot.isPresented else { return send(.dismissed) }
    let end = ScheduledStream<Never>()
    dismissal = (scheduler, scheduler.now + ScreenshotPreviewCore.stepTimeout, end)
    scheduler.perform { [weak self, presenter] in
      await presenter.dismiss(screenshot, outcome: outcome)
      end.finish()
      if let self, self.screenshot === screenshot { send(.dismissed) }
    }
  }

  private func receive(_ touch: ScreenshotTouch) {
    if state == .shown { send(.touch(touch)) }
  }
}
