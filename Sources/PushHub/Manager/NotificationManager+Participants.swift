extension NotificationManager: PushSubject {
  /// Adds a participant in every role that it conforms to, held weakly; adding one that is there
  /// already changes nothing.
  ///
  /// See ``PushSubject/add(_:priority:replay:)``.
  public func add(
    _ participant: any PushParticipant,
    priority: ObserverPriority,
    replay: Bool
  ) {
    let entry = Participant(participant)
    guard participants.add(entry, priority: priority) else { return }
    if entry.diagnosticsObserver != nil { hasDiagnosticsObserver = true }
    pruneJournal()
    deliverJournal(to: entry, replay: replay)
    if participant is any PushResponder { askNext() }
    pruneJournal()
  }

  /// Removes a participant from all its roles; it receives nothing more, and is asked nothing more.
  public func remove(_ participant: any PushParticipant) {
    participants.remove(participant)
  }

  /// The events from now on, for code off the main actor.
  ///
  /// See ``PushSubject/events(replay:)``.
  public func events(replay: Bool) -> AsyncStream<PushEvent> {
    let reader = EventReader(of: self, from: journal.position(replay: replay))
    return AsyncStream { await reader.next() }
  }
}

/// The consumer's place in the journal, for an event stream.
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

  /// Waits for the next event; nothing is read for a consumer that was cancelled.
  func next() async -> PushEvent? {
    while manager != nil, !Task.isCancelled {
      manager?.pruneJournal()
      let event = manager?.read(&position)
      manager?.pruneJournal()
      if let event { return event }
      guard (try? await arrival.wait()) != nil else { return nil }
    }
    return nil
  }
}
