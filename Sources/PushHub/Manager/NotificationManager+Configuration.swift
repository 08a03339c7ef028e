extension NotificationManager {
  /// How a notification manager behaves.
  ///
  /// ```swift
  /// var configuration = NotificationManager.Configuration()
  /// configuration.backgroundBudget = .seconds(20)
  /// let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
  /// ```
  public struct Configuration: Sendable {
    /// Who may have sent a push; the first that recognises a payload is its sender.
    public var senders: [any PushSender] = .standard

    /// The account that a push belongs to, for an app with several accounts; `nil` for the one that is
    /// signed in.
    ///
    /// What waits for an account is discarded when that account signs out. So a tap on a push for
    /// another account survives the switch to it, and responders that declined it are asked again when
    /// that account signs in. It filters nothing: observers and workers receive the pushes of all
    /// accounts.
    ///
    /// Called with each callback of the system that has a payload; the first callback of a push decides.
    /// Without effect on a manager that observes no ``AppLifecycle``.
    ///
    /// ```swift
    /// configuration.owner = { $0["account"]?.stringValue.map(AccountID.init(rawValue:)) }
    /// ```
    public var owner: @MainActor (PushPayload) -> AccountID? = { _ in nil }

    /// How a push is presented in the foreground when no observer has an opinion.
    public var defaultPresentation = PresentationOptions.all

    /// How long workers may take for a push or a refresh, and responders for a response; the system
    /// allows 30 seconds for each.
    public var backgroundBudget = Duration.seconds(25)

    /// How the results of several observers become the one that the system gets: the first of these
    /// that anybody had, and no data if nobody had work to do.
    ///
    /// An observer that was late or threw an error has ``FetchResult/failed``.
    public var fetchResultPriority: [FetchResult] = [.newData, .failed, .noData]

    /// How many events are retained for observers that attach later; at least 1.
    public var journalCapacity = 32 {
      didSet { journalCapacity = max(1, journalCapacity) }
    }

    /// How long an event is retained for observers that attach later; at least for an instant.
    public var journalMaximumAge = Duration.seconds(300) {
      didSet { journalMaximumAge = max(.nanoseconds(1), journalMaximumAge) }
    }

    /// How many pushes are remembered to tell duplicates; at least 1.
    public var deduplicationCapacity = 256 {
      didSet { deduplicationCapacity = max(1, deduplicationCapacity) }
    }

    /// How long after its latest callback a push without a message id is still recognized by its content
    /// alone.
    public var deduplicationWindow = Duration.seconds(10)

    /// The device token that the app knows from an earlier launch, so that it is not news.
    public var knownDeviceToken: DeviceToken?

    /// Starts with the defaults.
    public init() {}

    /// Makes one result of all.
    func merged(_ results: [FetchResult]) -> FetchResult {
      fetchResultPriority.first(where: results.contains) ?? .noData
    }
  }
}
