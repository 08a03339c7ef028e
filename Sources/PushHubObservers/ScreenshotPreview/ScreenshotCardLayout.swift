#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// Where the preview's card is: in the bottom leading corner of a window, clear of its edges.
///
/// A plain value, so that it says the same for any window, hand and image.
struct ScreenshotCardLayout: Equatable {
  /// From the card to the safe area.
  static let margin: CGFloat = 16

  /// From the image to the card's edge.
  static let border: CGFloat = 4

  /// What a finger hits; see Apple's
  /// [guidelines](https://developer.apple.com/design/human-interface-guidelines/accessibility).
  static let minimumSide: CGFloat = 44

  /// How much of the room the card may take, in width and in height.
  static let share: CGFloat = 0.3

  /// How wide or high a card gets at most, however large the window is.
  static let maximumSide: CGFloat = 240

  /// Where the card is, in the window's coordinates.
  let frame: CGRect

  /// How large the image has to be drawn to fill its place: as large as it is at most.
  let thumbnailSize: CGSize

  /// How far the card has to go to be off the window, to the leading side: negative is left.
  let departure: CGFloat

  /// Lays a card out.
  ///
  /// - Parameters:
  ///   - bounds: The window, in its own coordinates.
  ///   - safeArea: What notches, bars and rounded corners leave of it.
  ///   - isRightToLeft: Whether leading is right.
  ///   - imageSize: The size of what the card shows.
  init(bounds: CGRect, safeArea: CGRect, isRightToLeft: Bool = false, imageSize: CGSize) {
    let room = safeArea.insetBy(dx: Self.margin, dy: Self.margin)
    let image = imageSize.isDrawable ? imageSize : CGSize(width: 1, height: 1)
    let scale = min(
      min(Self.share * room.width, Self.maximumSide) / image.width,
      min(Self.share * room.height, Self.maximumSide) / image.height,
      1
    )
    let width = max(image.width * scale + 2 * Self.border, Self.minimumSide)
    let height = max(image.height * scale + 2 * Self.border, Self.minimumSide)
    frame = CGRect(
      x: isRightToLeft ? room.maxX - width : room.minX,
      y: room.maxY - height,
      width: width,
      height: height
    )
    let place = CGSize(width: width - 2 * Self.border, height: height - 2 * Self.border)
    let filling = min(max(place.width / image.width, place.height / image.height), 1)
    thumbnailSize = CGSize(width: image.width * filling, height: image.height * filling)
    departure = isRightToLeft ? bounds.maxX - frame.minX : bounds.minX - frame.maxX
  }
}

extension CGSize {
  /// Whether something of this size can be drawn at all.
  var isDrawable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

/// What the preview's card says to those who do not see it; an app puts its own words here.
///
/// ```swift
/// var texts = ScreenshotCardTexts()
/// texts.label = String(localized: "Screenshot")
/// ```
public struct ScreenshotCardTexts: Sendable {
  /// What the card is.
  public var label = "Screenshot preview"

  /// What a double tap does.
  public var hint = "Edits the screenshot."

  /// What is said when the card appears.
  public var announcement = "Screenshot preview shown. It goes by itself."

  /// The action that opens the editor.
  public var edit = "Edit"

  /// The action that closes the card.
  public var close = "Close"

  /// Starts with English ones.
  public init() {}
}
