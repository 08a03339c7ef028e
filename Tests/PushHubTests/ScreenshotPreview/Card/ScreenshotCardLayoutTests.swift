import Testing

@testable import PushHubObservers

#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

struct ScreenshotCardLayoutTests {
  private static let phone = ScreenshotCardLayout(
    bounds: CGRect(x: 0, y: 0, width: 390, height: 844),
    safeArea: .init(top: 47, bottom: 34),
    imageSize: CGSize(width: 390, height: 844)
  )

  @Test func `on a phone the card is a small copy in the bottom left corner`() {
    let frame = Self.phone.frame
    #expect(frame.minX == 16)
    #expect(frame.maxY == 794)
    #expect(frame.width < 130)
    #expect(frame.height < 240)
    let image = Self.phone.imageFrame
    #expect(abs(image.width / image.height - 390.0 / 844) < 0.001)
  }

  @Test func `for who reads from right to left it is mirrored`() {
    var mirrored = Self.phone
    mirrored.isRightToLeft = true
    #expect(mirrored.frame.maxX == 374)
    #expect(mirrored.frame.size == Self.phone.frame.size)
    #expect(mirrored.frame.minY == Self.phone.frame.minY)
    #expect(abs(mirrored.departure + Self.phone.departure) < 0.001)
  }

  @Test func `a notch at the leading side moves it in`() {
    var layout = Self.phone
    layout.safeArea.left = 47
    #expect(layout.frame.minX == 63)
  }

  @Test func `a large window does not make a large card`() {
    let layout = ScreenshotCardLayout(
      bounds: CGRect(x: 0, y: 0, width: 4_000, height: 3_000),
      imageSize: CGSize(width: 4_000, height: 3_000)
    )
    let most = ScreenshotCardLayout.maximumSide + 2 * ScreenshotCardLayout.border
    #expect(layout.frame.width <= most)
    #expect(layout.frame.height <= most)
  }

  @Test func `a small image is not enlarged, but a finger hits its card`() {
    var layout = Self.phone
    layout.imageSize = CGSize(width: 60, height: 10)
    #expect(layout.frame.width == 68)
    #expect(layout.frame.height == 44)
    #expect(layout.thumbnailSize == CGSize(width: 60, height: 10))
  }

  @Test func `an image that can't be drawn has a card nevertheless`() {
    let sizes = [(0, 0), (0, 5), (-3, 5), (.infinity, 5), (.nan, .nan)] as [(CGFloat, CGFloat)]
    for (width, height) in sizes {
      var layout = Self.phone
      layout.imageSize = CGSize(width: width, height: height)
      #expect(layout.frame.size == CGSize(width: 44, height: 44), "\(width) × \(height)")
      #expect(layout.thumbnailSize.isDrawable)
    }
  }

  @Test func `the thumbnail fills its place and keeps the image's shape`() {
    var layout = Self.phone
    layout.imageSize = CGSize(width: 2_000, height: 100)
    let place = layout.imageFrame.size
    let size = layout.thumbnailSize
    #expect(size.width >= place.width - 0.001)
    #expect(size.height >= place.height - 0.001)
    #expect(abs(size.width / size.height - 20) < 0.001)
  }

  @Test
  func `in any window the card is inside, in its corner, and large enough where there is room`() {
    let first = SeededGenerator.startingSeed()
    for seed in first..<first + 3_000 {
      var generator = SeededGenerator(seed: seed)
      let layout = anyLayout(using: &generator)
      let frame = layout.frame
      let hint = Comment(rawValue: "\(layout); \(SeededGenerator.hint(seed))")
      let room = CGSize(
        width: layout.bounds.width - layout.safeArea.left - layout.safeArea.right,
        height: layout.bounds.height - layout.safeArea.top - layout.safeArea.bottom
      )
      guard room.width > 0, room.height > 0 else {
        #expect(frame.isEmpty, hint)
        continue
      }
      let safe = CGRect(
        origin: CGPoint(
          x: layout.bounds.minX + layout.safeArea.left,
          y: layout.bounds.minY + layout.safeArea.top
        ),
        size: room
      )
      #expect(frame.minX >= safe.minX - 0.001 && frame.maxX <= safe.maxX + 0.001, hint)
      #expect(frame.minY >= safe.minY - 0.001 && frame.maxY <= safe.maxY + 0.001, hint)
      let side = min(44, room.width, room.height) - 0.001
      #expect(frame.width >= side && frame.height >= side, hint)
      let gap = layout.isRightToLeft ? safe.maxX - frame.maxX : frame.minX - safe.minX
      #expect(abs(gap - (safe.maxY - frame.maxY)) < 0.001, hint)
      #expect(gap <= 16.001, hint)
      let gone = frame.offsetBy(dx: layout.departure, dy: 0)
      let isGone =
        gone.maxX <= layout.bounds.minX + 0.001 || gone.minX >= layout.bounds.maxX - 0.001
      #expect(isGone, hint)
    }
  }

  private func anyLayout(using generator: inout SeededGenerator) -> ScreenshotCardLayout {
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat {
      .random(in: range, using: &generator)
    }
    return ScreenshotCardLayout(
      bounds: CGRect(
        x: number(-50...50),
        y: number(-50...50),
        width: number(1...1_500),
        height: number(1...1_500)
      ),
      safeArea: .init(
        top: number(0...60),
        left: number(0...60),
        bottom: number(0...60),
        right: number(0...60)
      ),
      isRightToLeft: Bool.random(using: &generator),
      imageSize: CGSize(width: number(1...3_000), height: number(1...3_000))
    )
  }
}
