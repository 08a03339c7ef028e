/// What features know of the notification manager: where pushes come from.
@MainActor
public protocol PushSubject: AnyObject {
  /// The device token as last told by the system; `nil` until it has arrived in this process.
  var deviceToken: DeviceToken? { get }

  /// Adds a participant in every role that it conforms to, held weakly; adding one that is there
  /// already changes nothing.
  ///
  /// An observer receives, before the call returns, the events of the kinds that it takes that no
  /// observer has heard so far and that are not too old. A responder is asked about the answers that
  /// nobody has handled so far.
  ///
  /// - Parameters:
  ///   - participant: Who takes part; the caller keeps it alive.
  ///   - priority: Whether it is called before or after others, in each role.
  ///   - replay: Whether an observer also receives the retained events that others have heard but it
  ///     has not; each at most once for this observer, also when it is removed and added again.
  /// - Complexity: O(1) amortised, besides what it receives.
  func add(_ participant: any PushParticipant, priority: ObserverPriority, replay: Bool)

  /// Removes a participant from all its roles; it is told nothing more, not even the event being
  /// delivered, and asked nothing more.
  ///
  /// Work that it has begun goes on.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ participant: any PushParticipant)

  /// The events from now on, for code off the main actor.
  ///
  /// The stream is an observer like others: it takes unheard events. It has heard an event when its
  /// consumer has taken it: what is in the buffer when the consumer drops the stream, or is
  /// cancelled, goes back to where unheard events wait, and is counted if it has become too old.
  /// The stream ends when the subject does.
  ///
  /// - Parameters:
  ///   - bufferSize: How many events wait for a slow consumer. Beyond that the oldest is dropped,
  ///     counted and logged, and waits for another observer if nobody has heard it.
  ///   - replay: Whether the stream starts with the retained events.
  func events(bufferSize: Int, replay: Bool) -> AsyncStream<PushEvent>
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

  /// The events from now on, with a buffer of 64.
  public func events(replay: Bool = false) -> AsyncStream<PushEvent> {
    events(bufferSize: 64, replay: replay)
  }
}

/// A push subject that also takes answers from features which show pushes themselves.
///
/// ``NotificationManager`` is one: what a feature tells it here goes the way of the system's answers.
@MainActor
public protocol PushAnswerTaking: PushSubject {
  /// Takes the user's answer to a push; told by several, it is heard and responded to once.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier, where it is known; see
  ///     ``PresentationDecision/requestIdentifier``.
  ///   - response: What the user did.
  func open(_ payload: PushPayload, requestIdentifier: String?, response: PushResponse)
}

/// A participant's place in the list of those that are told events or asked.
final class PushRegistration: ObserverRegistration {
  weak var observer: (any PushParticipant)?
  var record: ObserverRecord
  let interests: Set<PushEvent.Kind>
  private weak var listener: (any PushObserver)?
  private let mask: UInt8

  init(_ participant: any PushParticipant) {
    observer = participant
    record = ObserverRecord(of: participant)
    let listener = participant as? any PushObserver
    interests = listener?.interests ?? []
    mask = interests.reduce(0) { $0 | $1.bit }
    self.listener = listener
  }

  func takes(_ event: PushEvent) -> Bool { mask & event.kind.bit != 0 }

  func letGo() { observer = nil }

  func deliver(_ event: PushEvent, to participant: any PushParticipant) {
    listener?.receive(event)
  }
}

extension PushEvent.Kind {
  fileprivate var bit: UInt8 {
    switch self {
    case .tokenChanged: 1
    case .registrationFailed: 2
    case .received: 4
    case .opened: 8
    }
  }
}
