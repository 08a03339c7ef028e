import Testing

@testable import PushHubObservers

#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

struct ScreenshotCardPoseTests {
  @Test func `a hidden card is smaller, and with reduced motion only not there`() {
    #expect(ScreenshotCardPose.hidden(reducesMotion: false).opacity == 0)
    #expect(ScreenshotCardPose.hidden(reducesMotion: false).scale < 1)
    #expect(
      ScreenshotCardPose.hidden(at: -40, reducesMotion: true)
        == ScreenshotCardPose(opacity: 0, offset: -40)
    )
  }
}
