/// A feature that acts on the user's answers to notifications: a tap, an action, a reply.
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
/// ``PushEvent/opened(_:_:)``; the first that handles an answer ends the asking. The system's
/// completion handler is called when that one has finished, or when all have declined, so that the
/// app is not suspended in the middle.
///
/// An answer that nobody has handled waits for a responder that is added later: the tap that
/// launched the app is not lost, whoever else is attached. It goes when it is too old or the account
/// of its time has signed out, which is counted and logged.
@MainActor
public protocol PushResponder: PushParticipant {
  /// Handles an answer, or leaves it to the next responder.
  ///
  /// Asked once for each answer, as long as it stays attached.
  ///
  /// All that are asked for one answer share ``NotificationManager/Configuration/backgroundBudget``.
  /// When it is used up the task is cancelled and the responder named in the log; the next one is
  /// then asked under a budget of its own. An error is named in the log and counts as not handled.
  ///
  /// - Returns: Whether the answer is dealt with, so that nobody else is to be asked.
  func respond(to response: PushResponse, of push: Push) async throws -> Bool
}
