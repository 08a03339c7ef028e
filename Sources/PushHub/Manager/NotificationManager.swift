/// The one place where an app's push notifications come in, and from where observers hear them.
///
/// The application forwards what the system tells it, in one line each; the manager recognises one
/// push in several callbacks, keeps what nobody has heard, and asks observers for their work and
/// their vote. It knows observers through protocols only and holds them weakly.
///
/// ```swift
/// let manager = NotificationManager(scheduler: LiveScheduler())
/// manager.add(router, replay: true)
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

  /// Told what is dropped, merged, held, late or strange, at the moment when it happens.
  public var log: ((PushLogEntry) -> Void)?

  /// The device token as last told by the system; `nil` until it has arrived in this process.
  public internal(set) var deviceToken: DeviceToken?

  let scheduler: any Scheduler
  let observers = ObserverList<PushRegistration>()
  let callbackObservers = ObserverList<PushCallbackRegistration>()
  var ledger: SightingLedger
  var mailbox: Mailbox
  var backgroundDeliveries: [SightingLedger.Ordinal: BackgroundDelivery] = [:]
  var answerDeliveries: [Answer: BackgroundDelivery] = [:]
  var streams: [ObjectIdentifier: EventStreamObserver] = [:]
  var mailInHandOver: Mailbox.Item?
  private var deafObserverCount = 0
  private var mailboxExpiry: (instant: ContinuousClock.Instant, action: ScheduledAction)?

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
    observers.willDeliver = { [weak self] in self?.keep($0) }
    observers.didDeliver = { [weak self] in self?.noteDelivery(of: $0, to: $1) }
    observers.observerDied = { [weak self] in self?.noteDeath(of: $0) }
    callbackObservers.observerDied = { [weak self] in self?.noteDeath(of: $0) }
    let limit = max(.zero, configuration.slowCallLimit)
    observers.stopwatch = .init(
      now: { scheduler.now },
      limit: limit,
      report: { [weak self] in self?.noteSlowCall(of: ObserverName($0), with: $1, lasting: $2) }
    )
    callbackObservers.stopwatch = .init(
      now: { scheduler.now },
      limit: limit,
      report: { [weak self] in self?.noteSlowCall(of: ObserverName($0), with: nil, lasting: $2) }
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
  /// The event that an observer is being told, in a delivery to all or to itself alone.
  var eventBeingTold: PushEvent? { mailInHandOver?.event ?? observers.eventInDelivery }

  private func keep(_ event: PushEvent) {
    mailInHandOver = nil
    removeAbandonedStreams()
    expireMail()
    let displaced = mailbox.keep(event, number: observers.latestDelivery, at: scheduler.now)
    if let displaced {
      statistics.overflowed += 1
      note(.overflowed, event: displaced.event, "nobody attached before newer events came")
    }
    deafObserverCount = 0
  }

  private func noteDelivery(of event: PushEvent, to count: Int) {
    if count == deafObserverCount, mailbox.setUnheard(observers.latestDelivery) {
      statistics.held += 1
      note(.held, event: event, "no observer is attached; the first to attach will hear it")
      scheduleMailboxExpiry()
    }
    if case .opened(let push, let response) = event {
      answerDeliveries[Answer(push: push.identity, response: response)]?.seal()
    }
  }

  func expireMail() {
    for item in mailbox.expire(at: scheduler.now) {
      statistics.expired += 1
      note(.expired, event: item.event, "nobody attached in time to hear it")
    }
    scheduleMailboxExpiry()
  }

  /// Only events that wait here are worth waking up for; others are let go on the way.
  func scheduleMailboxExpiry() {
    let instant = mailbox.nextExpiry
    guard instant != mailboxExpiry?.instant else { return }
    if let mailboxExpiry {
      scheduler.cancel(mailboxExpiry.action)
    }
    mailboxExpiry = instant.map { instant in
      let action = scheduler.schedule(at: instant, tolerance: .seconds(1)) { [weak self] in
        self?.mailboxExpiry = nil
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

// MARK: - The log

extension NotificationManager {
  private func noteDeath(of observer: ObserverRecord) {
    statistics.diedObservers += 1
    let name = ObserverName(observer)
    guard !observer.hasReceived else {
      return note(.observerDied, observer: name, "it was let go without being removed")
    }
    statistics.diedUnheardObservers += 1
    note(
      .observerDiedUnheard,
      observer: name,
      "it died before anything came; observers are held weakly, so whoever makes one keeps it"
    )
  }

  func noteSlowCall(
    of observer: ObserverName,
    with event: PushEvent?,
    about push: Push? = nil,
    lasting duration: Duration
  ) {
    statistics.slowCalls += 1
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
    _ message: @autoclosure () -> String
  ) {
    guard let log else { return }
    log(
      PushLogEntry(
        code: code,
        date: scheduler.date,
        pushID: (push ?? event?.push)?.id,
        event: event?.kind,
        observer: observer?.type,
        observerNumber: observer?.number,
        message: message()
      )
    )
  }
}
