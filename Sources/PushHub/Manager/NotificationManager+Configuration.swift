extension NotificationManager {
  /// The configuration of a notification manager.
  ///
  /// ```swift
  /// var configuration = NotificationManager.Configuration()
  /// configuration.backgroundBudget = .seconds(20)
  /// let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
  /// ```
  public struct Configuration: Sendable {
    /// The rules that find out which push a callback is about, and which account it belongs to.
    ///
    /// Pending events of an account are discarded when that account signs out. Responders that declined a
    /// response are asked again when its account is shown. Observers and workers receive the pushes of all
    /// accounts that are signed in, each with its ``Push/account``.
    ///
    /// ```swift
    /// configuration.identification.account = { payload in
    ///   payload["account"]?.stringValue.map(AccountID.init(rawValue:))
    /// }
    /// ```
    public var identification = PushIdentification()

    /// The presentation of a push in the foreground if no voter has an opinion.
    public var defaultPresentation = PresentationOptions.all

    /// The time that voters have for the presentation of a push.
    ///
    /// A vote that is late, or that fails, is no opinion, and is logged. On Apple's systems an `AppHub` asks the
    /// previous delegates after the votes, and waits for them for this time, or for 20 s if that is longer.
    public var presentationBudget = Duration.seconds(2)

    /// The time that workers have for a push or a refresh, and responders for a response.
    ///
    /// The system allows 30 seconds for each.
    public var backgroundBudget = Duration.seconds(25)

    /// The order in which results of several observers are merged into the one for the system.
    ///
    /// The first of these that any observer returned is the result; no data if no observer had work to do.
    /// An observer that was late or threw an error counts as ``FetchResult/failed``.
    public var fetchResultPriority: [FetchResult] = [.newData, .failed, .noData]

    /// The number of events that are kept for observers that attach later, from 1 to 1,000.
    public var journalCapacity = 32 {
      didSet { journalCapacity = Bounds(1...1_000).nearest(to: journalCapacity) }
    }

    /// The time that an event is kept for observers that attach later; at least a nanosecond.
    public var journalMaximumAge = Duration.seconds(300) {
      didSet { journalMaximumAge = max(.nanoseconds(1), journalMaximumAge) }
    }

    /// The number of pushes that are remembered to detect duplicates; at least 1.
    public var deduplicationCapacity = 256 {
      didSet { deduplicationCapacity = max(1, deduplicationCapacity) }
    }

    /// The time after its first callback in which a push without a message id is recognized by its content.
    public var deduplicationWindow = Duration.seconds(10)

    /// Creates a configuration with the default values.
    public init() {}

    /// Merges the results.
    func merged(_ results: [FetchResult]) -> FetchResult {
      fetchResultPriority.first(where: results.contains) ?? .noData
    }
  }
}
