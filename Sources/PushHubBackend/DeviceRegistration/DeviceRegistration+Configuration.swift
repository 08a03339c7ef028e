import Foundation
public import PushHub

extension DeviceRegistration {
  /// The times when requests are sent.
  ///
  /// A duration outside the bounds of a property is moved to the nearest bound.
  public struct Configuration: Sendable {
    /// The server of Apple's that the device's token is for.
    public var environment: DeviceRecord.Environment

    /// The wait for further changes, so that the changes of one moment become one request.
    ///
    /// From zero to one day. A sign-off never waits.
    public let settling: Duration

    /// The age at which an acknowledgement is renewed.
    ///
    /// From one hour to a year; by default a week. Each installation waits for up to a seventh longer,
    /// so that devices that registered in the same minute don't renew in the same minute.
    public let renewal: Duration

    /// The system's version; after an update, everything is sent again.
    var system = ProcessInfo.processInfo.operatingSystemVersionString

    /// Creates a configuration with defaults.
    public init(
      environment: DeviceRecord.Environment,
      settling: Duration = .seconds(1),
      renewal: Duration = .seconds(7 * 86_400)
    ) {
      self.environment = environment
      self.settling = Bounds.delay.nearest(to: settling)
      self.renewal = Bounds(.seconds(3_600) ... .seconds(366 * 86_400)).nearest(to: renewal)
    }
  }
}

extension DeviceRegistration.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "registration"

  private enum CodingKeys: CodingKey {
    case environment, settling, renewal
  }

  /// Reads the environment and the durations.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self(environment: .production)
    self.init(
      environment: try JSONKey.value(.environment, in: values, or: standard.environment),
      settling: try JSONKey.value(.settling, in: values, or: standard.settling),
      renewal: try JSONKey.value(.renewal, in: values, or: standard.renewal)
    )
  }
}
