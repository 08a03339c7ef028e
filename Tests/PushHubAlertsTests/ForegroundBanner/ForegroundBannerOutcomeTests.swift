import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// What a tap opens, and when a banner ends that waits.
@MainActor
struct ForegroundBannerOutcomeTests {
  let app = ForegroundBannerApp()

  @Test func `a tap opens the notification of its banner, not a later one that says the same`()
    async throws
  {
    try await app.present("Hi", request: "r1")
    try await app.present("Hi", request: "r2")
    await app.touch(.tapped)
    #expect(app.recorder.lines == ["received r1", "received r2", "opened r1 default"])
  }

  @Test func `the banner that has waited longest ends when too many wait`()
    async throws
  {
    for number in 1...5 { try await app.present("\(number)", request: "r\(number)") }
    #expect(app.log == [.shown("r1"), .ended("r2", outcome: .overflowed)])
    try await app.present("2", request: "r2")
    #expect(app.refusals == [])
  }
}
