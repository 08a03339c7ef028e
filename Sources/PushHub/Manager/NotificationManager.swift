/// The one place where an app's push notifications come in, and from where observers hear them.
///
/// The application forwards what the system tells it, in one line each; the manager recognizes one
/// push in several callbacks, keeps what nobody has heard, and asks observers for their work and
/// their vote. It knows observers through protocols only and holds them weakly.
///
/// ```swift
/// let manager = NotificationManager(scheduler: LiveScheduler())
/// manager.add(router)
///
/// func application(
///   _ application: UIApplication,
///   didReceiveRemoteNotification userInfo: [AnyHashable: Any]
/// ) async -> UIBackgroundFetchResult {
///   .init(await manager.deliver(PushPayload(userInfo: userInfo), via: .remote))
/// }
/// ```
///
/// Everything happens on the main actor, and time comes from the scheduler alone. Code off the main
/// actor reads ``PushSubject/events(replay:)``.
@MainActor
public final class NotificationManager {
  /// A manager on a scheduler of its own, for apps that want one everywhere; made when first used.
  public static let shared = NotificationManager(scheduler: LiveScheduler())

  /// How the manager behaves.
  public let configuration: Configuration

  /// What the manager has done so far.
  ///
  /// - Complexity: O(n) in what waits, which is bounded by the configuration.
  public var statistics: PushStatistics {
    var statistics = counts
    statistics.waiting = journal.pendingCount
    return statistics
  }

  /// What has happened; what is so now is not counted but looked up.
  var counts = PushStatistics()

  /// Told what is dropped, merged, held, late or strange, at the moment when it happens.
  public var log: ((PushLogEntry) -> Void)?

  /// Told of each answer of the user's that all attached responders declined, once; for an app that
  /// shows something in any case.
  ///
  /// A responder that attaches later is still asked.
  public var fallback: ((Push, PushResponse) -> Void)?

  /// The device token as last told by the system; `nil` until it has arrived in this process.
  public internal(set) var deviceToken: DeviceToken?

  let scheduler: any Scheduler
  let participants = ObserverList<Participant>()
  var deduplicator: Deduplicator
  var journal: Journal

  /// The work of background workers, by push.
  var backgroundWork: [Deduplicator.Ordinal: BackgroundDelivery] = [:]

  /// The work of responders that is under way, by response.
  var responseWork: [Journal.Number: BackgroundDelivery] = [:]

  /// The refresh that is under way.
  var refreshWork: BackgroundDelivery?

  /// Signals that event streams may have something to read.
  let arrival = ScheduledCondition()

  private let events = EventQueue<Journal.Number>()
  private let diagnostics = EventQueue<PushDiagnostic>()
  private var expiry: (instant: ContinuousClock.Instant, action: ScheduledAction)?

  /// Makes a manager that has heard nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - scheduler: The app's clock, shared with the app's other parts.
  public init(configuration: Configuration = Configuration(), scheduler: any Scheduler) {
    self.configuration = configuration
    self.scheduler = scheduler
    deduplicator = Deduplicator(
      capacity: configuration.deduplicationCapacity,
      window: configuration.deduplicationWindow
    )
    journal = Journal(
      capacity: configuration.journalCapacity,
      maximumAge: configuration.journalMaximumAge
    )
    participants.observerDied = { [weak self] in self?.recordDeath(of: $0) }
  }

  deinit {
    let arrival = arrival
    Task { @MainActor in arrival.signalAll() }
  }
}

// MARK: - Events

extension NotificationManager {
  /// Adds an event to the journal and delivers it, when its turn has come.
  func emit(_ event: PushEvent) -> Journal.Number {
    let number = journal.append(event, at: scheduler.now)
    events.emit(number, to: deliver)
    return number
  }

  private func deliver(_ number: Journal.Number) {
    guard let event = journal[number]?.event else { return }
    journal.begin(number)
    var began = scheduler.now
    var isHeard = false
    let calls = participants.callEach { participant in
      guard participant.takes(event), let observer = participant.observer else { return false }
      if !isHeard {
        journal.setHeard(number)
        isHeard = true
      }
      observer.receive(event)
      let ended = scheduler.now
      let isSlow = recordIfSlow(participant, event: event, ended - began)
      // What the log takes is nobody's time.
      began = isSlow ? scheduler.now : ended
      return true
    }
    arrival.signalAll()
    guard calls == 0, event.kind != .opened else { return }
    counts.held += 1
    record(.held, event: event, "nobody has heard it; the first to attach that takes it will")
  }

  /// Tells a participant that attaches what the journal has for it; other events wait meanwhile.
  func deliverJournal(to participant: Participant, replay: Bool) {
    var position = journal.position(replay: replay)
    var count = 0
    events.hold(
      for: {
        while participant.isAttached, let observer = participant.observer,
          let event = read(&position, of: participant.interests)
        {
          count += 1
          participant.wasCalled = true
          timed(participant, event: event) { observer.receive(event) }
        }
      },
      then: deliver
    )
    if count > 0 {
      record(.handedOver, by: participant, "got \(count) retained events")
    }
  }

  /// Reads the next event, which is heard by that.
  func read(
    _ position: inout Journal.Position,
    of kinds: Set<PushEvent.Kind> = Set(PushEvent.Kind.allCases)
  ) -> PushEvent? {
    let (entry, missed) = journal.read(&position, of: kinds)
    if let entry, entry.isPending, !entry.isResponse {
      counts.collected += 1
    }
    if missed > 0 {
      counts.droppedFromStreams += missed
      record(.droppedFromStream, "\(missed) events were discarded before the stream read them")
    }
    return entry?.event
  }

  /// Discards what may wait no longer, and sees to it that this is done again in time.
  func pruneJournal() {
    for loss in journal.prune(at: scheduler.now) {
      record(loss)
    }
    let instant = journal.nextExpiry
    guard instant != expiry?.instant else { return }
    if let expiry {
      scheduler.cancel(expiry.action)
    }
    expiry = instant.map { instant in
      let action = scheduler.schedule(at: instant, tolerance: .seconds(1)) { [weak self] in
        self?.expiry = nil
        self?.pruneJournal()
      }
      return (instant, action)
    }
  }
}

// MARK: - The account

/// Added to the app's lifecycle, the manager discards what waits when the account of its time signs
/// out.
extension NotificationManager: LifecycleObserver {
  /// Starts with the account that is signed in.
  public func begin(with state: LifecycleState) {
    signIn(state.account)
  }

  /// Follows the account.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .accountChanged(let account) = event {
      signIn(account)
    }
  }

  private func signIn(_ account: AccountID?) {
    pruneJournal()
    journal.signIn(account)
    pruneJournal()
  }
}

// MARK: - The log

extension NotificationManager {
  /// Tells participants with the role for it what the manager goes through.
  func notify(_ diagnostic: PushDiagnostic) {
    diagnostics.emit(diagnostic) { diagnostic in
      participants.callEach { participant in
        guard participant.hears(diagnostic) else { return false }
        if case .entry = diagnostic { return participant.receive(diagnostic) }
        return timed(participant) { participant.receive(diagnostic) }
      }
    }
  }

  /// Calls a participant, and records if that has kept the main actor for too long.
  func timed<Result>(
    _ participant: Participant,
    event: PushEvent? = nil,
    push: Push? = nil,
    _ call: () -> Result
  ) -> Result {
    let began = scheduler.now
    let result = call()
    recordIfSlow(participant, event: event, push: push, scheduler.now - began)
    return result
  }

  @discardableResult
  private func recordIfSlow(
    _ participant: Participant,
    event: PushEvent?,
    push: Push? = nil,
    _ duration: Duration
  ) -> Bool {
    guard duration > configuration.slowCallLimit else { return false }
    counts.slowCalls += 1
    record(
      .slow,
      push: push,
      event: event,
      by: participant,
      "it kept the main actor for \(duration)"
    )
    return true
  }

  private func recordDeath(of participant: Participant) {
    counts.diedObservers += 1
    guard !participant.wasCalled else {
      return record(.observerDied, by: participant, "it was let go without being removed")
    }
    counts.diedUnheardObservers += 1
    record(
      .observerDiedUnheard,
      by: participant,
      "it died before anything came; observers are held weakly, so whoever makes one keeps it"
    )
  }

  private func record(_ loss: Journal.Loss) {
    let isResponse = loss.entry.isResponse
    let code: PushLogEntry.Code
    let message: String
    switch loss.reason {
    case .expired:
      counts.expired += 1
      code = .expired
      message =
        isResponse ? "no responder handled it in time" : "no observer attached in time to hear it"
    case .overflowed:
      counts.overflowed += 1
      code = .overflowed
      message =
        isResponse
        ? "no responder handled it before newer ones came"
        : "no observer took it before newer events came"
    case .signedOut:
      counts.signedOut += 1
      code = .signedOut
      message = "the account of its time has signed out"
    }
    record(
      code,
      event: loss.entry.event,
      responderCount: isResponse ? loss.entry.asked.count : nil,
      message
    )
  }

  func record(
    _ code: PushLogEntry.Code,
    push: Push? = nil,
    event: PushEvent? = nil,
    by participant: Participant? = nil,
    responderCount: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    let isWanted = participants.contains { $0.wants(code) }
    guard isWanted || log != nil else { return }
    let entry = PushLogEntry(
      code: code,
      date: scheduler.date,
      pushID: (push ?? event?.push)?.id,
      event: event?.kind,
      responderCount: responderCount,
      observer: participant?.name,
      observerNumber: participant?.number,
      message: message()
    )
    log?(entry)
    if isWanted {
      notify(.entry(entry))
    }
  }
}
