public import Foundation

/// Receives all push notifications of an app, and delivers them to observers.
///
/// The app forwards the system's callbacks, in one line each. The manager merges duplicate callbacks,
/// keeps events that no observer has received, and asks observers for their work and their vote. It knows
/// observers through protocols only and holds them weakly.
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
/// Everything runs on the main actor, and time comes from the scheduler alone. Code off the main actor
/// reads ``PushSubject/events(replay:)``.
@MainActor
public final class NotificationManager {
  /// A shared manager with a scheduler of its own, created on first use.
  public static let shared = NotificationManager(scheduler: LiveScheduler())

  /// The manager's configuration.
  public let configuration: Configuration

  /// Counts of what the manager has done so far.
  public internal(set) var statistics = PushStatistics()

  /// Called when something is dropped, merged, pending, late or malformed.
  public var log: ((PushLogEntry) -> Void)?

  /// Called once with each response that all attached responders have declined.
  ///
  /// Use it to show something in any case. A responder that attaches later is still asked.
  public var fallback: ((Push, PushResponse) -> Void)?

  /// The latest device token from the system; `nil` until this process has received one, or while it
  /// is renewed.
  public internal(set) var deviceToken: DeviceToken?

  /// The clock.
  public let scheduler: any Scheduler
  let participants = ObserverList<Participant>()
  var deduplicator: Deduplicator
  var journal: Journal

  /// The work of background workers, by push.
  var backgroundWork: [Deduplicator.Ordinal: BackgroundDelivery] = [:]

  /// The work of responders that is in progress, by response.
  var responseWork: [Journal.Number: BackgroundDelivery] = [:]

  /// The refresh that is in progress.
  var refreshWork: BackgroundDelivery?

  /// The latest failure to register; without meaning once there is a token.
  var registrationFailure: RegistrationFailure?

  /// The callbacks that the system has delivered, for a checkup.
  var arrivals = PushArrivals()

  /// Signals that event streams may have something to read.
  let arrival = ScheduledCondition()

  /// Whether a diagnostics observer was ever added.
  var hasDiagnosticsObserver = false

  /// Whether the app is inactive on its way from the background.
  private(set) var isReturning = false

  private let signInStore: any Store<[AccountID: Date]>

  /// What the store of sign-ins has; `nil` while it can't be read.
  private var storedSignIns: [AccountID: Date]?
  private let events = EventQueue<(event: PushEvent, session: SignedInAccounts.Session)>()
  private let diagnostics = EventQueue<PushDiagnostic>()
  private lazy var expiry = DeadlineAlarm { [weak self] in self?.pruneJournal() }

  /// Creates a manager.
  ///
  /// - Parameters:
  ///   - configuration: The manager's configuration.
  ///   - scheduler: The app's clock, shared with the app's other parts.
  ///   - signIns: Keeps the times of sign-ins, so that also after a launch a push from before an account's
  ///     sign-in is not that account's.
  public init(
    configuration: Configuration = Configuration(),
    scheduler: any Scheduler,
    signIns: any Store<[AccountID: Date]> = MemoryStore()
  ) {
    self.configuration = configuration
    self.scheduler = scheduler
    signInStore = signIns
    deduplicator = Deduplicator(
      capacity: configuration.deduplicationCapacity,
      window: configuration.deduplicationWindow
    )
    journal = Journal(
      capacity: configuration.journalCapacity,
      maximumAge: configuration.journalMaximumAge
    )
    participants.observerDied = { [weak self] in self?.recordDeallocation(of: $0) }
  }

  deinit {
    let arrival = arrival
    Task { @MainActor in arrival.signalAll() }
  }
}

// MARK: - Events

extension NotificationManager {
  /// Delivers an event in its turn, unless its account is not signed in by then.
  ///
  /// - Parameter session: The session in which it happened; the present one by default.
  func emit(_ event: PushEvent, in session: SignedInAccounts.Session? = nil) {
    events.emit((event, session ?? journal.accounts.session), to: deliver)
  }

  private func deliver(_ incoming: (event: PushEvent, session: SignedInAccounts.Session)) {
    let entry = journal.append(
      incoming.event,
      at: scheduler.now.referenceTime,
      date: scheduler.date,
      since: incoming.session
    )
    let (event, number, kind) = (entry.event, entry.number, incoming.event.kind)
    defer { pruneJournal() }
    notify(.event(event))
    guard !entry.isSignedOut else {
      if kind == .received { statistics[.held] += 1 }
      return
    }
    var isReceived = false
    participants.callEach { participant in
      guard participant.isInterested(in: kind), let observer = participant.observer
      else { return false }
      if !isReceived {
        journal[number]?.isReceived = true
        isReceived = true
      }
      observer.receive(event)
      return true
    }
    arrival.signalAll()
    if kind == .opened {
      askResponder(about: number)
    } else if !isReceived, kind.canBePending {
      let message = "no observer has received it; the next one to attach with this interest will"
      record(.held, event: event, message)
    }
  }

  /// Delivers the journal's events to a participant that attaches; new events wait meanwhile.
  func deliverJournal(to participant: Participant, replay: Bool) {
    var position = journal.position(replay: replay)
    events.run(
      {
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

  /// Reads the next event, which counts as received.
  func read(
    _ position: inout Journal.Position,
    of kinds: Set<PushEvent.Kind> = PushEvent.Kind.pending
  ) -> PushEvent? {
    let (entry, missed) = journal.read(
      &position,
      of: kinds,
      at: scheduler.now.referenceTime
    )
    if let entry, entry.isPending, entry.response == nil {
      statistics.collected += 1
    }
    if missed > 0 {
      let message =
        "the stream's consumer was too slow; \(missed) events were discarded before it read them"
      record(.droppedFromStream, count: missed, message)
    }
    pruneJournal()
    return entry?.event
  }

  /// Discards what may no longer wait, logs it, and schedules the next expiry.
  ///
  /// Each function that changes the journal calls it once.
  func pruneJournal() {
    record(journal.prune(at: scheduler.now.referenceTime))
    // A copy, since each access to the property takes a measurable time for every push.
    let journal = journal
    expiry.set(
      to: .init(referenceTime: journal.nextExpiry),
      on: scheduler
    )
    statistics.waiting = journal.pendingCount
  }
}

// MARK: - The accounts

/// An observer of the app's lifecycle: the manager discards pending events of an account that signs out,
/// and recognizes a remote callback that the system repeats while the app returns to the foreground.
extension NotificationManager: LifecycleObserver {
  /// Follows the accounts and the phase.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    let phase = journal.accounts.state.phase
    if phase != state.phase { isReturning = phase == .background && state.phase == .inactive }
    let date = scheduler.date
    // Before the first unlock, `UserDefaults` is empty.
    if state.accounts != nil, journal.accounts.signIns?.isEmpty ?? true {
      storedSignIns = try? signInStore.load() ?? [:]
      journal.accounts.signIns = storedSignIns?.mapValues { min($0, date) }
    }
    journal.accounts.followClock(at: scheduler.now, date: date)
    let hasChanged = journal.setAccounts(state, at: scheduler.now, date: date)
    if let signIns = journal.accounts.signIns, signIns != storedSignIns,
      (try? signInStore.save(signIns)) != nil
    {
      storedSignIns = signIns
    }
    guard hasChanged else { return }
    deduplicator.claim { [journal] in
      journal.accounts.owner(ofDelivery: $0.deliveredAt, now: date)
    }
    askResponders()
  }

  /// The accounts that are signed in, or were at the last launch and may be set yet.
  var keptAccounts: Set<AccountID> {
    let signIns = journal.accounts.signIns ?? [:]
    return (journal.accounts.state.accounts ?? []).union(signIns.keys.filter { !hasSignedOut($0) })
  }

  /// Whether an account has signed out, also while the app was not running.
  func hasSignedOut(_ account: AccountID) -> Bool {
    journal.accounts.signedOut.contains(account, at: scheduler.now)
  }

  /// Whether the account of a push is signed in, as far as the app has set the accounts.
  func isSignedIn(_ push: Push) -> Bool {
    journal.accounts.isSignedIn(push, now: scheduler.date)
  }
}

// MARK: - The log

extension NotificationManager {
  /// Notifies the diagnostics observers.
  func notify(_ diagnostic: PushDiagnostic) {
    guard hasDiagnosticsObserver else { return }
    diagnostics.emit(diagnostic) { diagnostic in
      participants.callEach { participant in
        participant.diagnosticsObserver?.receive(diagnostic) != nil
      }
    }
  }

  private func recordDeallocation(of participant: Participant) {
    record(
      participant.wasCalled ? .observerDied : .observerDeallocatedUnused,
      by: participant,
      participant.deallocationMessage
    )
  }

  private func record(_ losses: Journal.Losses) {
    for (entry, reason) in losses {
      record(
        reason.code,
        event: entry.event,
        entry.response == nil ? "no observer has received it" : "no responder has handled it"
      )
      // Observers may have received a response that no responder was asked about.
      if let push = entry.event.push, !entry.isReceived || entry.response?.asked.isEmpty != true {
        emit(.discarded(push, reason))
      }
    }
  }

  /// Counts something, and logs it.
  func record(
    _ code: PushLogEntry.Code,
    count: Int = 1,
    push: Push? = nil,
    event: PushEvent? = nil,
    by participant: Participant? = nil,
    _ message: @autoclosure () -> String
  ) {
    statistics[code] += count
    guard hasDiagnosticsObserver || log != nil else { return }
    let entry = PushLogEntry(
      code: code,
      date: scheduler.date,
      pushID: (push ?? event?.push)?.id,
      event: event?.kind,
      observer: participant?.name,
      observerNumber: participant?.number,
      message: message()
    )
    log?(entry)
    notify(.entry(entry))
  }
}

extension PushEvent.DiscardReason {
  /// The log's code for the reason.
  fileprivate var code: PushLogEntry.Code {
    switch self {
    case .signedOut: .signedOut
    case .expired: .expired
    case .overflowed: .overflowed
    }
  }
}
