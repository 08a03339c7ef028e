public import PushHub

extension BadgeDot {
  /// What an account sees for which there is no read mark yet, as after installing the app.
  public enum FirstRun: String, Hashable, Sendable, CaseIterable {
    /// What the first snapshot holds counts as read; what comes after it is new.
    case baselineAsRead

    /// Everything is new.
    case show
  }

  /// What counts as read, and when the source is asked again.
  ///
  /// ```swift
  /// let configuration = BadgeDot.Configuration(listPage: "notifications", firstRun: .show)
  /// ```
  ///
  /// Durations outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Sendable {
    /// The page with the list: while the user is looking at it, everything known is read.
    ///
    /// That is, while its scene is active and nothing covers the page there; see
    /// `LifecycleState.isLooking(at:)`.
    public var listPage: PageID

    /// What the dot's marks are kept under; two dots of one name in one store share their marks.
    ///
    /// It stays the same from one version of the app to the next: under another name an account has
    /// a first run.
    public var name: String

    /// What an account sees for which there is no read mark yet.
    public var firstRun: FirstRun

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

    /// How long a new listener may take to tell its first list; then it has failed.
    ///
    /// Later lists may take any time. From one second to one day.
    public var listTimeout: Duration {
      didSet { listTimeout = listTimeout.clamped(to: ConfigurationBounds.interval) }
    }

    /// Says what counts as read, and when the source is asked again.
    ///
    /// - Parameters:
    ///   - listPage: The page with the list.
    ///   - name: What the dot's marks are kept under; by default the page's name. Two dots for one
    ///     page, such as one for mentions and one for likes, need names of their own.
    ///   - firstRun: What an account sees for which there is no read mark yet.
    ///   - longestFirstRetry: The longest delay after the first failure.
    ///   - longestRetry: The longest delay after any number of failures.
    ///   - listTimeout: How long a new listener may take to tell its first list.
    public init(
      listPage: PageID,
      name: String? = nil,
      firstRun: FirstRun = .baselineAsRead,
      longestFirstRetry: Duration = .seconds(1),
      longestRetry: Duration = .seconds(60),
      listTimeout: Duration = .seconds(60)
    ) {
      self.listPage = listPage
      self.name = name ?? listPage.rawValue
      self.firstRun = firstRun
      self.longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry)
      self.longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry)
      self.listTimeout = listTimeout.clamped(to: ConfigurationBounds.interval)
    }
  }
}
