#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import Foundation
import PushHub

/// What one finger does on a banner, from coming down to leaving.
///
/// A finger that hardly moves is a tap. One that leaves upwards closes the banner; whatever else it does
/// means nothing.
struct ForegroundBannerDrag {
  private var way = CGSize.zero
  private var hasMoved = false

  /// Takes how far the finger is from where it came down, in coordinates that don't move with the banner.
  mutating func move(by way: CGSize) {
    self.way = way
    hasMoved = hasMoved || max(abs(way.width), abs(way.height)) > 10
  }

  /// How far the banner goes along with the finger: up, and not down.
  var offset: CGFloat {
    hasMoved ? min(way.height, 0) : 0
  }

  /// What the user has done if the finger leaves now.
  var end: ForegroundBannerTouch {
    guard hasMoved else { return .tapped }
    return -way.height >= max(24, abs(way.width)) ? .swiped : .released
  }
}

/// Measures of a banner, in points and seconds.
enum ForegroundBannerMetrics {
  /// From the banner to the safe area.
  static let margin: CGFloat = 8

  static let maximumWidth: CGFloat = 560

  /// What a finger hits; see Apple's
  /// [guidelines](https://developer.apple.com/design/human-interface-guidelines/accessibility).
  static let minimumHeight: CGFloat = 44
  static let duration: TimeInterval = 0.3
}

/// What a banner says to those who do not see it; an app puts its own words here.
///
/// ```swift
/// var texts = ForegroundBannerTexts()
/// texts.hint = String(localized: "Opens the message.")
/// ```
public struct ForegroundBannerTexts: Hashable, Sendable {
  /// What a double tap does.
  public var hint = "Opens it."

  /// The action that closes the banner.
  public var close = "Close"

  /// What is said before the banner's own texts when it appears.
  public var announcement = "Notification"

  /// Starts with English ones.
  public init() {}

  func announcement(of banner: ForegroundBanner) -> String {
    "\(announcement): \(banner.spoken)"
  }
}

extension ForegroundBanner {
  /// All texts that are there, one after the other, for VoiceOver.
  nonisolated var spoken: String {
    [title, subtitle, body].compactMap { $0 }.joined(separator: ", ")
  }
}

/// Nothing is on the screen that could show a presenter's banners.
struct NoBannerPlace: LoggableError {
  let description =
    "Nothing shows the presenter's banners: give it a window or make one of an active scene key, or put "
    + "foregroundBanner(_:) on the root view."
}
#endif
