public import Observation
public import PushHub
public import PushHubNetworking

/// Says whether there is a notification that the user has not seen.
///
/// The dot is on while the newest notification of the source's latest snapshot is after the
/// account's read mark; nothing else lights it. While the user is looking at the list page, and only
/// then, the mark follows what is known: not while the scene is inactive, the page covered, or the
/// list in another window. Marks are kept by account and survive signing out. They only grow, also by
/// what another process has stored, which counts on return to the foreground; only ``setMark(_:)`` and
/// ``forget(_:)`` take one back.
///
/// While the store can't be read, as before the device was first unlocked, the dot is off and not
/// known. What can't be read or saved is tried again after whatever happens next, or 10 s later.
///
/// As long as somebody is signed in, the source is listened to, in the background too. A listener
/// that fails leaves the dot as it is and is attached again with growing delays, which start from
/// the shortest again when one has lasted as long as the longest of them. One that has not told its
/// first list in a minute has failed too, whatever the source does. On return to the foreground it is
/// asked anew, since it may have slept. Coming to the foreground for the first time is no return for a
/// listener that began within the last ten seconds.
///
/// While an account's server wants to be left alone, by `RetryAdvice/retryAfter`, only a sign-in and
/// ``refresh()`` ask; a return to the foreground leaves the planned attempt where it is. It holds for
/// the account, also when others were signed in meanwhile, until a listener tells a list. So that a
/// fleet does not come back in one second, its end is put off by a random time, as in ``UnreadSync``.
///
/// A recorder that is installed hears of each list, of each failure, and of what was read.
///
/// ```swift
/// let badge = BadgeDot(
///   source: source,
///   store: ReadMarkStore(key: "notifications.read"),
///   configuration: BadgeDot.Configuration(listPage: "notifications")
/// )
/// try host.install(badge, named: "badge")
/// // In a SwiftUI view:
/// if badge.isShown { Circle().fill(.red) }
/// ```
@MainActor
@Observable
public final class BadgeDot {
  /// What the app shows now.
  public private(set) var state = BadgeDotState()

  /// Told of what the dot does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((BadgeDotEvent) -> Void)?

  @ObservationIgnored private let source: any LatestNotificationSource
  @ObservationIgnored private let store: any Store<[String: ReadMark]>
  @ObservationIgnored private let driver: CoreDriver<BadgeDotCore>
  @ObservationIgnored private var records: FeatureRecords?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Makes a dot that is not attached yet.
  ///
  /// - Parameters:
  ///   - source: Who knows the notifications.
  ///   - store: Where this dot's read marks are kept, by account. What is written is merged with what
  ///     is there. What can't be decoded is a first run.
  ///   - configuration: What counts as read.
  ///   - generator: Where the random part of delays comes from.
  public init(
    source: any LatestNotificationSource,
    store: any Store<[String: ReadMark]>,
    configuration: Configuration,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.source = source
    self.store = store
    driver = CoreDriver(BadgeDotCore(configuration: configuration, generator: generator))
  }

  deinit {
    task?.cancel()
  }
}

// MARK: - What the app may ask

extension BadgeDot {
  /// Whether there is something new.
  public var isShown: Bool { state.isShown }

  /// The newest notification of the latest snapshot; `nil` before the first and for an empty list.
  ///
  /// With ``readMark`` it says why the dot is on or off; neither is observed.
  public var newest: NotificationCursor? { driver.core.newest }

  /// How far the account has read; `nil` while nobody is signed in or no mark is known.
  public var readMark: ReadMark? { driver.core.mark }

  /// Whether the source is being listened to.
  package var isListening: Bool { driver.core.subscription != nil }

  /// When the source is listened to again after a failure; `nil` if that is not planned.
  package var nextAttempt: ContinuousClock.Instant? { .init(referenceTime: driver.core.retry) }

  /// Marks what the user has read; what another device has read goes here too.
  ///
  /// A mark beyond what the source has told yet holds. Without an account it does nothing.
  ///
  /// - Parameter cursor: The newest that was read; by default the newest known.
  public func markRead(upTo cursor: NotificationCursor? = nil) {
    records?.send(ReadNotifications(upTo: cursor))
    driver.handle(.read(upTo: cursor))
  }

  /// Puts the account's mark where it is said to be, also back.
  ///
  /// Marks only grow by themselves, so that one wrong order of a server's, such as a time in another
  /// unit, would keep the dot out for good. While the user is looking at the list the mark follows
  /// what is known, from wherever it was put. Without an account it does nothing.
  ///
  /// - Parameter mark: How far the account has read; `nil` lets it have a first run.
  public func setMark(_ mark: ReadMark?) {
    driver.handle(.set(mark))
  }

  /// Takes an account's mark out of the store, as when the account was deleted.
  ///
  /// If it is the one that is signed in, the dot is off as on sign-out and keeps nothing more for it
  /// until it signs in again. A dot knows only its own marks; each of several forgets for itself.
  public func forget(_ account: AccountID) {
    if driver.isStarted {
      driver.handle(.forget(account))
    } else {
      _ = keep(MarkChange(isReplacement: true), for: account)
    }
  }

  /// Listens anew, as when the user pulls to refresh; also after a refused sign-in, and while the
  /// server wants to be left alone.
  public func refresh() {
    driver.handle(.requested)
  }
}

// MARK: - Plugin, observer and source of a badge

extension BadgeDot: LoggingPlugin, LifecycleObserver, BadgeSource {
  /// Starts from what is true now, and follows the app's lifecycle.
  public func attach(to context: PluginContext) {
    detach()
    records = context.records
    driver.start(on: context.scheduler, for: self) { dot, effect in
      dot.perform(effect, on: context.scheduler)
    }
  }

  /// Ends the listener, and shows nothing.
  ///
  /// From inside what the dot calls, that happens when the call has returned.
  public func detach() {
    driver.handle(.lifecycle(LifecycleState()))
    driver.stop()
    records = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    driver.handle(.lifecycle(state))
  }

  /// Follows phases, pages, what covers them, and accounts.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    driver.handle(.lifecycle(state))
  }

  /// The dot of the account that is signed in.
  public var badge: Badge { Badge(state.isShown ? .dot : .none, isKnown: state.isKnown) }

  /// A notification that was not read.
  public var badgeReason: String { "a notification after the read mark" }
}

// MARK: - Effects

extension BadgeDot {
  private func perform(_ effect: BadgeDotCore.Effect, on scheduler: any Scheduler) {
    switch effect {
    case .listen(let subscription): listen(subscription, to: source, on: scheduler)
    case .stopListening: task?.cancel()
    case .timeOut(let subscription):
      task?.cancel()
      let failure = SourceFailure(
        message: "no list within \(driver.core.configuration.listTimeout)",
        retryAfter: source.retryAfter(for: subscription.account)
      )
      end(subscription, failure)
    case .store(let change, let account): keep(change, for: account).map(driver.answer)
    case .show(let state): show(state)
    case .log(let event): log?(event)
    }
  }

  /// Changes what is stored of an account, which another process may have changed.
  ///
  /// - Returns: What has come of it; `nil` if what is stored can't be read now.
  private func keep(_ change: MarkChange, for account: AccountID) -> BadgeDotCore.Event? {
    guard var marks = store.load(orFirst: [:], onFailure: logFailure) else { return nil }
    let old = marks[account.rawValue]
    let new = change.applied(to: old)
    marks[account.rawValue] = new
    let isSaved = new == old || store.save(marks, onFailure: logFailure)
    return .stored(new, account, isSaved: isSaved)
  }

  private func logFailure(_ error: String) {
    log?(.storeFailed(error))
  }

  private func listen(
    _ subscription: BadgeDotCore.Subscription,
    to source: some LatestNotificationSource,
    on scheduler: any Scheduler
  ) {
    task = scheduler.perform { [weak self] in
      let number = subscription.number
      do {
        try Task.checkCancellation()
        var snapshots = source.snapshots(for: subscription.account).makeAsyncIterator()
        while let cursors = try await scheduler.awaitExternalWork({
          try await snapshots.next(isolation: MainActor.shared)
        }) {
          self?.record(.success(cursors), of: subscription)
          self?.driver.handle(.snapshot(number, cursors))
        }
        self?.end(subscription, SourceFailure(message: "The listener ended."))
      } catch {
        self?.end(subscription, SourceFailure(error))
      }
    }
  }

  private func end(_ subscription: BadgeDotCore.Subscription, _ failure: SourceFailure) {
    record(.failure(ScriptedError(message: failure.message)), of: subscription)
    driver.handle(.ended(subscription.number, failure))
  }

  private func record(
    _ report: Result<[NotificationCursor], ScriptedError>,
    of subscription: BadgeDotCore.Subscription
  ) {
    if driver.core.subscription == subscription { records?.send(LatestNotifications(report)) }
  }

  private func show(_ newState: BadgeDotState) {
    let isOther = newState.isShown != state.isShown
    state = newState
    if isOther {
      log?(.dot(driver.core.configuration.listPage, isShown: newState.isShown))
    }
  }
}

// MARK: - What is shown and told

/// What an app shows of new notifications.
public struct BadgeDotState: Equatable, Sendable {
  /// Who is signed in.
  public var account: AccountID?

  /// Whether there is a notification after the read mark.
  public var isShown = false

  /// Whether the account's list and stored mark have been read; until then the dot is off.
  public var isKnown = false

  /// How the listener has failed since the last snapshot, so that more may have come.
  public var failure: String?

  /// Whether it has.
  public var isStale: Bool { failure != nil }

  /// Nobody signed in.
  public init() {}
}

/// What a ``BadgeDot`` did.
public enum BadgeDotEvent: FeatureEvent {
  /// The dot comes or goes, for a list on that page.
  case dot(PageID, isShown: Bool)

  /// The source failed, and is listened to again after a time, if by itself.
  case failed(String, retryIn: Duration?)

  /// The stored marks can't be read, or a mark can't be kept.
  case storeFailed(String)

  /// The name.
  public var name: String {
    switch self {
    case .dot: "dot"
    case .failed: "failed"
    case .storeFailed: "storeFailed"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .dot(let page, let isShown): ["node": .string(page.rawValue), "shown": .bool(isShown)]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    case .storeFailed(let message): ["error": .string(message)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .dot(let page, isShown: true): "a dot appears on \(page.rawValue)"
    case .dot(let page, isShown: false): "the dot on \(page.rawValue) goes"
    case .failed(let message, let delay):
      "the listener failed: \(message.clause); "
        + (delay.map { "tries again in \($0.words)" } ?? "does not try again by itself")
    case .storeFailed(let message): "the read marks can't be read or kept: \(message.clause)"
    }
  }
}
