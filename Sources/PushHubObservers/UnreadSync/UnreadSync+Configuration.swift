public import PushHub

extension UnreadSync {
  /// The rules for when the unread count is requested.
  ///
  /// Durations that are given to the initializer outside the bounds that each states are moved to the
  /// nearest within them.
  public struct Configuration: Sendable {
    /// The pages on which the user sees the count.
    public var trackedPages: Set<PageID>

    /// The greatest age of the count on a visible page, and the absence after which a return refreshes it.
    ///
    /// From one second to one day.
    public let interval: Duration

    /// The time limit of a request, whatever the source does; then it has failed.
    ///
    /// From one second to one day.
    public let requestTimeout: Duration

    /// Over how much time requests are spread for pushes that arrive while no tracked page is
    /// visible, so that a push to all users does not cause all requests at once.
    ///
    /// Each installation chooses a random time. From zero, which is at once, to one day. By default 8 s:
    /// the delivery of the push still waits for the count, and a server gets an eighth of the requests in a
    /// second. Choose more for a large number of installations, and zero for a test.
    ///
    /// The delivery of a push does not wait for a request that is put off for longer than 10 s: that
    /// begins when the app runs again.
    public let spread: Duration

    /// Returns whether a push changes the count; the others cause no request.
    ///
    /// By default all may. It is called on the main actor, twice for a push.
    ///
    /// ```swift
    /// UnreadSync.Configuration(trackedPages: ["home"]) { push in
    ///   push.aps.category == "message"
    /// }
    /// ```
    public var affectsCount: @Sendable (Push) -> Bool

    /// Starts with the defaults for some pages, but for what is given.
    public init(
      trackedPages: Set<PageID>,
      interval: Duration = .seconds(60),
      requestTimeout: Duration = .seconds(60),
      spread: Duration = .seconds(8),
      affectsCount: @escaping @Sendable (Push) -> Bool = { _ in true }
    ) {
      self.trackedPages = trackedPages
      self.interval = Bounds.interval.nearest(to: interval)
      self.requestTimeout = Bounds.interval.nearest(to: requestTimeout)
      self.spread = Bounds.delay.nearest(to: spread)
      self.affectsCount = affectsCount
    }
  }
}

extension UnreadSync.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "unread"

  private enum CodingKeys: CodingKey {
    case interval, requestTimeout, spread
  }

  /// Reads the durations; without pages.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self(trackedPages: [])
    self.init(
      trackedPages: [],
      interval: try JSONKey.value(.interval, in: values, or: standard.interval),
      requestTimeout: try JSONKey.value(.requestTimeout, in: values, or: standard.requestTimeout),
      spread: try JSONKey.value(.spread, in: values, or: standard.spread)
    )
  }
}
