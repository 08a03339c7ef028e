/// What a feature decides: a value that handles one event after the other and returns what is to be done.
///
/// All state of a feature's is in here, time comes in with each event, and what is to be done comes
/// out as effects. There is no task, no timer and no closure in it, so that all that it may do can be
/// tried out: every sequence of events, each at its time, without an app and without waiting.
///
/// ```swift
/// struct ReminderCore: DrivenCore {
///   enum Event { case arrived, opened, deadline }
///   enum Effect { case remind }
///
///   static var deadline: Event { .deadline }
///   private(set) var nextDeadline: ContinuousClock.Instant?
///
///   mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
///     nextDeadline = event == .arrived ? now + .seconds(600) : nil
///     return event == .deadline ? [.remind] : []
///   }
/// }
/// ```
///
/// A ``CoreDriver`` does the rest; see <doc:write-an-observer> for a whole feature.
package protocol DrivenCore {
  /// What happens, to the app and to what the feature has begun.
  associatedtype Event

  /// What the feature does in the world: shows, asks, stores, cancels, writes to the log.
  associatedtype Effect

  /// The event which says that ``nextDeadline`` has come.
  static var deadline: Event { get }

  /// When the core wants to hear ``deadline``, if nothing happens before.
  ///
  /// It is asked after each event, and follows from the state; `nil` if nothing is to happen by
  /// itself. An instant that has passed is due at once.
  var nextDeadline: ContinuousClock.Instant? { get }

  /// Handles an event, and returns what is to be done because of it.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - now: When; never before that of the last event.
  /// - Returns: What is to be done, in this order.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect]
}
