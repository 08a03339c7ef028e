import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// Registrations while the clock on the wall shows no time.
struct RegistrationClockTests {
  @Test(arguments: WrongClock.timeless)
  func `a clock that shows no time makes nothing old`(seconds: Double) {
    var driver = RegistrationDriver.registered()
    _ = driver.takeEffects()
    let acknowledged = driver.stored?.entry(of: "ann")?.acknowledged
    driver.tell(.woke(at: Date(timeIntervalSince1970: seconds)))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(60))
    driver.tell(.woke(at: driver.date))
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.stored?.entry(of: "ann")?.acknowledged == acknowledged)
  }

  @Test(arguments: WrongClock.bad)
  func `whatever the clock shows, revisions have room to grow and the store is written`(
    seconds: Double
  ) throws {
    var driver = RegistrationDriver.registered()
    driver.tell(.woke(at: Date(timeIntervalSince1970: seconds)))
    for number in 1...3 {
      driver.wish(.permission(number == 2 ? .authorized : .denied))
      driver.wait(.seconds(10))
      driver.succeed()
    }
    let stored = try #require(driver.stored)
    #expect(stored.revision > 0 && stored.revision < RegistrationLedger.maximumRevision)
    #expect(throws: Never.self) { try stored.data() }
  }
}
