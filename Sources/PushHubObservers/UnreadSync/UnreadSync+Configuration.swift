public import PushHub

extension UnreadSync {
  /// When the unread count is asked for.
  ///
  /// Durations that are given to the initialiser outside the bounds that each states are moved to the
  /// nearest within them.
  public struct Configuration: Sendable {
    /// The pages on which the user sees the count.
    public var trackedPages: Set<PageID>

    /// How old the count may be while the user looks at it, and how long away is away.
    ///
    /// From one second to one day.
    public var interval: Duration

    /// How long a request may take, whatever the source does; then it has failed.
    ///
    /// From one second to one day.
    public var requestTimeout: Duration

    /// The longest delay after the first failure; it doubles with each further one.
    ///
    /// From a tenth of a second to one day.
    public var longestFirstRetry: Duration

    /// The longest delay after any number of failures.
    ///
    /// From a tenth of a second to one day.
    public var longestRetry: Duration

    /// Over how much time requests are spread for pushes that arrive while no tracked page is
    /// visible, so that a push to everybody does not bring everybody's request at once.
    ///
    /// From zero, which is at once, to one day. By default 8 s: nobody looks at the count then, the
    /// delivery of the push still waits for it, see ``longestHold``, and a server gets an eighth of
    /// the fleet in a second. A fleet that is too large for its server wants more; zero is for who has
    /// no fleet, such as a test.
    public var spread: Duration

    /// Which installation of the app this is; decides on its place within ``spread``.
    ///
    /// By default, and if an empty one is given to the initialiser, a random one that holds until the
    /// process ends. With one that the app keeps, a push has the same delay in each of its processes.
    public var installation: String

    /// How far off a push's request may be for the delivery of that push to wait for it.
    ///
    /// The system suspends an app when all have finished their work for a push, so the sync holds
    /// the delivery until the request that it causes has ended, within the manager's budget of
    /// 25 s. A request that ``spread`` puts off for longer than this does not hold it: then nothing
    /// is waited for in vain, and the request begins when the app runs again. From zero to one day.
    public var longestHold: Duration

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
      self.installation = installation.isEmpty ? Self.anonymous : installation
      self.longestHold = longestHold.clamped(to: ConfigurationBounds.delay)
      self.concernsCount = concernsCount
    }

    /// Who an app is that does not say: somebody else on each device.
    private static let anonymous = "\(UInt64.random(in: .min ... .max))"
  }
}

extension UnreadSync.Configuration {
  /// This installation's place within the spread: the same for the same push, even over all.
  ///
  /// The hash is FNV-1a, see RFC 9923, with the finalizer of SplitMix64, which carries the difference of
  /// a few low bits to all bits.
  func delay(ofPush id: String) -> Duration {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [installation, id] {
      for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
    return spread * (Double(hash >> 11) / Double(UInt64(1) << 53))
  }
}
