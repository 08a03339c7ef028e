import PushHub

extension DeviceRegistration {
  /// When the server is told.
  ///
  /// Durations outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Sendable {
    /// Which of Apple's servers the device's token is for.
    public var environment: DeviceRecord.Environment

    /// How long to wait for further changes, so that those of one moment become one request.
    ///
    /// From zero, which is at once, to one day. Signing off never waits.
    public var settling: Duration {
      didSet { settling = settling.clamped(to: ConfigurationBounds.delay) }
    }

    /// How long a request may take, whatever the endpoint does; then it has failed.
    ///
    /// From one second to one day.
    public var requestTimeout: Duration {
      didSet { requestTimeout = requestTimeout.clamped(to: ConfigurationBounds.interval) }
    }

    /// The longest delay after the first failure; it doubles with each further one.
    ///
    /// From a tenth of a second to one day.
    public var longestFirstRetry: Duration {
      didSet { longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry) }
    }

    /// The longest delay after any number of failures.
    ///
    /// From a tenth of a second to one day.
    public var longestRetry: Duration {
      didSet { longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry) }
    }

    /// How old an acknowledgement may become before the server is told again.
    ///
    /// From one hour to a year; by default a week. Each installation waits for up to a seventh longer,
    /// so that a fleet that has registered in one minute does not come back in one.
    public var renewal: Duration {
      didSet { renewal = renewal.clamped(to: ConfigurationBounds.renewal) }
    }

    /// For how long accounts that can't be taken off hold up the next one.
    ///
    /// From zero to one day, from the first failure on, in however many processes; by default ten
    /// minutes. A server that has an error with one account would keep the next from its pushes for ever
    /// otherwise. The former is tried again nevertheless.
    public var longestHold: Duration {
      didSet { longestHold = longestHold.clamped(to: ConfigurationBounds.delay) }
    }

    /// Starts with the defaults, but for what is given.
    public init(
      environment: DeviceRecord.Environment,
      settling: Duration = .seconds(1),
      requestTimeout: Duration = .seconds(60),
      longestFirstRetry: Duration = .seconds(1),
      longestRetry: Duration = .seconds(300),
      renewal: Duration = .seconds(7 * 86_400),
      longestHold: Duration = .seconds(600)
    ) {
      self.environment = environment
      self.settling = settling.clamped(to: ConfigurationBounds.delay)
      self.requestTimeout = requestTimeout.clamped(to: ConfigurationBounds.interval)
      self.longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry)
      self.longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry)
      self.renewal = renewal.clamped(to: ConfigurationBounds.renewal)
      self.longestHold = longestHold.clamped(to: ConfigurationBounds.delay)
    }
  }
}

extension ConfigurationBounds {
  /// Of how old what a server was told may become.
  fileprivate static let renewal = Duration.seconds(3_600)...Duration.seconds(366 * 86_400)
}
