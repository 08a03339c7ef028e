/// Whoever takes part in what becomes of pushes, in one role or in several.
///
/// The roles are ``PushObserver``, which hears events, ``PresentationVoter``,
/// ``BackgroundPushObserver``, ``BackgroundRefresher`` and ``PushResponder``; and
/// ``PushDiagnosticsObserver``, which hears what the subject itself goes through. One call of
/// ``PushSubject/add(_:priority:replay:)`` adds an object for each role that it conforms to; none of
/// them makes it play another.
///
/// A subject holds participants weakly: whoever makes one keeps it alive.
@MainActor
public protocol PushParticipant: AnyObject {}

/// A feature that wants to know of pushes.
///
/// ```swift
/// final class ArrivalCounter: PushObserver {
///   let interests: Set<PushEvent.Kind> = [.received]
///   private(set) var count = 0
///
///   func receive(_ event: PushEvent) { count += 1 }
/// }
/// ```
///
/// What an observer hears it has heard; it decides nothing. To act on the user's responses, be a
/// ``PushResponder``: then the system waits for it, and nobody else acts on them too.
@MainActor
public protocol PushObserver: PushParticipant {
  /// The kinds of event that it takes, read when it is added; all by default.
  ///
  /// An event that nobody takes waits for the first that does.
  var interests: Set<PushEvent.Kind> { get }

  /// Called with each event; every observer receives the same events in the same order.
  func receive(_ event: PushEvent)
}

extension PushObserver {
  /// Every kind.
  public var interests: Set<PushEvent.Kind> { Set(PushEvent.Kind.allCases) }
}

/// A feature that acts on the user's responses to notifications: a tap, an action, a reply.
///
/// ```swift
/// final class Reorders: PushResponder {
///   func respond(to response: PushResponse, of push: Push) async throws -> Bool {
///     guard response.action == .custom("REORDER"), let order = push.payload["order"]?.stringValue
///     else { return false }
///     try await shop.reorder(order)
///     return true
///   }
/// }
/// ```
///
/// Responders are asked one after the other, in order of priority, after observers have heard
/// ``PushEvent/opened(_:_:)``; the first that handles a response ends the asking. The system's
/// completion handler is called when that one has finished, or when all have declined, so that the
/// app is not suspended in the middle.
///
/// A response that nobody has handled waits for a responder that is added later: the tap that
/// launched the app is not lost, whoever else is attached. It goes when it is too old or its
/// account has signed out, which is counted and logged.
@MainActor
public protocol PushResponder: PushParticipant {
  /// The categories of notifications that it brings with it, each with an identifier that is unique in
  /// the app; none by default.
  ///
  /// A ``PluginHost`` reads them once, when it installs the responder. On Apple's systems
  /// `NotificationCategories` registers what the host has.
  var categories: [NotificationCategory] { get }

  /// Handles a response, or leaves it to the next responder.
  ///
  /// Asked once for each response, as long as it stays attached. One that has declined is asked again
  /// when the account signs in that the push belongs to; see
  /// ``NotificationManager/Configuration/owner``. One that signs that account in before it returns is
  /// not asked again.
  ///
  /// All that are asked for one response share ``NotificationManager/Configuration/backgroundBudget``.
  /// When it is used up the task is cancelled and the responder named in the log; the next one is
  /// then asked under a budget of its own. An error is named in the log and counts as not handled.
  ///
  /// - Returns: Whether the response is dealt with, so that nobody else is to be asked.
  func respond(to response: PushResponse, of push: Push) async throws -> Bool
}

extension PushResponder {
  /// None.
  public var categories: [NotificationCategory] { [] }
}

/// A feature that has work to do for a push before the system suspends the app again.
@MainActor
public protocol BackgroundPushObserver: PushParticipant {
  /// Does the work that a push asks for, once for each push that reaches the app in background.
  ///
  /// All features work at the same time, under one budget. When it runs out, the task is
  /// cancelled, the feature is named in the log and counts as failed; what it returns later is
  /// ignored. An error counts as ``FetchResult/failed``.
  func performBackgroundWork(for push: Push) async throws -> FetchResult
}

/// A feature that uses the time which the system gives the app in the background now and then.
///
/// ```swift
/// final class Orders: PushPlugin, BackgroundRefresher {
///   func performBackgroundRefresh() async throws -> FetchResult {
///     try await shop.hasNewOrders() ? .newData : .noData
///   }
/// }
/// ```
///
/// A push may never come, since no system promises to deliver one. What a feature would have done for
/// it is done here, a little later.
@MainActor
public protocol BackgroundRefresher: PushParticipant {
  /// Does what a push would have asked for, once for each call of ``NotificationManager/refresh()``.
  ///
  /// All features work at the same time, under one budget. When it runs out, the task is cancelled,
  /// the feature is named in the log and counts as failed; what it returns later is ignored. An error
  /// is named in the log and counts as ``FetchResult/failed``.
  ///
  /// - Returns: New data only if something came of it, and no data if there was nothing to do.
  func performBackgroundRefresh() async throws -> FetchResult
}

/// What came of a push that reached the app in the background, or of a refresh there.
///
/// The system watches these results when it decides how often to wake the app. The raw values are those of
/// its own `UIBackgroundFetchResult`.
public enum FetchResult: UInt, Hashable, Sendable, CaseIterable {
  /// Something new was fetched, or something that waited was sent.
  case newData

  /// There was nothing to fetch.
  case noData

  /// Fetching failed.
  case failed
}

/// A feature that wants to know what the subject itself goes through, for recording or showing it.
///
/// It has no say in anything, and hearing of a push here is not hearing the push: an event waits as if
/// this observer were not there. What comes during a call waits until all diagnostics observers were
/// called; events do not wait. All methods do nothing by default.
@MainActor
public protocol PushDiagnosticsObserver: PushParticipant {
  /// Called with each callback of the system, also one that shows nothing new, before the events that
  /// follow from it.
  func receive(_ callback: PushCallback)

  /// Called with each event before observers receive it, also if there are none.
  ///
  /// Called once for an event, when it is new: not when an observer that attaches later receives it, and
  /// not for an event whose account has signed out by then.
  func willDeliver(_ event: PushEvent)

  /// Called with how a push is presented in the foreground, and why: once for each notification
  /// request, after all ``PresentationVoter``s were asked.
  func receive(_ decision: PresentationDecision)

  /// Called with what is dropped, merged, held, late or strange, as ``NotificationManager/log`` is, in
  /// the same order.
  func receive(_ entry: PushLogEntry)
}

extension PushDiagnosticsObserver {
  /// Does nothing.
  public func receive(_ callback: PushCallback) {}

  /// Does nothing.
  public func willDeliver(_ event: PushEvent) {}

  /// Does nothing.
  public func receive(_ decision: PresentationDecision) {}

  /// Does nothing.
  public func receive(_ entry: PushLogEntry) {}
}
