#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import Foundation
public import PushHub
public import UIKit

/// Shows a screenshot's preview as a small card in the bottom leading corner of the window.
///
/// A tap on the card opens the editor; a swipe to the edge or a touch beside the card closes it.
/// Touches beside the card also reach the app, which works as if there were no card. With
/// VoiceOver the card is announced, activated with a double tap and closed with the escape gesture.
/// With reduced motion it only fades.
///
/// The card is a view over the key window's others and not a window of its own: that would take over
/// the status bar and the orientation, and what passes through a window has changed from one system
/// to the next. It does not cover the page, so it is not reported to the lifecycle as an overlay.
///
/// The card shows a thumbnail; the screenshot's image is left where it is until the outcome. When
/// the app is left the card is hidden at once, without an animation: the system then takes a snapshot
/// of the screen.
@MainActor
final class ScreenshotCardPresenter: ScreenshotPresenting {
  private let window: ScreenshotWindow
  private let onEdit: @MainActor (UIImage) -> Void
  private var overlay: ScreenshotCardOverlay?

  init(
    in window: ScreenshotWindow,
    onEdit: @escaping @MainActor (UIImage) -> Void
  ) {
    self.window = window
    self.onEdit = onEdit
  }

  /// Shows the card, and returns when the animation has ended.
  ///
  /// - Throws: ``ScreenshotWindowError`` when there is no window to show it in, and
  ///   `CancellationError` after the outcome.
  func present(_ screenshot: Screenshot<UIImage>) async throws {
    guard let image = screenshot.image else { throw CancellationError() }
    let overlay = ScreenshotCardOverlay(of: image, over: try window.find()) {
      screenshot.touch($0)
    }
    self.overlay = overlay
    await overlay.appear()
    guard self.overlay === overlay else { return }
    unsafe UIAccessibility.post(
      notification: .announcement,
      argument: NSLocalizedString("A preview of the screenshot is shown.", comment: "")
    )
  }

  /// Opens the editor.
  func edit(_ image: UIImage) {
    onEdit(image)
  }

  /// Hides the card, and returns when the animation has ended.
  func dismiss(_ screenshot: Screenshot<UIImage>, outcome: ScreenshotOutcome) async {
    guard let overlay else { return }
    self.overlay = nil
    await overlay.disappear(outcome)
    unsafe UIAccessibility.post(notification: .layoutChanged, argument: nil)
  }
}

extension ScreenshotPreview where Image == UIImage {
  /// Creates a preview that shows a card with an image of the key window in the window's corner.
  ///
  /// ```swift
  /// let preview = ScreenshotPreview(page: "reader") { openEditor(with: $0) }
  /// try host.install(preview, named: "screenshots")
  /// ```
  ///
  /// - Parameters:
  ///   - page: The page whose screenshots are previewed.
  ///   - timeout: The time a preview stays without a touch, from one second to one day.
  ///   - application: The application that has the window.
  ///   - window: Returns the window, where it is not the key window of the active scene, or where several
  ///     scenes of the app are active side by side.
  ///   - render: Renders the page, to show more of it than the window does.
  ///   - onEdit: Opens the editor with an image, which is the editor's from then on.
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    page: PageID,
    timeout: Duration = .seconds(10),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil,
    render: (@MainActor () async throws -> UIImage)? = nil,
    onEdit: @escaping @MainActor (UIImage) -> Void
  ) {
    let window = ScreenshotWindow(application: application, choice: window)
    self.init(
      page: page,
      timeout: timeout,
      presenter: ScreenshotCardPresenter(in: window, onEdit: onEdit),
      render: render ?? window.render
    )
  }

  /// Creates a preview that shows an image of the key window with a presenter of the app's own.
  ///
  /// - Parameters:
  ///   - page: The page whose screenshots are previewed.
  ///   - timeout: The time a preview stays without a touch, from one second to one day.
  ///   - application: The application that has the window.
  ///   - window: Returns the window, where it is not the key window of the active scene, or where several
  ///     scenes of the app are active side by side.
  ///   - presenter: The presenter, which shows previews and opens the editor.
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    page: PageID,
    timeout: Duration = .seconds(10),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil,
    presenter: any ScreenshotPresenting<UIImage>
  ) {
    let window = ScreenshotWindow(application: application, choice: window)
    self.init(page: page, timeout: timeout, presenter: presenter, render: window.render)
  }
}
#endif
