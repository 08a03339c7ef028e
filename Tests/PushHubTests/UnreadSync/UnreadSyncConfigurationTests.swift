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

  @Test(arguments: extremes)
  func `no configuration requests without end, nor traps`(duration: Duration) {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home"],
      interval: duration,
      requestTimeout: duration,
      spread: duration
    )
    var driver = UnreadSyncDriver.atHome(configuration)
    for _ in 1...100 {
      driver.push()
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
}
