public import PushHub

/// Shows a preview of the page when the user takes a screenshot, and opens the editor on a tap.
///
/// A screenshot gets a preview when the app is active, the page visible, nothing covers it and no
/// other screenshot is being dealt with; otherwise it is refused, with the reason in the log. The
/// page is then rendered by the app, not read from the screen. The preview goes on a tap, which opens
/// the editor; on a touch beside it; after ten seconds; when the app is interrupted or left; and when
/// the page disappears. Each of these is its one outcome, and nothing keeps the image after it.
///
/// ```swift
/// let preview = ScreenshotPreview(page: "reader", presenter: window) {
///   try await renderer.image(of: article)
/// }
/// try host.install(preview, named: "screenshots")
/// ```
///
/// Overlays that are added and accounts that change while a preview is up change nothing. The rendering
/// and the presenter have ten seconds for each of their steps; a capture or a presentation that takes
/// longer has failed, and a dismissal is taken for done. More is in <doc:screenshot-preview>.
///
/// A recorder that is installed hears of the user's touches.
///
/// The app keeps it alive; when it lets it go, a preview that is up is dismissed.
@MainActor
public final class ScreenshotPreview<Image> {
  /// Told of what happens, at the moment when it happens; for logs and tests.
  public var log: ((ScreenshotEvent) -> Void)?

  private let presenter: any ScreenshotPresenting<Image>
  private let render: @MainActor () async throws -> Image
  private let driver: CoreDriver<ScreenshotPreviewCore>
  private var records: FeatureRecords?
  private var screenshot: Screenshot<Image>?
  private var task: Task<Void, Never>?

  /// What was captured, while the core is told so.
  private var captured: Image?

  /// Makes a preview that is not attached yet.
  ///
  /// - Parameters:
  ///   - page: The page whose screenshots are previewed.
  ///   - timeout: How long a preview stays when the user does nothing, from when it is on the screen;
  ///     from one second to one day.
  ///   - presenter: Who shows previews and opens the editor; it is kept alive, and needs no reference
  ///     to the preview, since touches go through the ``Screenshot``.
  ///   - render: Renders the page. It may take its time. The task is cancelled when the preview is no
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
    driver = CoreDriver(ScreenshotPreviewCore(page: page, timeout: timeout))
  }

  deinit {
    task?.cancel()
    guard let screenshot else { return }
    Task { @MainActor [presenter] in
      screenshot.releaseImage()
      if screenshot.isPresented {
        await presenter.dismiss(screenshot, outcome: .disappeared)
      }
    }
  }
}

// MARK: - What is true

extension ScreenshotPreview {
  /// How far it is with a screenshot.
  package var state: ScreenshotPreviewState { driver.core.state }

  /// When what is going on ends by itself: a preview that is up, with its time.
  package var deadline: ContinuousClock.Instant? { driver.core.nextDeadline }

  /// Why a screenshot taken now would get no preview; `nil` if it would get one.
  package var refusal: ScreenshotRefusal? { driver.core.refusal }
}

// MARK: - Plugin and observer

extension ScreenshotPreview: LoggingPlugin, LifecycleObserver {
  /// Starts from what is true now, and follows the app's lifecycle.
  public func attach(to context: PluginContext) {
    detach()
    records = context.records
    driver.start(on: context.scheduler, for: self) { preview, effect in
      preview.perform(effect, on: context.scheduler)
    }
  }

  /// Ends what is going on, with the outcome ``ScreenshotOutcome/disappeared``.
  ///
  /// A preview that is up is dismissed; that it is gone is not waited for. From inside what the
  /// preview calls, that happens when the call has returned.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    records = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    driver.handle(.lifecycle(state))
  }

  /// Follows screenshots, phases, pages and overlays.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    driver.handle(.lifecycle(state))
    if event == .screenshotTaken {
      driver.handle(.screenshot)
    }
  }
}

// MARK: - Effects

extension ScreenshotPreview {
  private func perform(_ effect: ScreenshotPreviewCore.Effect, on scheduler: any Scheduler) {
    switch effect {
    case .log(let event): log?(event)
    case .capture(let id): capture(id, on: scheduler)
    case .present(let id): present(id, on: scheduler)
    case .end(let id, let outcome): end(id, outcome, on: scheduler)
    }
  }

  private func capture(_ id: ScreenshotPreviewCore.ID, on scheduler: any Scheduler) {
    task = scheduler.perform { [weak self, render] in
      do {
        try Task.checkCancellation()
        let image = try await render()
        self?.receive(image, as: id)
      } catch {
        self?.driver.handle(.failed(id, error.logDescription))
      }
    }
  }

  private func receive(_ image: Image, as id: ScreenshotPreviewCore.ID) {
    captured = image
    driver.handle(.captured(id))
    captured = nil
  }

  private func present(_ id: ScreenshotPreviewCore.ID, on scheduler: any Scheduler) {
    guard let image = captured else { return }
    let screenshot = Screenshot(image) { [weak self] touch in
      guard let self, driver.core.latest == id else { return }
      records?.send(touch)
      driver.handle(.touched(id, touch))
    }
    self.screenshot = screenshot
    task = scheduler.perform { [weak self, presenter] in
      guard screenshot.beginPresentation() else { return }
      do {
        try await presenter.present(screenshot)
        self?.driver.handle(.presented(id))
      } catch {
        self?.driver.handle(.failed(id, error.logDescription))
      }
    }
  }

  private func end(
    _ id: ScreenshotPreviewCore.ID,
    _ outcome: ScreenshotOutcome,
    on scheduler: any Scheduler
  ) {
    task?.cancel()
    task = nil
    if outcome == .edit, let image = screenshot?.image {
      log?(.edit)
      presenter.edit(image)
    }
    screenshot?.releaseImage()
    log?(.hidden(outcome))
    guard let screenshot else { return }
    self.screenshot = nil
    scheduler.perform { [weak self, presenter] in
      if screenshot.isPresented {
        await presenter.dismiss(screenshot, outcome: outcome)
      }
      self?.driver.handle(.dismissed(id))
    }
  }
}
