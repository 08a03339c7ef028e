#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import Foundation
import PushHub

/// A touch on a banner.
///
/// A finger that hardly moves is a tap. One that leaves upwards closes the banner; other movements have no
/// effect.
struct ForegroundBannerDrag {
  private var way = CGSize.zero
  private var hasMoved = false

  /// Moves the finger.
  ///
  /// - Parameter way: The distance from where the finger came down, in coordinates that don't move with the banner.
  mutating func move(by way: CGSize) {
    self.way = way
    hasMoved = hasMoved || max(abs(way.width), abs(way.height)) > 10
  }

  /// The distance that the banner moves with the finger: up, and not down.
  var offset: CGFloat {
    hasMoved ? min(way.height, 0) : 0
  }

  /// The touch that results if the finger leaves now.
  var end: ForegroundBannerTouch {
    guard hasMoved else { return .tapped }
    return -way.height >= max(24, abs(way.width)) ? .swiped : .released
  }
}

/// Measures of a banner, in points and seconds.
enum ForegroundBannerMetrics {
  /// The distance from the banner to the safe area.
  static let margin: CGFloat = 8

  static let maximumWidth: CGFloat = 560

  /// The smallest height that a finger hits; see Apple's
  /// [guidelines](https://developer.apple.com/design/human-interface-guidelines/accessibility).
  static let minimumHeight: CGFloat = 44
  static let duration: TimeInterval = 0.3
}

extension ForegroundBanner {
  /// All its texts, for VoiceOver.
  nonisolated var spoken: String {
    [title, subtitle, body].compactMap { $0 }.joined(separator: ", ")
  }

  /// The announcement that VoiceOver speaks when it appears.
  var announcement: String { "\(NSLocalizedString("Notification", comment: "")): \(spoken)" }
}

/// No view or window on the screen shows a presenter's banners.
struct NoBannerPlace: LoggableError {
  let description =
    "No view or window shows the presenter's banners: give it a window or make one of an active scene key, or put "
    + "foregroundBanner(_:) on the root view."
}
#endif
