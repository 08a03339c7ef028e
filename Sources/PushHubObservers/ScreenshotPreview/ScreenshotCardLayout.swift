#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// Where the preview's card is: in the bottom leading corner of a window, clear of its edges.
///
/// A plain value, so that it says the same for any window, hand and image.
struct ScreenshotCardLayout: Hashable {
  /// How far content is to keep from each edge of the window.
  struct Insets: Hashable {
    var top: CGFloat = 0
    var left: CGFloat = 0
    var bottom: CGFloat = 0
    var right: CGFloat = 0
  }

  /// The window, in its own coordinates.
  var bounds: CGRect

  /// What notches, bars and rounded corners take of it.
  var safeArea = Insets()

  /// Whether leading is right.
  var isRightToLeft = false

  /// The size of what the card shows.
  var imageSize: CGSize

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
}

// MARK: - What follows

extension ScreenshotCardLayout {
  /// Where the card is, in the window's coordinates.
  var frame: CGRect {
    let room = self.room
    let size = cardSize(in: room)
    return CGRect(
      x: isRightToLeft ? room.maxX - size.width : room.minX,
      y: room.maxY - size.height,
      width: size.width,
      height: size.height
    )
  }

  /// Where the image is, in the card's coordinates.
  var imageFrame: CGRect {
    let frame = self.frame
    let border = min(Self.border, frame.width / 2, frame.height / 2)
    return CGRect(
      x: border,
      y: border,
      width: frame.width - 2 * border,
      height: frame.height - 2 * border
    )
  }

  /// How large the image has to be drawn to fill its place: as large as it is at most.
  var thumbnailSize: CGSize {
    let place = imageFrame.size
    guard imageSize.isDrawable else { return place }
    let scale = min(max(place.width / imageSize.width, place.height / imageSize.height), 1)
    return CGSize(width: imageSize.width * scale, height: imageSize.height * scale)
  }

  /// How far the card has to go to be off the window, to the leading side: negative is left.
  var departure: CGFloat {
    isRightToLeft ? bounds.maxX - frame.minX : bounds.minX - frame.maxX
  }

  /// What the margins and the safe area leave of the window; margins give way first.
  private var room: CGRect {
    let safe = bounds.within(safeArea)
    let margin = max(0, min(Self.margin, (min(safe.width, safe.height) - Self.minimumSide) / 2))
    return CGRect(
      x: safe.minX + margin,
      y: safe.minY + margin,
      width: safe.width - 2 * margin,
      height: safe.height - 2 * margin
    )
  }

  /// The image scaled to its share of the room, with its border, and large enough for a finger.
  private func cardSize(in room: CGRect) -> CGSize {
    let side = min(Self.minimumSide, room.width, room.height)
    let border = 2 * Self.border
    guard imageSize.isDrawable else { return CGSize(width: side, height: side) }
    let scale = min(
      min(Self.share * room.width, Self.maximumSide) / imageSize.width,
      min(Self.share * room.height, Self.maximumSide) / imageSize.height,
      1
    )
    return CGSize(
      width: min(max(imageSize.width * scale + border, side), room.width),
      height: min(max(imageSize.height * scale + border, side), room.height)
    )
  }
}

extension CGSize {
  /// Whether something of this size can be drawn at all.
  var isDrawable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

extension CGRect {
  /// What insets leave of a rectangle: nothing, in its middle, where they leave less than nothing.
  fileprivate func within(_ insets: ScreenshotCardLayout.Insets) -> Self {
    let width = self.width - insets.left - insets.right
    let height = self.height - insets.top - insets.bottom
    return CGRect(
      x: minX + insets.left + min(0, width / 2),
      y: minY + insets.top + min(0, height / 2),
      width: max(0, width),
      height: max(0, height)
    )
  }
}

/// What the preview's card says to those who do not see it; an app puts its own words here.
///
/// ```swift
/// var texts = ScreenshotCardTexts()
/// texts.label = String(localized: "Screenshot")
/// ```
public struct ScreenshotCardTexts: Hashable, Sendable {
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
