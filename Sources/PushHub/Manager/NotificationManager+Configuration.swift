extension NotificationManager {
  /// How a notification manager behaves.
  ///
  /// A number or a duration that makes no sense counts as the nearest that does.
  public struct Configuration: Sendable {
    /// Who may have sent a push; the first that recognises a payload is its sender.
    public var senders: [any PushSender]

    /// How a push is presented in the foreground when no observer has an opinion.
    public var defaultPresentation: PresentationOptions

    /// How long workers may take for a push or a refresh, and responders for an answer; the system
    /// allows 30 seconds for each.
    public var backgroundBudget: Duration

    /// How the answers of several observers become one.
    public var fetchResultPolicy: FetchResultPolicy

    /// How many events are retained for observers that attach later; at least 1.
    public var journalCapacity: Int

    /// How long an event is retained for observers that attach later.
    public var journalMaximumAge: Duration

    /// How many pushes are remembered to tell duplicates; at least 1.
    public var deduplicationCapacity: Int

    /// How long after its latest occurrence a push without a message id is still recognized by its
    /// content alone, and a second callback of one channel is no new push.
    public var deduplicationWindow: Duration

    /// For how long one call of an observer may keep the main actor without being counted and named;
    /// people notice from about a tenth of a second.
    public var slowCallLimit: Duration

    /// The device token that the app knows from an earlier launch, so that it is not news.
    public var knownDeviceToken: DeviceToken?

    /// Starts with the defaults, but for what is given.
    public init(
      senders: [any PushSender] = .standard,
      defaultPresentation: PresentationOptions = .all,
      backgroundBudget: Duration = .seconds(25),
      fetchResultPolicy: FetchResultPolicy = .newDataThenFailed,
      journalCapacity: Int = 32,
      journalMaximumAge: Duration = .seconds(300),
      deduplicationCapacity: Int = 256,
      deduplicationWindow: Duration = .seconds(10),
      slowCallLimit: Duration = .milliseconds(100),
      knownDeviceToken: DeviceToken? = nil
    ) {
      self.senders = senders
      self.defaultPresentation = defaultPresentation
      self.backgroundBudget = backgroundBudget
      self.fetchResultPolicy = fetchResultPolicy
      self.journalCapacity = journalCapacity
      self.journalMaximumAge = journalMaximumAge
      self.deduplicationCapacity = deduplicationCapacity
      self.deduplicationWindow = deduplicationWindow
      self.slowCallLimit = slowCallLimit
      self.knownDeviceToken = knownDeviceToken
    }
  }
}

/// How the answers of several observers become the one answer that the system gets.
///
/// An observer that was late or threw an error counts as ``FetchResult/failed``.
public struct FetchResultPolicy: Sendable {
  /// What the policy is called in the log.
  public let name: String

  private let merge: @Sendable ([FetchResult]) -> FetchResult

  /// Makes a policy of one's own.
  ///
  /// - Parameters:
  ///   - name: What the policy is called in the log.
  ///   - merge: Makes one answer of at least one.
  public init(name: String, merge: @escaping @Sendable ([FetchResult]) -> FetchResult) {
    self.name = name
    self.merge = merge
  }

  /// Makes one answer of all; ``FetchResult/noData`` when nobody had work to do.
  public func merged(_ results: [FetchResult]) -> FetchResult {
    results.isEmpty ? .noData : merge(results)
  }
}

extension FetchResultPolicy {
  /// New data if anybody has new data, else failed if anybody failed, else no data.
  public static let newDataThenFailed = ranked(
    "newDataThenFailed",
    order: [.newData, .failed, .noData]
  )

  /// Failed if anybody failed, else new data if anybody has new data, else no data.
  public static let failedThenNewData = ranked(
    "failedThenNewData",
    order: [.failed, .newData, .noData]
  )

  /// New data if anybody has new data, failed only if all failed, else no data.
  public static let failedOnlyIfAllFailed = ranked(
    "failedOnlyIfAllFailed",
    order: [.newData, .noData, .failed]
  )

  private static func ranked(_ name: String, order: [FetchResult]) -> FetchResultPolicy {
    FetchResultPolicy(name: name) { results in
      order.first(where: results.contains) ?? .noData
    }
  }
}
