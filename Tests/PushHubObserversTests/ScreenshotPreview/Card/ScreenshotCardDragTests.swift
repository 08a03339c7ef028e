import Testing

@testable import PushHubObservers

#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

struct ScreenshotCardDragTests {
  private let start = CGPoint(x: 60, y: 700)

  private func drag(
    _ ways: [(CGFloat, CGFloat)],
    isRightToLeft: Bool = false
  ) -> ScreenshotCardDrag {
    var drag = ScreenshotCardDrag(from: start, isRightToLeft: isRightToLeft)
    for (x, y) in ways {
      drag.move(to: CGPoint(x: start.x + x, y: start.y + y))
    }
    return drag
  }

  @Test func `a finger that hardly moves taps, and moves nothing`() {
    for ways in [[], [(0, 0)], [(10, 0)], [(-10, -10), (3, 3)]] as [[(CGFloat, CGFloat)]] {
      #expect(drag(ways).end == .tap)
      #expect(drag(ways).offset == 0)
    }
  }

  @Test func `a finger that has moved does not tap, even if it comes back`() {
    #expect(drag([(11, 0), (0, 0)]).end == nil)
    #expect(drag([(0, 40), (0, 0)]).end == nil)
    #expect(drag([(-100, 0), (0, 0)]).end == nil)
  }

  @Test func `only the way to the leading edge closes`() {
    #expect(drag([(-24, 0)]).end == .outside)
    #expect(drag([(-23, 0)]).end == nil)
    #expect(drag([(24, 0)]).end == nil)
    #expect(drag([(24, 0)], isRightToLeft: true).end == .outside)
    #expect(drag([(-24, 0)], isRightToLeft: true).end == nil)
  }

  @Test func `a way that is rather up or down closes nothing`() {
    #expect(drag([(-40, 39)]).end == .outside)
    #expect(drag([(-40, 40)]).end == nil)
    #expect(drag([(-40, -60)]).end == nil)
  }

  @Test func `the card goes with the finger to the edge, and reluctantly away from it`() {
    #expect(drag([(-40, 0)]).offset == -40)
    #expect(drag([(40, 0)]).offset == 10)
    #expect(drag([(40, 0)], isRightToLeft: true).offset == 40)
    #expect(drag([(-40, 0)], isRightToLeft: true).offset == -10)
  }
}
