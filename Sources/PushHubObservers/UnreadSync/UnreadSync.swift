public import Foundation
public import PushHub

/// Keeps the number of unread messages up to date while the user can see it.
///
/// It asks the source on a received push that concerns the count; every 60 s in the foreground on a
/// tracked page; on the first appearance of a tracked page for an account; and on coming back to one
/// after more than 60 s away, in the background or on other pages. Without an account it asks
/// nothing. One request is under way at a time: a push or ``refresh()`` meanwhile asks for one more after it,
/// everything else is covered by it. An answer for another account is never shown.
///
/// For a push that arrives while no tracked page is visible, the request is delayed: each installation
/// requests the count at a random time within 8 s, see ``Configuration/spread``, so that a push to all users
/// does not cause all requests at once.
///
/// A failure keeps the count, marks it stale, and is tried again with growing delays, which take the
/// interval's place. A request without an answer after 60 s has failed too, whatever the source
/// does. In the background the next try waits; on return it comes at its time, or at once if that
/// has passed. After a failure that a repetition won't change, such as a 404, only a push, a page that appears or is
/// come back to, a sign-in or ``refresh()`` causes a request.
///
/// While a server's `Retry-After` holds, pushes and the next try wait for its end, and are one
/// request then; only what the user does by hand asks before: a page that appears or is come back to,
/// a sign-in, ``refresh()``. It holds for an account, also when others were signed in meanwhile. Each
/// end is put off by a random time of up to a tenth, and of up to a second at least, so that 10,000
/// devices that wait for a minute come back over 6 s.
///
/// As a `BackgroundWorker` the sync keeps the app from being suspended before the request that a push causes has
/// ended, see ``Configuration/spread``, and asks whenever the system gives the app time in the background.
///
/// ```swift
/// let unread = UnreadSync(
///   source: source,
///   configuration: UnreadSync.Configuration(trackedPages: ["home", "me"])
/// )
/// try host.install(unread, named: "unread")
/// Text("\(unread.state.count)")
/// ```
///
/// With several accounts signed in, it requests the count of the one that is shown. The last counts of the others
/// stay, see ``accountBadges``; when one of them is shown again, its count is stale and is requested.
///
/// The state is observable, comes as a stream, and is posted as `.unreadCountDidChange`.
@MainActor
public final class UnreadSync: PushFeature {
  /// Runs the core.
  public let runtime: FeatureRuntime<UnreadSyncCore>

  private let configuration: Configuration
  private let notificationCenter: NotificationCenter

  /// Creates a sync that is not attached yet.
  ///
  /// - Parameters:
  ///   - source: The source of the count.
  ///   - configuration: The rules for when it is requested.
  ///   - store: The store of the accounts' last counts, for an app that adds them up; by default they are not known
  ///     at the next launch.
  ///   - generator: The source of the random part of delays.
  ///   - notificationCenter: The notification center to which changes are posted.
  public init(
    source: any UnreadCountSource,
    configuration: Configuration,
    store: (any Store<UnreadSyncCore.Values>)? = nil,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    notificationCenter: NotificationCenter = .default
  ) {
    self.configuration = configuration
    self.notificationCenter = notificationCenter
    runtime = FeatureRuntime(
      UnreadSyncCore(configuration: configuration),
      store: store,
      generator: generator
    ) { _, account in
      max(0, try await source.unreadCount(for: account))
    }
  }
}

// MARK: - What the app may ask

extension UnreadSync {
  /// Asks the source now, as when the user pulls to refresh; also after a refused sign-in.
  ///
  /// While a request is under way, another one follows it, since the user may have read something meanwhile.
  public func refresh() {
    send(.refresh)
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the sync is deallocated.
  public var states: AsyncStream<UnreadState> { runtime.states }

  /// The time when the latest request for the account began, and whether it is under way.
  package var latestRequest: (began: ContinuousClock.Instant, isUnderWay: Bool)? {
    runtime.kernel.core.lastSync.map { ($0, runtime.kernel.request != nil) }
  }

  /// The request that begins by itself, if nothing happens before.
  package var nextRequest: (instant: ContinuousClock.Instant, reason: UnreadSyncReason)? {
    guard let time = runtime.kernel.nextDeadline, runtime.kernel.request == nil else { return nil }
    return (time, runtime.kernel.core.reason(at: time))
  }
}

// MARK: - Feature

extension UnreadSync {
  /// Posts a change of the count.
  public func stateDidChange(from old: UnreadState) {
    guard state.count != old.count || state.isKnown && !old.isKnown else { return }
    notificationCenter.post(
      name: .unreadCountDidChange,
      object: self,
      userInfo: ["count": state.count, "isKnown": state.isKnown]
    )
  }

  /// Returns the record of an answer to one request, or of the app's request.
  public static func record(of input: KernelRecord<UnreadSyncCore>) -> (any FeatureRecord)? {
    switch input.content {
    case .answer(let count): UnreadAnswer(result: .success(count), isAsked: true)
    case .failure(let failure): UnreadAnswer(result: .failure(failure), isAsked: true)
    case .action: UnreadRefresh()
    case .progress, .seed: nil
    }
  }

  /// The tracked pages.
  public var recordedPages: [TranscriptPages: [PageID]] {
    [.tracked: configuration.trackedPages.sorted { $0.rawValue < $1.rawValue }]
  }

  /// The interval, the timeout and the spread.
  public var recordedConfiguration: (any RecordedConfiguration)? { configuration }

  /// Waits for the request that answers a push or, in a refresh, requests the count unless the server's
  /// `Retry-After` holds.
  ///
  /// - Returns: New data if the count changed or is known now, and failed if there is no answer. No
  ///   data at once if the push does not concern the count, no account is signed in, or the request for a push
  ///   is put off for longer than 10 s.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    if let push, !configuration.affectsCount(push) { return .noData }
    return try await runtime.work(isRefresh: push == nil)
  }
}

extension Notification.Name {
  /// Posted on the main actor when the unread count changes, or becomes known.
  ///
  /// `userInfo["count"]` is the new count, an `Int`; `userInfo["isKnown"]`, a `Bool`, is whether it
  /// is known, see ``UnreadState/isKnown``.
  public static let unreadCountDidChange = Notification.Name("PushHubUnreadCountDidChange")
}
