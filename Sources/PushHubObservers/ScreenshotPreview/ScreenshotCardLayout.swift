#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// The place of the preview's card: in the bottom leading corner of a window, clear of its edges.
///
/// It is a plain value, so that tests compute it for any window, direction and image.
struct ScreenshotCardLayout: Equatable {
  /// The distance from the card to the safe area.
  static let margin: CGFloat = 16

  /// The distance from the image to the card's edge.
  static let border: CGFloat = 4

  /// The smallest side that a finger hits; see Apple's
  /// [guidelines](https://developer.apple.com/design/human-interface-guidelines/accessibility).
  static let minimumSide: CGFloat = 44

  /// The part of the room that the card may take, in width and in height.
  static let share: CGFloat = 0.3

  /// The largest width or height of a card, however large the window is.
  static let maximumSide: CGFloat = 240

  /// The place of the card, in the window's coordinates.
  let frame: CGRect

  /// The size at which the image is drawn to fill its place: as large as it is at most.
  let thumbnailSize: CGSize

  /// Lays a card out.
  ///
  /// - Parameters:
  ///   - safeArea: The part of the window that notches, bars and rounded corners leave.
  ///   - isRightToLeft: Whether leading is right.
  ///   - imageSize: The size of what the card shows.
  init(safeArea: CGRect, isRightToLeft: Bool = false, imageSize: CGSize) {
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
  }
}

extension CGSize {
  /// Whether something of this size can be drawn at all.
  var isDrawable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
