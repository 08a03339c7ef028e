import PushHubAlerts
import Testing

@testable import TestSupport

/// What a tap opens, and when a banner ends that waits.
final class ForegroundBannerOutcomeTests: ForegroundBannerApp {
  @Test func `a tap opens its own banner's notification, not a later equal one`()
    async
  {
    await present("Hi", request: "r1")
    await present("Hi", request: "r2")
    await touch(.tapped)
    #expect(recorder.lines == ["received r1", "received r2", "opened r1 default"])
  }

  @Test func `the oldest waiting banner ends when too many wait`()
    async
  {
    for number in 1...5 { await present("\(number)", request: "r\(number)") }
    #expect(log == [.shown("r1"), .ended("r2", outcome: .overflowed)])
    await present("2", request: "r2")
    #expect(refusals == [])
  }
}
