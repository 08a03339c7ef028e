#if canImport(CoreGraphics)
import CoreGraphics

#else
import Foundation
#endif

/// What one finger does on a banner, from coming down to leaving.
///
/// A finger that hardly moves is a tap. One that leaves upwards closes the banner; whatever else it does
/// means nothing.
struct ForegroundBannerDrag: Hashable {
  /// What became of it when the finger left.
  enum End: Hashable {
    case tap
    case close
    case nothing
  }

  /// How far a finger trembles in a tap; in points.
  static let slop: CGFloat = 10

  /// How far it has to go to close; in points.
  static let closingDistance: CGFloat = 24

  /// How much of its way the banner goes along downwards.
  static let reluctance: CGFloat = 0.25

  private var way = CGSize.zero
  private var hasMoved = false

  /// Takes how far the finger is from where it came down, in coordinates that don't move with the banner.
  mutating func move(by way: CGSize) {
    self.way = way
    hasMoved = hasMoved || max(abs(way.width), abs(way.height)) > Self.slop
  }

  /// How far the banner goes along, positive downwards: with the finger up, and reluctantly down.
  var offset: CGFloat {
    guard hasMoved else { return 0 }
    return way.height < 0 ? way.height : way.height * Self.reluctance
  }

  /// What it means if the finger leaves now.
  var end: End {
    guard hasMoved else { return .tap }
    return -way.height >= max(Self.closingDistance, abs(way.width)) ? .close : .nothing
  }
}

/// How a banner looks at one end of an animation.
struct ForegroundBannerPose: Hashable {
  /// How opaque it is.
  var opacity: CGFloat = 1

  /// How far below its place.
  var offset: CGFloat = 0

  /// In its place, wholly there.
  static let shown = Self()

  /// Before it appears or when it is gone: above the edge; with reduced motion it fades where it is.
  ///
  /// - Parameters:
  ///   - position: How far from its place a finger has left it.
  ///   - departure: How far it has to go to be above the edge: negative.
  ///   - reducesMotion: Whether the user wants less of it.
  static func away(
    from position: CGFloat = 0,
    departure: CGFloat,
    reducesMotion: Bool
  ) -> Self {
    Self(opacity: 0, offset: reducesMotion ? position : departure)
  }

  /// How long an animation takes.
  static let duration: TimeInterval = 0.3
}

/// Where a banner is: at the top of a window, clear of its edges, and not wider than is easily read.
struct ForegroundBannerLayout: Hashable {
  /// The window, in its own coordinates.
  var bounds: CGRect

  /// What notches and bars take of it at the top, left and right.
  var top: CGFloat = 0
  var left: CGFloat = 0
  var right: CGFloat = 0

  /// From the banner to the safe area.
  static let margin: CGFloat = 8

  /// From the texts to the banner's edge.
  static let padding: CGFloat = 14

  /// Between two texts.
  static let spacing: CGFloat = 2

  /// How wide a banner gets at most.
  static let maximumWidth: CGFloat = 560

  /// What a finger hits; see Apple's
  /// [guidelines](https://developer.apple.com/design/human-interface-guidelines/accessibility).
  static let minimumHeight: CGFloat = 44

  /// How much of the window's height it may take.
  static let share: CGFloat = 0.5

  /// How wide the banner is.
  var width: CGFloat {
    max(0, min(bounds.width - left - right - 2 * Self.margin, Self.maximumWidth))
  }

  /// Where the banner is, in the window's coordinates.
  ///
  /// - Parameter height: How high its texts are, with what is around them.
  func frame(height: CGFloat) -> CGRect {
    let middle = bounds.minX + left + (bounds.width - left - right) / 2
    return CGRect(
      x: middle - width / 2,
      y: bounds.minY + top + Self.margin,
      width: width,
      height: min(max(height, Self.minimumHeight), bounds.height * Self.share)
    )
  }
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

  func announcement(of content: ForegroundBannerContent) -> String {
    "\(announcement): \(content.spoken)"
  }
}
