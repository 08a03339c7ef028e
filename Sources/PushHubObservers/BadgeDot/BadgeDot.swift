public import PushHub
public import PushHubNetworking

/// Shows whether there is a notification that the user has not seen.
///
/// The dot is shown while the newest notification of the source's latest snapshot is after the
/// account's read mark, and only then. While the user is viewing the list page, and only then, the
/// mark follows what is known: not while the scene is inactive, the page covered, or the list in another
/// window. Marks are kept by account and survive signing out. They only grow, also by what another
/// process has stored, which is read on return to the foreground; only ``setMark(_:)`` and
/// ``forget(_:)`` lower or remove one.
///
/// While the store can't be read, as before the device was first unlocked, the dot is hidden and not
/// known, and nothing is listened to. A mark that can't be saved is tried again with the next event, or 10 s later.
///
/// While an account is shown, a listener follows the source, in the background too. A listener that
/// fails leaves the dot as it is and is started again with exponential backoff, which begins from the
/// shortest delay again when a listener has lasted as long as the longest one. A listener that has not
/// reported its first list within a minute has failed too. On return to the foreground it is started again, since it
/// may have been suspended; the first time in the foreground is no return for a listener that began
/// within the last ten seconds.
///
/// While `RetryAdvice/retryAfter` of an account's server holds, only ``refresh()`` and the account, when it is shown
/// anew, start the listener; a return to the foreground leaves the planned retry where it is. It holds until a listener
/// reports a list. A random time is added to it, as in ``UnreadSync``, so that a fleet does not come back in one second.
///
/// A recorder that is installed records each list, each failure, and what was read.
///
/// ```swift
/// let badge = BadgeDot(
///   source: source,
///   store: FileStore(url: folder.appending(path: "read-marks.json")),
///   configuration: BadgeDot.Configuration(listPage: "notifications")
/// )
/// try host.install(badge, named: "badge")
/// // In a SwiftUI view:
/// if badge.isShown { Circle().fill(.red) }
/// ```
@MainActor
public final class BadgeDot: PushFeature {
  /// Runs the core.
  public let runtime: FeatureRuntime<BadgeDotCore>

  private let source: any LatestNotificationSource
  private let configuration: Configuration

  /// Creates a dot that is not attached yet.
  ///
  /// - Parameters:
  ///   - source: The source of notifications.
  ///   - store: The store of this dot's read marks, by account. Each save is merged with what
  ///     is there. Content that can't be decoded is a first run.
  ///   - configuration: The rules for what counts as read, and the source's time limit.
  ///   - generator: The source of the random part of delays.
  public init(
    source: any LatestNotificationSource,
    store: any Store<[String: ReadMark]>,
    configuration: Configuration,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.source, self.configuration) = (source, configuration)
    runtime = FeatureRuntime(
      BadgeDotCore(configuration: configuration, isStoreKnown: !(store is ReadMarkStore)),
      store: MarkStore(store),
      generator: generator
    ) { _, account, report in
      try await source.reportSnapshots(for: account, to: report)
      throw SourceFailure(message: "The listener ended.")
    }
  }
}

extension LatestNotificationSource {
  @MainActor
  fileprivate func reportSnapshots(
    for account: AccountID,
    to report: ([NotificationCursor]) -> Void
  ) async throws {
    for try await cursors in snapshots(for: account) { report(cursors) }
  }
}

// MARK: - What the app may ask

extension BadgeDot {
  /// Whether there is a notification after the read mark.
  public var isShown: Bool { state.isShown }

  /// Whether the account's list and stored mark have been read; until then the dot is hidden.
  public var isKnown: Bool { state.isKnown }

  /// The reason why the listener failed since the latest list, so that there may be more; `nil` if it didn't.
  public var failure: String? { state.failure }

  /// The newest notification of the latest snapshot; `nil` before the first and for an empty list.
  ///
  /// With ``readMark`` it explains why the dot is shown or hidden; neither is observed.
  public var newest: NotificationCursor? { runtime.kernel.core.newest }

  /// The account's read mark; `nil` while no account is shown or no mark is known.
  public var readMark: ReadMark? { runtime.kernel.core.mark }

  /// Whether a listener is running.
  package var isListening: Bool { runtime.kernel.request != nil }

  /// The time when a listener is started again after a failure; `nil` if that is not planned.
  package var nextAttempt: ContinuousClock.Instant? {
    isListening ? nil : runtime.kernel.nextDeadline
  }

  /// Marks what the user has read, here or on another device.
  ///
  /// A mark beyond what the source has reported so far holds. Without an account, and while the dot is
  /// not attached, it does nothing.
  ///
  /// - Parameter cursor: The newest that was read; by default the newest known.
  public func markRead(upTo cursor: NotificationCursor? = nil) {
    sendIfAttached(.read(upTo: cursor))
  }

  /// Sets the account's mark, also back.
  ///
  /// Marks only grow by themselves, so that one wrong order of a server's, such as a time in another
  /// unit, would hide the dot for good. While the user is viewing the list the mark follows what is
  /// known from there on. Without an account, and while the dot is not attached, it does nothing. While the store
  /// can't be written, a mark that is lower than the stored one doesn't last.
  ///
  /// - Parameter mark: The account's new read mark; `nil` lets it have a first run.
  public func setMark(_ mark: ReadMark?) {
    sendIfAttached(.set(mark))
    sendIfAttached(.keep)
  }

  /// Removes an account's mark from the store, as when the account was deleted.
  ///
  /// If that account is shown, the dot is hidden as on sign-out and keeps nothing more for it
  /// until it is shown again. While the dot is not attached, the mark stays until it is. A dot has only its own
  /// marks: with several, call each.
  public func forget(_ account: AccountID) {
    runtime.send(.forget, for: account)
  }

  /// Starts the listener again, as when the user pulls to refresh; also after a refused sign-in, and
  /// while `Retry-After` holds.
  public func refresh() {
    send(.refresh)
  }

  /// Sends an action for the account that is shown now, not for a later one.
  private func sendIfAttached(_ action: BadgeDotCore.Action) {
    if runtime.scheduler != nil { send(action) }
  }
}

// MARK: - Feature and source of a badge

extension BadgeDot: BadgeSource {
  /// Returns the record of a list, a failure or what was read.
  public static func record(of input: KernelRecord<BadgeDotCore>) -> (any FeatureRecord)? {
    switch input.content {
    case .progress(let cursors): LatestNotifications(.success(cursors))
    case .failure(let failure): LatestNotifications(.failure(failure))
    case .action(.read(let cursor)): ReadNotifications(upTo: cursor)
    case .action, .answer, .seed: nil
    }
  }

  /// The page with the list.
  public var recordedPages: [TranscriptPages: [PageID]] { [.list: [configuration.listPage]] }

  /// The configuration.
  public var recordedConfiguration: (any RecordedConfiguration)? { configuration }

  /// Reads the source's advice.
  public func perform(_ effect: BadgeDotCore.Effect) {
    guard case .readRetryAfter(let account) = effect, let pause = source.retryAfter(for: account),
      pause > .zero
    else { return }
    send(.pause(pause))
  }

  /// Returns at once: a listener continues by itself.
  public func performBackgroundWork(for push: Push?) -> FetchResult { .noData }

  /// The dot of the account that is shown.
  public var badge: Badge { Badge(state.isShown ? .dot : .none, isKnown: state.isKnown) }

  /// The reason in ``BadgeTree/explain(_:)``.
  public var badgeReason: String { "a notification after the read mark" }
}

// MARK: - Events

/// An event of a ``BadgeDot``.
public enum BadgeDotEvent: FeatureEvent {
  /// The dot is shown or hidden, for a list on that page.
  case dot(node: PageID, shown: Bool)

  /// The source failed; the listener is started again after the delay, if there is one.
  case failed(error: String, retryIn: Duration?)

  /// The stored marks can't be read, or a mark can't be kept.
  case storeFailed(error: String)

  /// A description for people.
  public var message: String {
    switch self {
    case .dot(let page, true): "the dot on \(page.rawValue) is shown"
    case .dot(let page, false): "the dot on \(page.rawValue) is hidden"
    case .failed(let message, let delay):
      "the listener failed: \(LogText(clause: message)); "
        + (delay.map { "retrying in \(LogText($0))" } ?? "there is no automatic retry")
    case .storeFailed(let message):
      "the read marks can't be loaded or saved: \(LogText(clause: message))"
    }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .failed, .storeFailed: .error
    default: .info
    }
  }

  /// Whether it names no page, which may be about a user's content.
  public var isPublic: Bool {
    switch self {
    case .dot: false
    default: true
    }
  }
}

// MARK: - Configuration

extension BadgeDot {
  /// The behavior for an account without a read mark, as after installing the app.
  public enum FirstRun: String, Sendable, CaseIterable, Codable {
    /// The content of the first snapshot counts as read; notifications that come after it are new.
    case baselineAsRead

    /// Everything is new.
    case show
  }

  /// The rules for what counts as read, and the source's time limit.
  ///
  /// ```swift
  /// let configuration = BadgeDot.Configuration(listPage: "notifications", firstRun: .show)
  /// ```
  public struct Configuration: Sendable {
    /// The page with the list: while the user is viewing it, everything known is read.
    ///
    /// That is, while its scene is active and nothing covers the page there; see
    /// `LifecycleState.isFocused(_:)`.
    public var listPage: PageID

    /// The behavior for an account without a read mark.
    public let firstRun: FirstRun

    /// The time limit for a new listener to report its first list; then it has failed.
    ///
    /// Later lists may take any time.
    public let listTimeout: Duration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - listPage: The page with the list.
    ///   - firstRun: The behavior for an account without a read mark.
    ///   - listTimeout: The time limit for a new listener to report its first list, from one second to
    ///     one day.
    public init(
      listPage: PageID,
      firstRun: FirstRun = .baselineAsRead,
      listTimeout: Duration = .seconds(60)
    ) {
      self.listPage = listPage
      self.firstRun = firstRun
      self.listTimeout = Bounds.interval.nearest(to: listTimeout)
    }
  }
}

extension BadgeDot.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "badge"

  private enum CodingKeys: CodingKey {
    case firstRun, listTimeout
  }

  /// Reads what an account sees at first, and the time limit; without a page.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self(listPage: "")
    self.init(
      listPage: standard.listPage,
      firstRun: try JSONKey.value(.firstRun, in: values, or: standard.firstRun),
      listTimeout: try JSONKey.value(.listTimeout, in: values, or: standard.listTimeout)
    )
  }
}
