#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
public import Observation
import SwiftUI

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// Shows banners at the top of a SwiftUI view, see `foregroundBanner(_:)`.
///
/// ```swift
/// let presenter = ViewBannerPresenter()
/// try host.install(ForegroundBanners(presenter: presenter), named: "banners")
/// ```
///
/// A presentation fails while no view on the screen shows its banners.
@MainActor
@Observable
public final class ViewBannerPresenter: ForegroundBannerPresenting {
  /// The banner on the screen.
  public private(set) var banner: ForegroundBanner?

  /// The number of views on the screen that show its banners.
  @ObservationIgnored var viewCount = 0

  /// Creates a presenter.
  public init() {}

  /// Shows the banner, and returns when the animation has ended.
  ///
  /// - Throws: An error when no view would show it, and `CancellationError` after the outcome.
  public func present(_ banner: ForegroundBanner) async throws {
    try Task.checkCancellation()
    guard viewCount > 0 else { throw NoBannerPlace() }
    await show(banner)
    guard self.banner === banner else { return }
    announce(banner.announcement)
  }

  /// Hides the banner, and returns when the animation has ended.
  public func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    guard self.banner === banner else { return }
    if outcome.isImmediate {
      self.banner = nil
    } else {
      await show(nil)
    }
  }

  private func show(_ banner: ForegroundBanner?) async {
    await withCheckedContinuation { continuation in
      withAnimation(
        .easeOut(duration: ForegroundBannerMetrics.duration),
        completionCriteria: .removed
      ) {
        self.banner = banner
      } completion: {
        continuation.resume()
      }
    }
  }

  private func announce(_ text: String) {
    #if canImport(UIKit)
    unsafe UIAccessibility.post(notification: .announcement, argument: text)
    #elseif canImport(AppKit)
    unsafe NSAccessibility.post(
      element: NSApplication.shared,
      notification: .announcementRequested,
      userInfo: [
        .announcement: text, .priority: NSAccessibilityPriorityLevel.high.rawValue,
      ]
    )
    #endif
  }
}
#endif
