import PushHubBackend
import Testing

struct RegistrationConfigurationTests {
  @Test func `the defaults are those of the documentation`() {
    let configuration = DeviceRegistration.Configuration(environment: .production)
    #expect(configuration.environment == .production)
    #expect(configuration.settling == .seconds(1))
    #expect(configuration.requestTimeout == .seconds(60))
    #expect(configuration.longestFirstRetry == .seconds(1))
    #expect(configuration.longestRetry == .seconds(300))
    #expect(configuration.renewal == .seconds(604_800))
  }

  @Test func `what lies outside the bounds is moved to the nearest inside`() {
    let cases: [(Duration, [Double])] = [
      (.seconds(Int64.min), [0, 1, 0.1, 0.1, 3_600]),
      (.seconds(Int64.max), [86_400, 86_400, 86_400, 86_400, 366 * 86_400]),
    ]
    for (value, expected) in cases {
      let configuration = DeviceRegistration.Configuration(
        environment: .sandbox,
        settling: value,
        requestTimeout: value,
        longestFirstRetry: value,
        longestRetry: value,
        renewal: value
      )
      let values = [
        configuration.settling, configuration.requestTimeout, configuration.longestFirstRetry,
        configuration.longestRetry, configuration.renewal,
      ]
      #expect(values.map { $0 / .seconds(1) } == expected)
    }
  }
}
