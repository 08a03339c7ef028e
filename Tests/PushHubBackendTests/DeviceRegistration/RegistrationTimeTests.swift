import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Acknowledgements grow old, and wall clocks are set.
struct RegistrationTimeTests {
  private static let week = Duration.seconds(7 * 86_400)

  /// Of an installation that is the first of its fleet.
  private func registered() -> RegistrationDriver {
    var driver = RegistrationDriver.registered(generator: FixedGenerator.first)
    _ = driver.takeEffects()
    return driver
  }

  @Test func `an acknowledgement that is a week old is renewed with a new revision`() {
    var driver = registered()
    let former = driver.stored?.entries["ann"]
    driver.wait(Self.week - .seconds(1))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(1))
    let request = driver.takeRequests().first
    #expect(request?.record == former?.record)
    #expect((request?.revision ?? 0) > (former?.revision ?? .max))
    driver.succeed()
    driver.wait(Self.week - .seconds(1))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(1))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `devices that registered at the same moment renew over a day`() {
    var generator = SeededGenerator(seed: 5)
    let delays = (0..<200).compactMap { _ in
      let seed = SeededGenerator(seed: generator.next())
      return RegistrationDriver.registered(generator: seed).delayOfDeadline
    }
    #expect(delays.count == 200)
    for hour in 0..<24 {
      let start = Self.week + .seconds(hour * 3_600)
      let count = delays.count { $0 >= start && $0 < start + .seconds(3_600) }
      #expect((1...20).contains(count), "hour \(hour)")
    }
  }

  @Test func `an acknowledgement ages while the app isn't running`() {
    var driver = registered()
    driver.wait(Self.week - .seconds(60))
    driver.die(returningAs: "ann")
    driver.setToken(.first)
    driver.wait(.seconds(59))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(1))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a clock that is set forward renews an acknowledgement on the next return`() {
    var driver = registered()
    driver.date += Self.week / .seconds(1)
    driver.activate()
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `an acknowledgement in the future is renewed`() {
    var driver = registered()
    driver.date -= 365 * 86_400
    driver.activate()
    #expect(driver.takeRequests().count == 1)
  }
}

extension FixedGenerator {
  /// Draws the installation that is the first of its fleet.
  static let first = Self.least
}

/// A renewal that is due at the launch.
@MainActor
struct RegistrationLaunchTests {
  @Test func `a renewal at the launch has the token that the manager has`() async throws {
    let app = RegistrationApp()
    await app.register()
    await app.answer()
    let next = RegistrationApp(store: app.store)
    next.clock.advance(by: .seconds(10 * 86_400))
    next.manager.didRegister(deviceToken: .second)
    next.lifecycle.setAccount("ann")
    next.attach()
    await next.advance(by: .seconds(5))
    await next.answer()
    await next.advance(by: .seconds(5))
    #expect(next.requests.map(\.record?.token) == [.second])
  }
}
