#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import PushHub
public import UIKit

/// Shows banners at the top of a window.
///
/// ```swift
/// let banners = ForegroundBanners(presenter: WindowBannerPresenter())
/// try host.install(banners, named: "banners")
/// ```
///
/// Its English texts for VoiceOver ("Notification", "Opens the notification.", "Close") are keys: add them to
/// your app's `Localizable` strings to translate them.
///
/// A tap opens, a swipe up closes; touches beside the banner reach the app. With VoiceOver the banner is
/// announced, is one element that is activated with a double tap and closed with the escape gesture, and
/// its time is paused while it is in focus. It grows with the user's text size, and with reduced
/// motion it only fades. When the app is left or the account changes it is hidden at once.
///
/// The banner is a view over the key window's others and not a window of its own, which would take over
/// the status bar and the orientation. It does not cover the page, so it is not reported to the lifecycle as
/// an overlay.
@MainActor
public final class WindowBannerPresenter: ForegroundBannerPresenting {
  private let window: @MainActor () -> UIWindow?
  private var overlays: [ForegroundBanner.ID: ForegroundBannerOverlay] = [:]

  /// Creates a presenter.
  ///
  /// - Parameters:
  ///   - application: The application whose window shows banners.
  ///   - window: Returns the window, where it is not the key window of the active scene.
  @available(iOSApplicationExtension, unavailable)
  public init(
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil
  ) {
    self.window = window ?? { application.activeScenes.lazy.compactMap(\.keyWindow).first }
  }

  /// Shows the banner, and returns when the animation has ended.
  ///
  /// - Throws: An error when there is no window to show it in, and `CancellationError` after the outcome.
  public func present(_ banner: ForegroundBanner) async throws {
    try Task.checkCancellation()
    guard let window = window() else { throw NoBannerPlace() }
    let overlay = ForegroundBannerOverlay(banner, over: window)
    overlays[banner.id] = overlay
    await overlay.appear()
    guard overlays[banner.id] === overlay else { return }
    unsafe UIAccessibility.post(
      notification: .announcement,
      argument: banner.announcement
    )
  }

  /// Hides the banner, and returns when the animation has ended.
  public func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    guard let overlay = overlays.removeValue(forKey: banner.id) else { return }
    await overlay.disappear(outcome)
    unsafe UIAccessibility.post(notification: .layoutChanged, argument: nil)
  }
}
#endif
