public import PushHub

extension UnreadSync {
  /// When the unread count is asked for.
  ///
  /// Durations outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Sendable {
    /// The pages on which the user sees the count.
    public var trackedPages: Set<PageID>

    /// How old the count may be while the user looks at it, and how long away is away.
    ///
    /// From one second to one day.
    public var interval: Duration {
      didSet { interval = interval.clamped(to: ConfigurationBounds.interval) }
    }

    /// How long a request may take, whatever the source does; then it has failed.
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

    /// Over how much time requests are spread for pushes that arrive while no tracked page is
    /// visible, so that a push to everybody does not bring everybody's request at once.
    ///
    /// From zero, which is at once, to one day. By default 8 s: nobody looks at the count then, the
    /// delivery of the push still waits for it, see ``longestHold``, and a server gets an eighth of
    /// the fleet in a second. A fleet that is too large for its server wants more; zero is for who has
    /// no fleet, such as a test.
    public var spread: Duration {
      didSet { spread = spread.clamped(to: ConfigurationBounds.delay) }
    }

    /// Which installation of the app this is; decides on its place within ``spread``.
    ///
    /// By default, and if empty, a random one that holds until the process ends. With one that the
    /// app keeps, a push has the same delay in each of its processes.
    public var installation: String {
      didSet { installation = Self.named(installation) }
    }

    /// How far off a push's request may be for the delivery of that push to wait for it.
    ///
    /// The system suspends an app when all have finished their work for a push, so the sync holds
    /// the delivery until the request that it causes has ended, within the manager's budget of
    /// 25 s. A request that ``spread`` puts off for longer than this does not hold it: then nothing
    /// is waited for in vain, and the request begins when the app runs again. From zero to one day.
    public var longestHold: Duration {
      didSet { longestHold = longestHold.clamped(to: ConfigurationBounds.delay) }
    }

    /// Which pushes change the count; the others ask nothing.
    ///
    /// By default all may. It is called on the main actor, more than once for a push.
    ///
    /// ```swift
    /// UnreadSync.Configuration(trackedPages: ["home"]) { push in
    ///   push.aps.category == "message"
    /// }
    /// ```
    public var concernsCount: @Sendable (Push) -> Bool

    /// Starts with the defaults for some pages, but for what is given.
    public init(
      trackedPages: Set<PageID>,
      interval: Duration = .seconds(60),
      requestTimeout: Duration = .seconds(60),
      longestFirstRetry: Duration = .seconds(1),
      longestRetry: Duration = .seconds(60),
      spread: Duration = .seconds(8),
      installation: String = "",
      longestHold: Duration = .seconds(10),
      concernsCount: @escaping @Sendable (Push) -> Bool = { _ in true }
    ) {
      self.trackedPages = trackedPages
      self.interval = interval.clamped(to: ConfigurationBounds.interval)
      self.requestTimeout = requestTimeout.clamped(to: ConfigurationBounds.interval)
      self.longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry)
      self.longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry)
      self.spread = spread.clamped(to: ConfigurationBounds.delay)
      self.installation = Self.named(installation)
      self.longestHold = longestHold.clamped(to: ConfigurationBounds.delay)
      self.concernsCount = concernsCount
    }

    /// Who an app is that does not say: somebody else on each device.
    private static let anonymous = "\(UInt64.random(in: .min ... .max))"

    private static func named(_ installation: String) -> String {
      installation.isEmpty ? anonymous : installation
    }
  }
}

extension UnreadSync.Configuration {
  /// This installation's place within the spread: the same for the same push, even over all.
  func delay(ofPush id: String) -> Duration {
    let hash = mixed(fnv1a(id.utf8, from: fnv1a(installation.utf8)))
    return spread * (Double(hash >> 11) / Double(UInt64(1) << 53))
  }

  /// The hash FNV-1a, see RFC 9923.
  private func fnv1a(
    _ bytes: some Sequence<UInt8>,
    from start: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Carries the difference of a few low bits to all bits, with the finalizer of SplitMix64.
  private func mixed(_ hash: UInt64) -> UInt64 {
    let first = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }
}
