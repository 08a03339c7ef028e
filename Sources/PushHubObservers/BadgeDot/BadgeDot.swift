public import Observation
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
/// known. A mark that can't be read or saved is tried again with the next event, or 10 s later.
///
/// While an account is signed in, a listener follows the source, in the background too. A listener that
/// fails leaves the dot as it is and is started again with exponential backoff, which begins from the
/// shortest delay again when a listener has lasted as long as the longest one. A listener that has not
/// reported its first list within a minute has failed too. On return to the foreground it is started again, since it
/// may have been suspended; the first time in the foreground is no return for a listener that began
/// within the last ten seconds.
///
/// While `RetryAdvice/retryAfter` of an account's server holds, only a sign-in and ``refresh()`` start
/// the listener; a return to the foreground leaves the planned retry where it is. It holds for the
/// account, also when others were signed in meanwhile, until a listener reports a list. A random time
/// is added to it, as in ``UnreadSync``, so that a fleet does not come back in one second.
///
/// A recorder that is installed records each list, each failure, and what was read.
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
  /// Called with each event, at once; for logs and tests.
  @ObservationIgnored public var log: ((BadgeDotEvent) -> Void)?

  @ObservationIgnored private let source: any LatestNotificationSource
  @ObservationIgnored private let store: any Store<[String: ReadMark]>
  @ObservationIgnored private let runtime: ManualFeatureRuntime<BadgeDotCore>

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
    self.source = source
    self.store = store
    let core = BadgeDotCore(configuration: configuration, generator: generator)
    runtime = ManualFeatureRuntime(core, store: store)
  }
}

// MARK: - What the app may ask

extension BadgeDot {
  package var state: BadgeDotState { runtime.state }

  /// Whether there is a notification after the read mark.
  public var isShown: Bool { state.isShown }

  /// Whether the account's list and stored mark have been read; until then the dot is hidden.
  public var isKnown: Bool { state.isKnown }

  /// The reason why the listener failed since the latest list, so that there may be more; `nil` if it didn't.
  public var failure: String? { state.failure }

  /// The newest notification of the latest snapshot; `nil` before the first and for an empty list.
  ///
  /// With ``readMark`` it explains why the dot is shown or hidden; neither is observed.
  public var newest: NotificationCursor? { runtime.core.newest }

  /// The account's read mark; `nil` while no account is signed in or no mark is known.
  public var readMark: ReadMark? { runtime.core.mark }

  /// Whether a listener is running.
  package var isListening: Bool { runtime.core.queue.isBusy }

  /// The time when a listener is started again after a failure; `nil` if that is not planned.
  package var nextAttempt: ContinuousClock.Instant? { runtime.core.queue.retry }

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
  /// known from there on. Without an account, and while the dot is not attached, it does nothing.
  ///
  /// - Parameter mark: The account's new read mark; `nil` lets it have a first run.
  public func setMark(_ mark: ReadMark?) {
    sendIfAttached(.set(mark))
  }

  /// Removes an account's mark from the store, as when the account was deleted.
  ///
  /// If that account is signed in, the dot is hidden as on sign-out and keeps nothing more for it
  /// until it signs in again. A dot has only its own marks: with several, call each.
  public func forget(_ account: AccountID) {
    // A change that the store does not have yet is discarded when the dot is attached again.
    runtime.send(.forget(account, wasAttached: runtime.isAttached))
    guard !runtime.isAttached else { return }
    do {
      var marks = try store.load() ?? [:]
      if marks.removeValue(forKey: account.rawValue) != nil { try store.save(marks) }
    } catch {
      log?(.storeFailed(error: LogText(error).description))
    }
  }

  /// Starts the listener again, as when the user pulls to refresh; also after a refused sign-in, and
  /// while `Retry-After` holds.
  public func refresh() {
    sendIfAttached(.refresh)
  }

  /// Sends a request of the app, which is for the account that is signed in now, not for a later one.
  private func sendIfAttached(_ input: BadgeDotCore.Input) {
    if runtime.isAttached { runtime.send(input) }
  }
}

// MARK: - Plugin and source of a badge

extension BadgeDot: LoggingPlugin, BadgeSource {
  /// The page with the list.
  public var recordedPages: [TranscriptPages: [PageID]] {
    [.list: [runtime.core.configuration.listPage]]
  }

  /// The configuration.
  public var recordedConfiguration: (any RecordedConfiguration)? { runtime.core.configuration }

  /// Starts from what is true now, and follows the app's lifecycle.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { dot, effect in
      switch effect {
      case .listen(let account):
        dot.listen(to: dot.source, for: account, on: context.scheduler)
        return nil
      case .timeOut(let account):
        return .ended(
          SourceFailure(
            message: "no list within \(dot.runtime.core.configuration.listTimeout)",
            retryAfter: dot.source.retryAfter(for: account)
          )
        )
      }
    }
  }

  /// Ends the listener, and shows nothing.
  ///
  /// From inside a callback of the dot, that happens when the callback has returned.
  public func detach() {
    runtime.detach()
  }

  /// The dot of the account that is signed in.
  public var badge: Badge { Badge(state.isShown ? .dot : .none, isKnown: state.isKnown) }

  /// The reason in ``BadgeTree/explain(_:)``.
  public var badgeReason: String { "a notification after the read mark" }

  private func listen(
    to source: some LatestNotificationSource,
    for account: AccountID,
    on scheduler: any Scheduler
  ) {
    runtime.start(BadgeDotCore.listener) { send in
      do {
        try await scheduler.awaitExternalWork {
          for try await cursors in source.snapshots(for: account) { send(.snapshot(cursors)) }
        }
        send(.ended(SourceFailure(message: "The listener ended.")))
      } catch {
        send(.ended(SourceFailure(error)))
      }
    }
  }
}

// MARK: - State and events

/// The new notifications as an app shows them.
package struct BadgeDotState: Equatable, Sendable {
  /// The account that is signed in.
  package var account: AccountID?
  package var isShown = false
  package var isKnown = false
  package var failure: String?
}

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
}
