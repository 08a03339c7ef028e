#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Shows a screenshot's preview as a small card in the bottom leading corner of the window.
///
/// A tap on the card opens the editor; a swipe to the edge or a touch beside the card closes it.
/// Touches beside the card also reach the app, which goes on as if there were no card. With
/// VoiceOver the card is announced, activated with a double tap and closed with the escape gesture.
/// With reduced motion it only fades.
///
/// The card is a view over the key window's others and not a window of its own: that would take over
/// the status bar and the orientation, and what passes through a window has changed from one system
/// to the next. It is no overlay of the lifecycle's, since it does not cover the page, and tells the
/// lifecycle nothing.
///
/// The card shows a thumbnail; the screenshot's image is left where it is until the outcome. When
/// the app is left the card goes at once, without an animation: the system then takes a picture of
/// the screen.
@MainActor
public final class ScreenshotCardPresenter: ScreenshotPresenting {
  private let window: ScreenshotWindow
  private let texts: ScreenshotCardTexts
  private let onEdit: @MainActor (UIImage) -> Void
  private var overlays: [ObjectIdentifier: ScreenshotCardOverlay] = [:]

  /// Makes a presenter.
  ///
  /// - Parameters:
  ///   - texts: What the card says with VoiceOver.
  ///   - application: In whose window to show previews.
  ///   - window: Says in which window, where it is not the key window of the active scene; the same
  ///     as the capturer's.
  ///   - onEdit: Opens the editor with an image, which is the editor's from then on.
  @available(iOSApplicationExtension, unavailable)
  public init(
    texts: ScreenshotCardTexts = .init(),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil,
    onEdit: @escaping @MainActor (UIImage) -> Void
  ) {
    self.texts = texts
    self.window = ScreenshotWindow(application: application, choice: window)
    self.onEdit = onEdit
  }

  /// Lets the card appear, and returns when it is there.
  ///
  /// - Throws: ``ScreenshotWindowError`` when there is no window to show it in, and
  ///   `CancellationError` once nobody wants to see it.
  public func present(_ screenshot: Screenshot<UIImage>) async throws {
    try Task.checkCancellation()
    guard let image = screenshot.image else { throw CancellationError() }
    let overlay = ScreenshotCardOverlay(of: image, over: try window.find(), texts: texts) {
      screenshot.touch($0)
    }
    overlays[ObjectIdentifier(screenshot)] = overlay
    await overlay.appear()
    guard overlays[ObjectIdentifier(screenshot)] === overlay else { return }
    UIAccessibility.post(notification: .announcement, argument: texts.announcement)
  }

  /// Opens the editor.
  public func edit(_ image: UIImage) {
    onEdit(image)
  }

  /// Lets the card disappear, and returns when nothing of it is left.
  public func dismiss(_ screenshot: Screenshot<UIImage>, outcome: ScreenshotOutcome) async {
    guard let overlay = overlays.removeValue(forKey: ObjectIdentifier(screenshot)) else { return }
    await overlay.disappear(outcome)
    UIAccessibility.post(notification: .layoutChanged, argument: nil)
  }
}

extension ScreenshotPreview where Image == UIImage {
  /// Makes a preview that renders the key window and shows a card in its corner.
  ///
  /// ```swift
  /// let preview = ScreenshotPreview(configuration: .init(page: "reader")) { openEditor(with: $0) }
  /// try host.install(preview, named: "screenshots")
  /// ```
  ///
  /// See ``WindowCapturer`` and ``ScreenshotCardPresenter``, of which an app may also take one and
  /// make the other.
  ///
  /// - Parameters:
  ///   - configuration: Which page, and how long.
  ///   - texts: What the card says with VoiceOver.
  ///   - application: Whose window it is.
  ///   - window: Says which window, where it is not the key window of the active scene.
  ///   - onEdit: Opens the editor with an image, which is the editor's from then on.
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    configuration: ScreenshotPreviewConfiguration,
    texts: ScreenshotCardTexts = .init(),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil,
    onEdit: @escaping @MainActor (UIImage) -> Void
  ) {
    self.init(
      capturer: WindowCapturer(application: application, window: window),
      presenter: ScreenshotCardPresenter(
        texts: texts,
        application: application,
        window: window,
        onEdit: onEdit
      ),
      configuration: configuration
    )
  }
}
#endif
