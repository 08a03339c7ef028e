import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Acknowledgements grow old, and wall clocks are set.
final class RegistrationTimeTests {
  /// An installation that is the first of its fleet.
  private var driver = RegistrationDriver.registered(digit: "0")

  private static let week = Duration.seconds(7 * 86_400)

  @Test func `an acknowledgement that is a week old is renewed`() {
    for _ in 0..<2 {
      driver.advance(by: Self.week - .seconds(1))
      #expect(driver.takeSummary() == [])
      driver.pass(1)
      #expect(driver.takeRecords() == [driver.state.record])
      driver.succeed()
    }
  }

  @Test func `devices that registered at the same moment renew over a day`() {
    let delays = "0123456789abcdef".compactMap { RegistrationDriver.registered(digit: $0).delay }
    for (number, delay) in delays.enumerated() {
      let expected = Self.week + .seconds(86_400) * number / 15
      #expect(delay >= expected - .seconds(1) && delay <= expected + .seconds(1))
    }
  }

  @Test func `an acknowledgement ages while the app isn't running`() {
    driver.advance(by: Self.week - .seconds(60))
    driver.die()
    driver.setToken(.first)
    driver.pass(59)
    #expect(driver.takeSummary() == [])
    driver.pass(1)
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a clock that is set forward renews an acknowledgement on the next return`() {
    driver.date += Self.week / .seconds(1)
    driver.activate()
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `an acknowledgement in the future is renewed`() {
    driver.date -= 365 * 86_400
    driver.activate()
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a duration outside its bounds is moved to the nearest bound`() {
    let cases: [(Duration, [Double])] = [
      (.seconds(Int64.min), [0, 3_600]),
      (.seconds(Int64.max), [86_400, 366 * 86_400]),
    ]
    for (value, expected) in cases {
      let configuration = DeviceRegistration.Configuration(
        environment: .sandbox,
        settling: value,
        renewal: value
      )
      let values = [configuration.settling, configuration.renewal]
      #expect(values.map { $0 / .seconds(1) } == expected)
    }
  }
}

/// A renewal that is due at the launch.
@MainActor
struct RegistrationLaunchTests {
  @Test func `a renewal at the launch has the token that the manager has`() async {
    let app = RegistrationApp()
    await app.register()
    await app.answer()
    let next = RegistrationApp(store: app.store)
    next.pass(10 * 86_400)
    next.manager.didRegister(deviceToken: .second)
    next.lifecycle.setAccount("ann")
    next.attach()
    await next.wait(5)
    await next.answer()
    await next.wait(5)
    #expect(next.requests.map(\.record?.token) == [.second])
  }
}
