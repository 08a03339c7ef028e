public import PushHub

extension ForegroundBanners {
  /// What is about what, how many banners, and for how long.
  ///
  /// What is outside the bounds that each states is moved to the nearest within them.
  public struct Configuration: Sendable {
    /// The page that a push is about, which has no banner while the user looks at it; by default the one
    /// that has its `target-content-id` as its name.
    public var page: @MainActor (Push) -> PageID? = {
      $0.aps.targetContentID.map(PageID.init(rawValue:))
    }

    /// Whose a push is; by default nobody knows.
    public var owner: @MainActor (PushPayload) -> AccountID? = { _ in nil }

    /// Looks up texts that a push names by a key; by default in the main bundle's `Localizable` strings.
    public var localize: @MainActor (APS.Localization) -> String? = { $0.text() }

    /// How long a banner stays when the user does nothing; from one second to one day.
    public var duration: Duration {
      didSet { duration = duration.clamped(to: ConfigurationBounds.interval) }
    }

    /// For how long a finger or VoiceOver's focus stops a banner's time at most, since its end may never
    /// be told; from one second to one day.
    public var maximumHold: Duration {
      didSet { maximumHold = maximumHold.clamped(to: ConfigurationBounds.interval) }
    }

    /// How many banners wait while another one is up; from 1 to 100.
    public var maximumWaiting: Int {
      didSet { maximumWaiting = maximumWaiting.clamped(to: Self.counts) }
    }

    /// How long a banner waits at most; from one second to one day.
    public var maximumAge: Duration {
      didSet { maximumAge = maximumAge.clamped(to: ConfigurationBounds.interval) }
    }

    /// How long the presenter may take to present or to dismiss; from one second to one day.
    ///
    /// After that a presentation counts as failed, and a dismissal as done.
    public var stepTimeout: Duration {
      didSet { stepTimeout = stepTimeout.clamped(to: ConfigurationBounds.interval) }
    }

    private static let counts = 1...100

    /// Starts with the defaults, but for what is given.
    public init(
      duration: Duration = .seconds(5),
      maximumHold: Duration = .seconds(60),
      maximumWaiting: Int = 3,
      maximumAge: Duration = .seconds(30),
      stepTimeout: Duration = .seconds(5)
    ) {
      self.duration = duration.clamped(to: ConfigurationBounds.interval)
      self.maximumHold = maximumHold.clamped(to: ConfigurationBounds.interval)
      self.maximumWaiting = maximumWaiting.clamped(to: Self.counts)
      self.maximumAge = maximumAge.clamped(to: ConfigurationBounds.interval)
      self.stepTimeout = stepTimeout.clamped(to: ConfigurationBounds.interval)
    }

    var limits: ForegroundBannerCore.Limits {
      ForegroundBannerCore.Limits(
        duration: duration,
        maximumHold: maximumHold,
        maximumWaiting: maximumWaiting,
        maximumAge: maximumAge,
        stepTimeout: stepTimeout
      )
    }
  }
}
