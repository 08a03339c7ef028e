public import Foundation

/// The source of push events, as features see the notification manager.
@MainActor
public protocol PushSubject: AnyObject {
  /// The latest device token from the system; `nil` until this process has received one, or while it
  /// is renewed.
  var deviceToken: DeviceToken? { get }

  /// The rules that find out which push a payload is, and which account it belongs to.
  var identification: PushIdentification { get }

  /// The clock.
  var scheduler: any Scheduler { get }

  /// Adds a participant, held weakly, in every role that it conforms to; adding it twice changes nothing.
  ///
  /// Before the call returns, an observer receives the pending events of the kinds that it is interested in.
  /// A responder is asked about the pending responses.
  ///
  /// - Parameters:
  ///   - participant: The participant; keep a reference to it.
  ///   - priority: Whether it is called before or after others, in each role.
  ///   - replay: Whether an observer also receives the kept events that others have received.
  /// - Complexity: O(1) amortised, apart from the events that it receives.
  func add(_ participant: any PushParticipant, priority: ObserverPriority, replay: Bool)

  /// Removes a participant from all its roles.
  ///
  /// It receives no more events, not even the one being delivered, and is no longer asked. Work that it has
  /// started continues.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ participant: any PushParticipant)

  /// A stream of the events from now on, for code off the main actor.
  ///
  /// The stream begins with the pending events. It is a position in the journal: an event counts as received
  /// when the consumer reads it, so a consumer that is canceled loses nothing. Events that are discarded
  /// before a slow consumer has read them are counted and logged. The stream ends when the subject is
  /// deallocated.
  ///
  /// - Parameter replay: Whether the stream begins with all events that are kept.
  func events(replay: Bool) -> AsyncStream<PushEvent>

  /// Handles the user's response to a push that a feature shows itself, like a response from the system.
  ///
  /// A response that is reported several times is delivered once.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - requestIdentifier: The notification request's identifier, if it is known; see
  ///     ``PresentationDecision/requestIdentifier``.
  ///   - response: The user's response.
  ///   - deliveredAt: The time when the system delivered the notification, if it is known; of two with the
  ///     same content, it identifies the one.
  func open(
    _ payload: PushPayload,
    requestIdentifier: String?,
    response: PushResponse,
    deliveredAt: Date?
  )
}

extension PushSubject {
  /// Adds a participant at the default priority.
  public func add(_ participant: any PushParticipant, replay: Bool = false) {
    add(participant, priority: .default, replay: replay)
  }

  /// Adds a participant without replay.
  public func add(_ participant: any PushParticipant, priority: ObserverPriority) {
    add(participant, priority: priority, replay: false)
  }

  /// A stream of the pending events and those from now on.
  public func events() -> AsyncStream<PushEvent> {
    events(replay: false)
  }
}
