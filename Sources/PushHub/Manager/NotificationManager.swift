/// The one place where an app's push notifications come in, and from where observers hear them.
///
/// The application forwards the system's callbacks, in one line each; the manager recognizes one
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
  public internal(set) var statistics = PushStatistics()

  /// Called with what is dropped, merged, held, late or strange, when it happens.
  public var log: ((PushLogEntry) -> Void)?

  /// Called with each response of the user's that all attached responders declined, once; for an app
  /// that shows something in any case.
  ///
  /// A responder that attaches later is still asked.
  public var fallback: ((Push, PushResponse) -> Void)?

  /// The device token that the system gave last; `nil` until it has arrived in this process.
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

  /// Why the system gave no token, the latest time; without meaning once there is one.
  var registrationFailure: RegistrationFailure?

  /// What came from the system.
  var arrivals = PushArrivals()

  /// Signals that event streams may have something to read.
  let arrival = ScheduledCondition()

  /// Whether a participant was ever added that hears what the manager goes through.
  var hasDiagnosticsObserver = false

  /// Whether the app is inactive on its way from the background.
  private(set) var isReturning = false

  private var phase = AppPhase.background
  private let events = EventQueue<(event: PushEvent, owner: Journal.Owner)>()
  private let diagnostics = EventQueue<Diagnostic>()
  private lazy var expiry = DeadlineAlarm { [weak self] in self?.pruneJournal() }

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
  /// Delivers an event, when its turn has come, unless its account has signed out by then.
  ///
  /// - Parameter owner: Whose it is; by default it stays when an account signs out.
  func emit(_ event: PushEvent, of owner: Journal.Owner = .nobody) {
    events.emit((event, owner), to: deliver)
  }

  private func deliver(_ incoming: (event: PushEvent, owner: Journal.Owner)) {
    let (event, owner) = incoming
    let kind = event.kind
    let number = journal.append(event, at: scheduler.now.referenceTime, of: owner)
    guard !journal.hasSignedOut(owner) else {
      if kind == .received { statistics[.held] += 1 }
      return pruneJournal()
    }
    notify(.event(event))
    var isHeard = false
    participants.callEach { participant in
      guard participant.isInterested(in: kind), let observer = participant.observer
      else { return false }
      if !isHeard {
        journal[number]?.isHeard = true
        isHeard = true
      }
      observer.receive(event)
      return true
    }
    arrival.signalAll()
    if kind == .opened {
      askNext(about: number)
    } else if !isHeard {
      record(.held, event: event, "nobody has heard it; the first to attach that takes it will")
    }
    pruneJournal()
  }

  /// Delivers to a participant that attaches what the journal has for it; other events wait meanwhile.
  func deliverJournal(to participant: Participant, replay: Bool) {
    var position = journal.position(replay: replay)
    events.hold(
      for: {
        while participant.isAttached, let observer = participant.observer,
          let event = read(&position, of: participant.interests)
        {
          participant.wasCalled = true
          observer.receive(event)
        }
      },
      then: deliver
    )
  }

  /// Reads the next event, which is heard by that.
  func read(
    _ position: inout Journal.Position,
    of kinds: Set<PushEvent.Kind> = Set(PushEvent.Kind.allCases)
  ) -> PushEvent? {
    let (entry, missed) = journal.read(
      &position,
      of: kinds,
      at: scheduler.now.referenceTime
    )
    if let entry, entry.isPending, !entry.isResponse {
      statistics.collected += 1
    }
    if missed > 0 {
      record(
        .droppedFromStream,
        count: missed,
        "\(missed) events were discarded before the stream read them"
      )
    }
    return entry?.event
  }

  /// Discards what may wait no longer, and sees to it that this is done again in time.
  func pruneJournal() {
    record(journal.prune(at: scheduler.now.referenceTime))
    expiry.set(
      to: .init(referenceTime: journal.nextExpiry),
      on: scheduler
    )
    statistics.waiting = journal.pendingCount
  }
}

// MARK: - The account

/// Added to the app's lifecycle, the manager discards what waits when its account signs out, and knows a
/// remote callback that the system repeats on the way to the foreground.
extension NotificationManager: LifecycleObserver {
  /// Starts with the account that is signed in.
  public func begin(with state: LifecycleState) {
    if phase != state.phase {
      isReturning = phase == .background && state.phase == .inactive
      phase = state.phase
    }
    pruneJournal()
    let isNew = journal.signIn(state.account)
    pruneJournal()
    if isNew { askNext() }
  }

  /// Follows the account and the phase.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    begin(with: state)
  }
}

// MARK: - The log

extension NotificationManager {
  /// What a diagnostics observer hears.
  enum Diagnostic {
    case callback(PushCallback)
    case event(PushEvent)
    case decision(PresentationDecision)
    case entry(PushLogEntry)
  }

  /// Notifies participants with the role for it of what the manager goes through.
  func notify(_ diagnostic: Diagnostic) {
    guard hasDiagnosticsObserver else { return }
    diagnostics.emit(diagnostic) { diagnostic in
      participants.callEach { participant in
        guard let observer = participant.diagnosticsObserver else { return false }
        switch diagnostic {
        case .callback(let callback): observer.receive(callback)
        case .event(let event): observer.willDeliver(event)
        case .decision(let decision): observer.receive(decision)
        case .entry(let entry): observer.receive(entry)
        }
        return true
      }
    }
  }

  private func recordDeath(of participant: Participant) {
    record(
      participant.wasCalled ? .observerDied : .observerDeallocatedUnused,
      by: participant,
      participant.causeOfDeath
    )
  }

  private func record(_ losses: Journal.Losses) {
    for (entry, code) in losses {
      record(
        code,
        event: entry.event,
        responderCount: entry.isResponse ? entry.asked.count : nil,
        entry.isResponse ? "no responder has handled it" : "no observer has heard it"
      )
    }
  }

  /// Counts what has happened, and logs it.
  func record(
    _ code: PushLogEntry.Code,
    count: Int = 1,
    push: Push? = nil,
    event: PushEvent? = nil,
    by participant: Participant? = nil,
    responderCount: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    statistics[code] += count
    guard hasDiagnosticsObserver || log != nil else { return }
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
    notify(.entry(entry))
  }
}
