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
  var deafObserverCount = 0
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
  }
}

// MARK: - The mailbox

extension NotificationManager {
  private func keep(_ event: PushEvent) {
    deafObserverCount = 0
    expireMail()
    let displaced = mailbox.keep(event, number: observers.latestDelivery, at: scheduler.now)
    guard let displaced else { return }
    statistics.overflowed += 1
    note(.overflowed, push: displaced.event.push, "nobody attached before newer events came")
  }

  private func noteDelivery(of event: PushEvent, to count: Int) {
    guard count == deafObserverCount else { return }
    mailbox.setUnheard(observers.latestDelivery)
    statistics.held += 1
    note(.held, push: event.push, "no observer is attached; the first to attach will hear it")
    scheduleMailboxExpiry()
  }

  func expireMail() {
    for item in mailbox.expire(at: scheduler.now) {
      statistics.expired += 1
      note(.expired, push: item.event.push, "nobody attached in time to hear it")
    }
    scheduleMailboxExpiry()
  }

  /// Only unheard events are worth waking up for; heard ones are let go on the way.
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
}

// MARK: - The log

extension NotificationManager {
  private func noteDeath(of observer: ObserverRecord) {
    statistics.diedObservers += 1
    guard !observer.hasReceived else {
      note(.observerDied, observer: "\(observer.type)", "it was let go without being removed")
      return
    }
    statistics.diedUnheardObservers += 1
    note(
      .observerDiedUnheard,
      observer: "\(observer.type)",
      "it died before any event came; observers are held weakly, so whoever makes one keeps it"
    )
  }

  func note(
    _ code: PushLogEntry.Code,
    push: Push? = nil,
    observer: @autoclosure () -> String? = nil,
    _ message: @autoclosure () -> String
  ) {
    guard let log else { return }
    log(
      PushLogEntry(
        code: code,
        date: scheduler.date,
        pushID: push?.id,
        observer: observer(),
        message: message()
      )
    )
  }
}
