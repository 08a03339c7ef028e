/// What features know of the notification manager: where pushes come from.
@MainActor
public protocol PushSubject: AnyObject {
  /// The device token that the system gave last; `nil` until it has arrived in this process.
  var deviceToken: DeviceToken? { get }

  /// Adds a participant in every role that it conforms to, held weakly; adding one that is there
  /// already changes nothing.
  ///
  /// An observer receives, before the call returns, the events of the kinds that it takes that nobody
  /// has heard so far and that are not too old. A responder is asked about the responses that
  /// nobody has handled so far.
  ///
  /// - Parameters:
  ///   - participant: Who takes part; the caller keeps it alive.
  ///   - priority: Whether it is called before or after others, in each role.
  ///   - replay: Whether an observer also receives the retained events that have been heard.
  /// - Complexity: O(1) amortised, besides what it receives.
  func add(_ participant: any PushParticipant, priority: ObserverPriority, replay: Bool)

  /// Removes a participant from all its roles; it receives nothing more, not even the event
  /// being delivered, and is asked nothing more.
  ///
  /// Work that it has begun goes on.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ participant: any PushParticipant)

  /// The events from now on, for code off the main actor.
  ///
  /// The stream begins with the events that nobody has heard. It is a place among the events that are
  /// retained: an event is heard when the consumer reads it, so that a consumer which is gone or
  /// cancelled takes nothing away. What is discarded before a slow consumer has read it is counted and
  /// logged. The stream ends when the subject does.
  ///
  /// - Parameter replay: Whether the stream begins with all retained events.
  func events(replay: Bool) -> AsyncStream<PushEvent>

  /// Handles the user's response to a push that a feature shows itself, like one that the system
  /// reports.
  ///
  /// Reported several times, it is heard and responded to once.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier, where it is known; see
  ///     ``PresentationDecision/requestIdentifier``.
  ///   - response: What the user did.
  func open(_ payload: PushPayload, requestIdentifier: String?, response: PushResponse)
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

  /// The events from now on, and those that nobody has heard.
  public func events() -> AsyncStream<PushEvent> {
    events(replay: false)
  }
}
