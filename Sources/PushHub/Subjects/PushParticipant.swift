/// An object with one or several roles in the handling of pushes.
///
/// The roles are ``PushObserver``, ``PresentationVoter``, ``BackgroundWorker``, ``PushResponder`` and
/// ``PushDiagnosticsObserver``. One call of ``PushSubject/add(_:priority:replay:)`` adds an object in each role
/// that it conforms to. The roles are independent of each other.
///
/// A subject holds participants weakly: keep a reference to each.
@MainActor
public protocol PushParticipant: AnyObject {
  /// Called by a subject that adds the participant, before it receives anything; by default does nothing.
  func added(to subject: any PushSubject)

  /// Called by a subject that has removed the participant; by default does nothing.
  func removed(from subject: any PushSubject)
}

extension PushParticipant {
  /// Does nothing.
  public func added(to subject: any PushSubject) {}

  /// Does nothing.
  public func removed(from subject: any PushSubject) {}
}

/// A feature that receives push events.
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
/// To act on the user's responses, conform to ``PushResponder``: then the system waits for the work, and no
/// other responder acts on the same response.
@MainActor
public protocol PushObserver: PushParticipant {
  /// The kinds of event to receive, read when the observer is added; by default ``PushEvent/Kind/pending``.
  ///
  /// An event that no observer receives stays pending until one with this interest is added.
  var interests: Set<PushEvent.Kind> { get }

  /// Called with each event; every observer receives the same events in the same order.
  func receive(_ event: PushEvent)
}

extension PushObserver {
  /// ``PushEvent/Kind/pending``.
  public var interests: Set<PushEvent.Kind> { PushEvent.Kind.pending }
}

/// A feature that handles the user's responses to notifications: taps, actions and replies.
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
/// Responders are asked one after the other, in order of priority, after observers have received
/// ``PushEvent/opened(_:_:)``. The first that handles a response is the last that is asked. The system's
/// completion handler is called when that one has finished, or when all have declined, so that the
/// app is not suspended during the work.
///
/// A response that no responder has handled stays pending for responders that are added later, so the tap
/// that launched the app is not lost. It is discarded, counted and logged when it is too old or when its
/// account signs out.
@MainActor
public protocol PushResponder: PushParticipant {
  /// The notification categories that it handles; none by default.
  ///
  /// Each has an identifier that is unique in the app. A ``PluginHost`` reads them once, when it installs the
  /// responder. On Apple's systems `NotificationCategories` registers the categories of the host.
  var categories: [NotificationCategory] { get }

  /// Handles a response, or leaves it to the next responder.
  ///
  /// Called once for each response while the responder stays attached. A responder that has declined is
  /// asked again when the account of the push is shown, but not if it shows that account itself before it
  /// returns; and when the app sets its accounts for the first time, if that of the push is one of them.
  ///
  /// The responders that are asked about one response share ``NotificationManager/Configuration/backgroundBudget``.
  /// When it is used up, the system's completion handler is called, the task is canceled, and the log names its
  /// responder. The remaining responders are then asked with a new budget, for which the system doesn't wait. An
  /// error is logged and counts as not handled.
  ///
  /// - Returns: Whether the response is handled, so that no other responder is asked.
  func respond(to response: PushResponse, of push: Push) async throws -> Bool
}

extension PushResponder {
  /// An empty array.
  public var categories: [NotificationCategory] { [] }
}

/// A feature that works in the background: for a push, before the system suspends the app again, or in the
/// time that the system gives the app for background refreshes.
///
/// ```swift
/// final class Orders: PushPlugin, BackgroundWorker {
///   func performBackgroundWork(for push: Push?) async throws -> FetchResult {
///     try await shop.hasNewOrders() ? .newData : .noData
///   }
/// }
/// ```
///
/// No system guarantees the delivery of a push. A refresh makes up for pushes that were not delivered.
@MainActor
public protocol BackgroundWorker: PushParticipant {
  /// Whether it works on pushes; `true` by default.
  var worksOnPushes: Bool { get }

  /// Whether it works in background refreshes; `true` by default.
  var worksInRefreshes: Bool { get }

  /// Does the work; called once for each push of a remote callback, also in the foreground, and once for each
  /// call of ``NotificationManager/refresh()``.
  ///
  /// All features work at the same time, under one budget. When it is used up, the task is canceled, logged
  /// with the feature's name, and counts as ``FetchResult/failed``; a later result is ignored. An error is
  /// logged and counts as ``FetchResult/failed``.
  ///
  /// - Parameter push: The push; `nil` in a refresh.
  /// - Returns: New data only if there was some, and no data if there was nothing to do.
  func performBackgroundWork(for push: Push?) async throws -> FetchResult
}

extension BackgroundWorker {
  /// `true`.
  public var worksOnPushes: Bool { true }

  /// `true`.
  public var worksInRefreshes: Bool { true }
}

/// The result of background work for a push, or of a background refresh.
///
/// The system uses these results to decide how often to wake the app. The raw values are those of its
/// own `UIBackgroundFetchResult`.
public enum FetchResult: UInt, Hashable, Sendable, CaseIterable {
  /// New data was fetched, or pending data was sent.
  case newData

  /// There was nothing to fetch.
  case noData

  /// Fetching failed.
  case failed
}

/// A feature that observes the subject itself, for recording or diagnostics.
///
/// It has no influence: an event that only diagnostics observers have received stays pending. Diagnostics
/// during a call are queued until all diagnostics observers have been called; events aren't delayed.
@MainActor
public protocol PushDiagnosticsObserver: PushParticipant {
  /// Called with each diagnostic; every observer receives the same ones in the same order.
  func receive(_ diagnostic: PushDiagnostic)
}

/// What a subject reports to its diagnostics observers.
///
/// Later versions may add cases, so a switch over them needs a default.
public enum PushDiagnostic: Sendable {
  /// A callback of the system, also a duplicate, before the events that follow from it.
  case callback(PushCallback)

  /// A new event before observers receive it, also if there are none.
  ///
  /// Not reported when an observer that attaches later receives the event. No observer receives an event whose
  /// account is not signed in.
  case event(PushEvent)

  /// A decision on how to present a push in the foreground.
  ///
  /// Reported once for each notification request, after all ``PresentationVoter``s have voted.
  case decision(PresentationDecision)

  /// A log entry, in the same order as in ``NotificationManager/log``.
  case entry(PushLogEntry)
}
