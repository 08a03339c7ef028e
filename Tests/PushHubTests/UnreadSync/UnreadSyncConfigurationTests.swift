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
      longestFirstRetry: duration,
      longestRetry: duration,
      spread: duration,
      longestHold: duration
    )
    let day = Duration.seconds(86_400)
    #expect((.seconds(1)...day).contains(configuration.interval))
    #expect((.seconds(1)...day).contains(configuration.requestTimeout))
    #expect((.milliseconds(100)...day).contains(configuration.longestFirstRetry))
    #expect((.milliseconds(100)...day).contains(configuration.longestRetry))
    #expect((.zero...day).contains(configuration.spread))
    #expect((.zero...day).contains(configuration.longestHold))
  }

  @Test(arguments: extremes)
  func `no configuration requests without end, nor traps`(duration: Duration) {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home"],
      interval: duration,
      requestTimeout: duration,
      longestFirstRetry: duration,
      longestRetry: duration,
      spread: duration
    )
    var driver = UnreadSyncDriver.atHome(configuration)
    for number in 1...100 {
      driver.push("m\(number)")
      driver.fail()
      driver.wait(.milliseconds(100))
    }
    _ = driver.takeBegun()
    for _ in 1...100 {
      driver.answer(1)
      driver.wait(.milliseconds(100))
    }
    #expect(driver.begun.count <= 11)
  }

  @Test func `an installation that the app does not name is another on each device`() {
    let configuration = UnreadSync.Configuration(trackedPages: ["home"], installation: "")
    #expect(!configuration.installation.isEmpty)
    #expect(configuration.installation == UnreadSync.Configuration(trackedPages: []).installation)
  }
}
