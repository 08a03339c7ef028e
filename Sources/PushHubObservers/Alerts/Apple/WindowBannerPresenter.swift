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
/// A tap opens, a swipe up closes; touches beside the banner reach the app. With VoiceOver the banner is
/// announced, is one element that is activated with a double tap and closed with the escape gesture, and
/// its time stands still while it is in focus. It grows with the user's text size, and with reduced
/// motion it only fades. When the app is left or the account changes it goes at once.
///
/// The banner is a view over the key window's others and not a window of its own, which would take over
/// the status bar and the orientation. It covers no page, and tells the lifecycle nothing.
@MainActor
public final class WindowBannerPresenter: ForegroundBannerPresenting {
  private let texts: ForegroundBannerTexts
  private let window: @MainActor () -> UIWindow?
  private var overlays: [Int: ForegroundBannerOverlay] = [:]

  /// Makes a presenter.
  ///
  /// - Parameters:
  ///   - texts: What the banner says with VoiceOver, beside its own texts.
  ///   - application: In whose window to show banners.
  ///   - window: Says in which window, where it is not the key window of the active scene.
  @available(iOSApplicationExtension, unavailable)
  public init(
    texts: ForegroundBannerTexts = .init(),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil
  ) {
    self.texts = texts
    self.window = window ?? { application.activeScenes.lazy.compactMap(\.keyWindow).first }
  }

  /// Lets the banner appear, and returns when it is there.
  ///
  /// - Throws: An error when there is no window to show it in, and `CancellationError`
  ///   once nobody wants to see it.
  public func present(_ banner: ForegroundBanner) async throws {
    try Task.checkCancellation()
    guard let window = window() else { throw NoBannerPlace() }
    let overlay = ForegroundBannerOverlay(banner, over: window, texts: texts)
    overlays[banner.id] = overlay
    await overlay.appear()
    guard overlays[banner.id] === overlay else { return }
    unsafe UIAccessibility.post(
      notification: .announcement,
      argument: texts.announcement(of: banner)
    )
  }

  /// Lets the banner disappear, and returns when nothing of it is left.
  public func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    guard let overlay = overlays.removeValue(forKey: banner.id) else { return }
    await overlay.disappear(outcome)
    unsafe UIAccessibility.post(notification: .layoutChanged, argument: nil)
  }
}
#endif
