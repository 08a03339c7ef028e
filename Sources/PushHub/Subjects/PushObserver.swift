/// Whoever takes part in what becomes of pushes, in one role or in several.
///
/// The roles are ``PushObserver``, which hears events, ``PresentationVoter``,
/// ``BackgroundPushObserver``, ``PushResponder`` and ``PushCallbackObserver``. One call of
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
/// What an observer hears it has heard; it decides nothing. To act on the user's answers, be a
/// ``PushResponder``: then the system waits for it, and nobody else acts on them too.
@MainActor
public protocol PushObserver: PushParticipant {
  /// The kinds of event that it takes, read when it is added; all by default.
  ///
  /// An event that nobody takes waits for the first that does.
  var interests: Set<PushEvent.Kind> { get }

  /// Tells what happened; every observer hears the same events in the same order.
  func receive(_ event: PushEvent)
}

extension PushObserver {
  /// Every kind.
  public var interests: Set<PushEvent.Kind> { Set(PushEvent.Kind.allCases) }
}

/// An observer of everything that the system tells the app about pushes, for recording it.
///
/// It hears each callback before the events that follow from it, also one that shows nothing new. A
/// callback that is told from inside of it waits until all have heard the present one; its events do
/// not wait for that.
/// It does not count as somebody who has heard a push: an event waits in the mailbox as if it had
/// not been there.
@MainActor
public protocol PushCallbackObserver: PushParticipant {
  /// Tells what the system told.
  func receive(_ callback: PushCallback)
}
