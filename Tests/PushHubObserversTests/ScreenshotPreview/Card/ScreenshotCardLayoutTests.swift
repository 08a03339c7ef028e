import Testing

@testable import PushHubObservers

#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

struct ScreenshotCardLayoutTests {
  private func phone(
    left: CGFloat = 0,
    isRightToLeft: Bool = false,
    imageSize: CGSize = CGSize(width: 390, height: 844)
  ) -> ScreenshotCardLayout {
    ScreenshotCardLayout(
      safeArea: CGRect(x: left, y: 47, width: 390 - left, height: 763),
      isRightToLeft: isRightToLeft,
      imageSize: imageSize
    )
  }

  @Test func `on a phone the card is a small copy in the bottom left corner`() {
    let frame = phone().frame
    #expect(frame.minX == 16)
    #expect(frame.maxY == 794)
    #expect(frame.width < 130)
    #expect(frame.height < 240)
    #expect(abs((frame.width - 8) / (frame.height - 8) - 390.0 / 844) < 0.001)
  }

  @Test func `for who reads from right to left it is mirrored`() {
    let (layout, mirrored) = (phone(), phone(isRightToLeft: true))
    #expect(mirrored.frame.maxX == 374)
    #expect(mirrored.frame.size == layout.frame.size)
    #expect(mirrored.frame.minY == layout.frame.minY)
  }

  @Test func `a notch at the leading side moves it in`() {
    #expect(phone(left: 47).frame.minX == 63)
  }

  @Test func `a large window does not make a large card`() {
    let window = CGRect(x: 0, y: 0, width: 4_000, height: 3_000)
    let layout = ScreenshotCardLayout(safeArea: window, imageSize: window.size)
    let most = ScreenshotCardLayout.maximumSide + 2 * ScreenshotCardLayout.border
    #expect(layout.frame.width <= most)
    #expect(layout.frame.height <= most)
  }

  @Test func `a small image is not enlarged, but a finger hits its card`() {
    let layout = phone(imageSize: CGSize(width: 60, height: 10))
    #expect(layout.frame.width == 68)
    #expect(layout.frame.height == 44)
    #expect(layout.thumbnailSize == CGSize(width: 60, height: 10))
  }

  @Test func `an image that can't be drawn has a card nevertheless`() {
    let sizes = [(0, 0), (0, 5), (-3, 5), (.infinity, 5), (.nan, .nan)] as [(CGFloat, CGFloat)]
    for (width, height) in sizes {
      let layout = phone(imageSize: CGSize(width: width, height: height))
      #expect(layout.frame.size == CGSize(width: 44, height: 44), "\(width) × \(height)")
      #expect(layout.thumbnailSize.isDrawable)
    }
  }

  @Test func `the thumbnail fills its place and keeps the image's shape`() {
    let layout = phone(imageSize: CGSize(width: 2_000, height: 100))
    let size = layout.thumbnailSize
    #expect(size.width >= layout.frame.width - 8.001)
    #expect(size.height >= layout.frame.height - 8.001)
    #expect(abs(size.width / size.height - 20) < 0.001)
  }
}
