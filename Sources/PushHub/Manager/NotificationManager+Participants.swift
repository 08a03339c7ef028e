extension NotificationManager: PushSubject {
  /// The rules of the configuration.
  public var identification: PushIdentification { configuration.identification }

  /// Adds a participant, held weakly, in every role that it conforms to; adding it twice changes nothing.
  ///
  /// See ``PushSubject/add(_:priority:replay:)``.
  public func add(
    _ participant: any PushParticipant,
    priority: ObserverPriority,
    replay: Bool
  ) {
    let entry = Participant(participant)
    guard participants.add(entry, priority: priority) else { return }
    participant.added(to: self)
    if entry.diagnosticsObserver != nil { hasDiagnosticsObserver = true }
    deliverJournal(to: entry, replay: replay)
    if participant is any PushResponder { askResponders() }
  }

  /// Removes a participant from all its roles; it receives no more events and is no longer asked.
  public func remove(_ participant: any PushParticipant) {
    guard participants.entry(of: participant) != nil else { return }
    participants.remove(participant)
    participant.removed(from: self)
  }

  /// A stream of the events from now on, for code off the main actor.
  ///
  /// See ``PushSubject/events(replay:)``.
  public func events(replay: Bool) -> AsyncStream<PushEvent> {
    let reader = EventReader(of: self, from: journal.position(replay: replay))
    return AsyncStream { await reader.next() }
  }
}

/// An event stream's position in the journal.
@MainActor
private final class EventReader {
  private weak var manager: NotificationManager?
  private let arrival: ScheduledCondition
  private var position: Journal.Position

  init(of manager: NotificationManager, from position: Journal.Position) {
    self.manager = manager
    self.position = position
    arrival = manager.arrival
  }

  /// Waits for the next event; reads nothing if the consumer was canceled.
  func next() async -> PushEvent? {
    while manager != nil, !Task.isCancelled {
      if let event = manager?.read(&position) { return event }
      guard (try? await arrival.wait()) != nil else { return nil }
    }
    return nil
  }
}

/// A participant's entry in the list, for all its roles.
final class Participant: ObserverEntry {
  private(set) weak var observer: (any PushObserver)?
  private(set) weak var diagnosticsObserver: (any PushDiagnosticsObserver)?

  /// The kinds of event that it receives.
  let interests: Set<PushEvent.Kind>

  private let hasAllPending: Bool

  init(_ participant: any PushParticipant) {
    observer = participant as? any PushObserver
    diagnosticsObserver = participant as? any PushDiagnosticsObserver
    interests = observer?.interests ?? []
    hasAllPending = interests.isSuperset(of: PushEvent.Kind.pending)
    super.init(participant)
  }

  /// Its name in the log.
  var name: String { "\(type)" }

  func isInterested(in kind: PushEvent.Kind) -> Bool {
    hasAllPending && kind.canBePending || interests.contains(kind)
  }
}
