/// The one place where an app's push notifications come in, and from where observers hear them.
///
/// The application forwards what the system tells it, in one line each; the manager recognises one
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
    statistics.waiting = mailbox.waitingCount + answers.count
    statistics.remembered = ledger.count
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
  let observers = ObserverList<PushRegistration>()
  let witnesses = ObserverList<PushWitnessRegistration>()

  /// Which entries of the log a witness has asked for; `nil` for all.
  var witnessedCodes: Set<PushLogEntry.Code>? = []

  var ledger: SightingLedger
  var mailbox: Mailbox
  var answers: AnswerBook
  private(set) var account: AccountID?
  var backgroundDeliveries: [SightingLedger.Ordinal: BackgroundDelivery] = [:]
  var answerDeliveries: [Answer: BackgroundDelivery] = [:]

  /// The refresh that is under way.
  var backgroundRefresh: BackgroundDelivery?
  var streams: [ObjectIdentifier: EventStreamObserver] = [:]
  var mailInHandOver: Mailbox.Item?
  private var deafObserverCount = 0
  private var expiry: (instant: ContinuousClock.Instant, action: ScheduledAction)?

  /// Makes a manager that has heard nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - scheduler: The app's clock, shared with the app's other parts.
  public init(configuration: Configuration = Configuration(), scheduler: any Scheduler) {
    self.configuration = configuration
    self.scheduler = scheduler
    ledger = SightingLedger(
      capacity: configuration.ledgerCapacity,
      contentWindow: configuration.contentWindow
    )
    mailbox = Mailbox(
      capacity: configuration.mailboxCapacity,
      maximumAge: configuration.mailboxMaximumAge
    )
    answers = AnswerBook(
      capacity: configuration.mailboxCapacity,
      maximumAge: configuration.mailboxMaximumAge
    )
    observers.willDeliver = { [weak self] in self?.keep($0) }
    observers.didDeliver = { [weak self] in self?.noteDelivery(of: $0, to: $1) }
    observers.observerDied = { [weak self] in self?.noteDeath(of: $0) }
    witnesses.observerDied = { [weak self] in self?.noteDeath(ofWitness: $0) }
    let limit = max(.zero, configuration.slowCallLimit)
    observers.stopwatch = .init(
      now: { scheduler.now },
      limit: limit,
      report: { [weak self] in self?.noteSlowCall(of: ObserverName($0), with: $1, lasting: $2) }
    )
    witnesses.stopwatch = .init(
      now: { scheduler.now },
      limit: limit,
      report: { [weak self] in self?.noteSlowWitness(ObserverName($0), of: $1, lasting: $2) }
    )
  }

  deinit {
    let streams = streams
    guard !streams.isEmpty else { return }
    Task { @MainActor in
      for stream in streams.values { stream.finish() }
    }
  }
}

// MARK: - The mailbox

extension NotificationManager {
  private func keep(_ event: PushEvent) {
    mailInHandOver = nil
    removeAbandonedStreams()
    expireMail()
    let displaced = mailbox.keep(
      event,
      number: observers.latestDelivery,
      account: account,
      at: scheduler.now
    )
    if let displaced, !displaced.event.isAnswer {
      counts.overflowed += 1
      note(.overflowed, event: displaced.event, "no observer took it before newer events came")
    }
    deafObserverCount = 0
  }

  /// What becomes of an answer is told of by the answers, which more than observers may take.
  private func noteDelivery(of event: PushEvent, to count: Int) {
    guard count == deafObserverCount, mailbox.setUnheard(observers.latestDelivery) else { return }
    if !event.isAnswer {
      counts.held += 1
      note(.held, event: event, "no observer takes it; the first to attach that does will hear it")
    }
    scheduleExpiry()
  }

  func expireMail() {
    for item in mailbox.expire(at: scheduler.now) where !item.event.isAnswer {
      letGo(item.event, .expired, \.expired, "no observer attached in time to hear it")
    }
    for answer in answers.expire(at: scheduler.now) {
      letGo(
        answer.event,
        askedOf: answer.responderCount,
        .expired,
        \.expired,
        "no responder handled it in time"
      )
    }
    scheduleExpiry()
  }

  /// Tells that an event waits no longer.
  ///
  /// - Parameter responderCount: How many responders were asked about it, if it is an answer.
  func letGo(
    _ event: PushEvent,
    askedOf responderCount: Int? = nil,
    _ code: PushLogEntry.Code,
    _ count: WritableKeyPath<PushStatistics, Int>,
    _ reason: String
  ) {
    counts[keyPath: count] += 1
    note(code, event: event, responderCount: responderCount, reason)
  }

  private var nextExpiry: ContinuousClock.Instant? {
    guard let event = mailbox.nextExpiry, let answer = answers.nextExpiry else {
      return mailbox.nextExpiry ?? answers.nextExpiry
    }
    return min(event, answer)
  }

  /// Only what waits here is worth waking up for; the rest is let go on the way.
  func scheduleExpiry() {
    let instant = nextExpiry
    guard instant != expiry?.instant else { return }
    if let expiry {
      scheduler.cancel(expiry.action)
    }
    expiry = instant.map { instant in
      let action = scheduler.schedule(at: instant, tolerance: .seconds(1)) { [weak self] in
        self?.expiry = nil
        self?.expireMail()
      }
      return (instant, action)
    }
  }

  /// Notes that an observer was called, but will never hear the event.
  func noteDeafObserver() {
    deafObserverCount += mailInHandOver == nil ? 1 : 0
  }
}

// MARK: - The account

/// Added to the app's lifecycle, the manager lets go of what waits when the account of its time signs
/// out.
extension NotificationManager: LifecycleObserver {
  /// Starts with the account that is signed in.
  public func begin(with state: LifecycleState) {
    change(to: state.account)
  }

  /// Follows the account.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .accountChanged(let account) = event {
      change(to: account)
    }
  }

  func noteSignedOut(_ event: PushEvent, askedOf responderCount: Int? = nil) {
    letGo(
      event,
      askedOf: responderCount,
      .signedOut,
      \.signedOut,
      "the account of its time has signed out"
    )
  }

  /// Whether what came in the time of an account may be told now.
  func isOfNow(_ former: AccountID?) -> Bool { former == nil || former == account }

  private func change(to newAccount: AccountID?) {
    guard newAccount != account else { return }
    expireMail()
    let mail = mailbox.change(from: account, to: newAccount).map(\.event).filter { !$0.isAnswer }
    let answers = answers.change(from: account, to: newAccount)
    account = newAccount
    for event in mail {
      noteSignedOut(event)
    }
    for answer in answers {
      noteSignedOut(answer.event, askedOf: answer.responderCount)
    }
    scheduleExpiry()
  }
}

extension PushEvent {
  var isAnswer: Bool { kind == .opened }
}

// MARK: - The log

extension NotificationManager {
  private func noteDeath(of observer: ObserverRecord) {
    counts.diedObservers += 1
    let name = ObserverName(observer)
    guard !observer.hasReceived else {
      return note(.observerDied, observer: name, "it was let go without being removed")
    }
    counts.diedUnheardObservers += 1
    note(
      .observerDiedUnheard,
      observer: name,
      "it died before anything came; observers are held weakly, so whoever makes one keeps it"
    )
  }

  /// One that has a place among those that are told events was told of there.
  private func noteDeath(ofWitness witness: ObserverRecord) {
    guard !Self.isToldOrAsked(witness.type) else { return }
    noteDeath(of: witness)
  }

  private func noteSlowWitness(
    _ observer: ObserverName,
    of testimony: PushTestimony?,
    lasting duration: Duration
  ) {
    if case .entry = testimony {
      counts.slowCalls += 1
      log?(entry(.slow, observer: observer, "it kept the main actor for \(duration)"))
    } else {
      noteSlowCall(of: observer, with: nil, lasting: duration)
    }
  }

  func noteSlowCall(
    of observer: ObserverName,
    with event: PushEvent?,
    about push: Push? = nil,
    lasting duration: Duration
  ) {
    counts.slowCalls += 1
    note(
      .slow,
      push: push,
      event: event,
      observer: observer,
      "it kept the main actor for \(duration)"
    )
  }

  func note(
    _ code: PushLogEntry.Code,
    push: Push? = nil,
    event: PushEvent? = nil,
    observer: ObserverName? = nil,
    responderCount: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    let isWitnessed = witnessedCodes?.contains(code) ?? true
    guard isWitnessed || log != nil else { return }
    let entry = entry(
      code,
      push: push,
      event: event,
      observer: observer,
      responderCount: responderCount,
      message()
    )
    log?(entry)
    if isWitnessed {
      witnesses.emit(.entry(entry))
    }
  }

  private func entry(
    _ code: PushLogEntry.Code,
    push: Push? = nil,
    event: PushEvent? = nil,
    observer: ObserverName?,
    responderCount: Int? = nil,
    _ message: String
  ) -> PushLogEntry {
    PushLogEntry(
      code: code,
      date: scheduler.date,
      pushID: (push ?? event?.push)?.id,
      event: event?.kind,
      responderCount: responderCount,
      observer: observer?.type,
      observerNumber: observer?.number,
      message: message
    )
  }
}
