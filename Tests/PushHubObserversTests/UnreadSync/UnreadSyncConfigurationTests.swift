import PushHub
import Testing

@testable import PushHubObservers

/// A configuration can't be one that asks without end, or never, or all devices at once.
struct UnreadSyncConfigurationTests {
  private static let extremes: [Duration] = [
    .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
  ]

  @Test(arguments: extremes)
  func `every duration is moved into bounds`(duration: Duration) {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home"],
      interval: duration,
      requestTimeout: duration,
      spread: duration
    )
    let day = Duration.seconds(86_400)
    #expect((.seconds(1)...day).contains(configuration.interval))
    #expect((.seconds(1)...day).contains(configuration.requestTimeout))
    #expect((.zero...day).contains(configuration.spread))
  }
}
