import PushHubBackend
import Testing

struct RegistrationConfigurationTests {
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
