import Testing

@testable import PushHubObservers

#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

struct ScreenshotCardPoseTests {
  @Test func `the card grows and fades in`() {
    let pose = ScreenshotCardPose.entering(reducesMotion: false)
    #expect(pose.opacity == 0)
    #expect(pose.scale < 1)
  }

  @Test(arguments: ScreenshotOutcome.allCases)
  func `with reduced motion nothing moves, whatever the outcome`(outcome: ScreenshotOutcome) {
    let entering = ScreenshotCardPose.entering(reducesMotion: true)
    #expect(entering == ScreenshotCardPose(opacity: 0))
    for position in [0, -40] as [CGFloat] {
      let leaving = ScreenshotCardPose.leaving(
        outcome,
        from: position,
        departure: -200,
        reducesMotion: true
      )
      #expect(leaving == ScreenshotCardPose(opacity: 0, offset: position))
    }
  }

  @Test(arguments: ScreenshotOutcome.allCases)
  func `only a card that was swiped leaves by the edge`(outcome: ScreenshotOutcome) {
    for position in [0, -40] as [CGFloat] {
      let leaving = ScreenshotCardPose.leaving(
        outcome,
        from: position,
        departure: -200,
        reducesMotion: false
      )
      #expect(leaving.opacity == 0)
      let isSwiped = outcome == .cancel && position != 0
      #expect(leaving.offset == (isSwiped ? -200 : position))
    }
  }

  @Test(arguments: ScreenshotOutcome.allCases)
  func `leaving the app takes the card away in no time`(outcome: ScreenshotOutcome) {
    #expect((ScreenshotCardPose.duration(of: outcome) == 0) == (outcome == .resigned))
  }
}
