import PushHub

extension DeviceRegistration {
  /// When the server is told.
  ///
  /// The initialiser moves durations outside the bounds that each states to the nearest within them.
  public struct Configuration: Sendable {
    /// Which of Apple's servers the device's token is for.
    public var environment: DeviceRecord.Environment

    /// How long to wait for further changes, so that those of one moment become one request.
    ///
    /// From zero, which is at once, to one day. Signing off never waits.
    public let settling: Duration

    /// How old an acknowledgement may become before the server is told again.
    ///
    /// From one hour to a year; by default a week. Each installation waits for up to a seventh longer,
    /// so that a fleet that has registered in one minute does not come back in one.
    public let renewal: Duration

    /// Starts with the defaults, but for what is given.
    public init(
      environment: DeviceRecord.Environment,
      settling: Duration = .seconds(1),
      renewal: Duration = .seconds(7 * 86_400)
    ) {
      self.environment = environment
      self.settling = settling.clamped(to: ConfigurationBounds.delay)
      self.renewal = renewal.clamped(to: .seconds(3_600)...(.seconds(366 * 86_400)))
    }
  }
}
