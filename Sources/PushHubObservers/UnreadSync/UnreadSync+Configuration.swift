public import PushHub

extension UnreadSync {
  /// When the unread count is asked for.
  public struct Configuration: Sendable {
    /// The pages on which the user sees the count.
    public var trackedPages: Set<PageID>

    /// How old the count may be while the user looks at it, and how long away is away.
    public var interval: Duration = .seconds(60)

    /// The longest delay after the first failure; it doubles with each further one.
    public var firstRetry: Duration = .seconds(1)

    /// The longest delay after any number of failures.
    public var longestRetry: Duration = .seconds(60)

    /// Over how much time requests are spread for pushes that arrive while no tracked page is
    /// visible, so that a push to everybody does not bring everybody's request at once.
    public var spread: Duration = .zero

    /// Which installation of the app this is; decides on its place within ``spread``.
    public var installation = ""

    /// Starts with the defaults for some pages.
    public init(trackedPages: Set<PageID>) {
      self.trackedPages = trackedPages
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
