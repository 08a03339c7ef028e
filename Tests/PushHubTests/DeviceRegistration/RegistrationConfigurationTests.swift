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
    #expect(configuration.longestHold == .seconds(600))
  }

  @Test func `what lies outside the bounds is moved to the nearest inside`() {
    let least = Duration.seconds(Int64.min)
    let most = Duration.seconds(Int64.max)
    let cases: [(Duration, [Double])] = [
      (least, [0, 1, 0.1, 0.1, 3_600, 0]),
      (most, [86_400, 86_400, 86_400, 86_400, 366 * 86_400, 86_400]),
    ]
    for (value, expected) in cases {
      var set = DeviceRegistration.Configuration(environment: .sandbox)
      set.settling = value
      set.requestTimeout = value
      set.longestFirstRetry = value
      set.longestRetry = value
      set.renewal = value
      set.longestHold = value
      let made = DeviceRegistration.Configuration(
        environment: .sandbox,
        settling: value,
        requestTimeout: value,
        longestFirstRetry: value,
        longestRetry: value,
        renewal: value,
        longestHold: value
      )
      for configuration in [set, made] {
        let values = [
          configuration.settling, configuration.requestTimeout, configuration.longestFirstRetry,
          configuration.longestRetry, configuration.renewal, configuration.longestHold,
        ]
        #expect(values.map { $0 / .seconds(1) } == expected)
      }
    }
  }
}
