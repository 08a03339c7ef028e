import PushHubBackend
import Testing

struct RegistrationConfigurationTests {
  @Test func `the defaults are those of the documentation`() {
    let configuration = DeviceRegistration.Configuration(environment: .production)
    #expect(configuration.environment == .production)
    #expect(configuration.settling == .seconds(1))
    #expect(configuration.renewal == .seconds(604_800))
  }

  @Test func `what lies outside the bounds is moved to the nearest inside`() {
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
