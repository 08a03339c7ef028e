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
public final class ScreenshotPreview<Image> {
  /// Called with each event, at once; for logs and tests.
  public var log: ((ScreenshotEvent) -> Void)?

  private let presenter: any ScreenshotPresenting<Image>
  private let render: @MainActor () async throws -> Image
  private let runtime: ManualFeatureRuntime<ScreenshotPreviewCore>

  /// The latest that was presented; it has its image until the outcome.
  private var screenshot: Screenshot<Image>?

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
    runtime = ManualFeatureRuntime(ScreenshotPreviewCore(page: page, timeout: timeout))
  }

  deinit {
    guard let screenshot else { return }
    Task { @MainActor [presenter] in
      guard screenshot.image != nil else { return }
      screenshot.releaseImage()
      await presenter.dismiss(screenshot, outcome: .disappeared)
    }
  }
}

// MARK: - State

extension ScreenshotPreview {
  /// Its progress with a screenshot.
  package var state: ScreenshotPreviewState { runtime.state }

  /// The time when the present state ends by itself, such as a preview that is shown.
  package var deadline: ContinuousClock.Instant? { runtime.core.nextDeadline }

  /// The reason why a screenshot taken now would get no preview; `nil` if it would get one.
  package var refusal: ScreenshotOutcome? { runtime.core.refusal }
}

// MARK: - Plugin

extension ScreenshotPreview: LoggingPlugin {
  /// The page whose screenshots are previewed.
  public var recordedPages: [TranscriptPages: [PageID]] { [.screenshots: [runtime.core.page]] }

  /// Starts from what is true now, and follows the app's lifecycle.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { preview, effect in
      switch effect {
      case .capture: preview.capture()
      case .end(let outcome): preview.end(outcome, on: context.scheduler)
      }
    }
  }

  /// Ends the screenshot under way with the outcome ``ScreenshotOutcome/disappeared``.
  ///
  /// A preview that is shown is dismissed, without waiting until it is gone. From inside what the
  /// preview calls, that happens when the call has returned.
  public func detach() {
    runtime.detach()
  }

  private func capture() {
    runtime.start { [weak self, weak runtime, presenter, render] send in
      do {
        let screenshot = Screenshot(try await render()) { runtime?.send(.touched($0)) }
        guard !Task.isCancelled else { return }
        self?.screenshot = screenshot
        send(.captured)
        try await presenter.present(screenshot)
        send(.presented)
      } catch {
        send(.failed(LogText(error).description))
      }
    }
  }

  /// A preview is dismissed also when the feature was detached.
  private func end(_ outcome: ScreenshotOutcome, on scheduler: any Scheduler) {
    guard let screenshot, let image = screenshot.image else { return }
    if outcome == .edit { presenter.edit(image) }
    screenshot.releaseImage()
    scheduler.perform { [weak self, presenter] in
      await presenter.dismiss(screenshot, outcome: outcome)
      if let self, self.screenshot === screenshot { runtime.send(.dismissed) }
    }
  }
}
