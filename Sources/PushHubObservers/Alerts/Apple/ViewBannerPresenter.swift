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
/// Without a view on the screen that shows its banners, it can present none.
@MainActor
@Observable
public final class ViewBannerPresenter: ForegroundBannerPresenting {
  /// What is on the screen.
  public private(set) var banner: ForegroundBanner?

  @ObservationIgnored let texts: ForegroundBannerTexts

  /// How many views on the screen show its banners.
  @ObservationIgnored var viewCount = 0

  /// Makes a presenter.
  ///
  /// - Parameter texts: What banners say with VoiceOver, beside their own texts.
  public init(texts: ForegroundBannerTexts = .init()) {
    self.texts = texts
  }

  /// Lets the banner appear, and returns when it is there.
  ///
  /// - Throws: An error when no view would show it, and `CancellationError` once nobody
  ///   wants to see it.
  public func present(_ banner: ForegroundBanner) async throws {
    try Task.checkCancellation()
    guard viewCount > 0 else { throw NoBannerPlace() }
    await show(banner)
    guard self.banner === banner else { return }
    announce(texts.announcement(of: banner))
  }

  /// Lets the banner disappear, and returns when nothing of it is left.
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
