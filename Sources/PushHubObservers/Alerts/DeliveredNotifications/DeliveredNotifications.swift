import Foundation
public import Observation
public import PushHub

/// Removes notifications from Notification Center that the user need not see any more.
///
/// ```swift
/// var configuration = DeliveredNotifications.Configuration()
/// configuration.subjects = { page in page == "inbox" ? [.category("MESSAGE")] : [] }
/// let delivered = DeliveredNotifications(
///   center: SystemNotificationCenter(),
///   configuration: configuration
/// )
/// try host.install(delivered, named: "delivered notifications")
/// ```
///
/// These go:
///
/// - what the user looks at, in the foreground, and what came for it in the meantime when the user
///   leaves it;
/// - of who has signed out: what is that account's, and what is of nobody known and came before;
/// - what belongs to another account than the one that is signed in, whenever it came;
/// - what a push or the app says, of what came until then; a push does not remove itself.
///
/// - Occasions: The system's list is read when the feature is attached, when the user looks at something
///   else, comes or goes, signs in or out, when a push or an answer comes, and when a removal is asked
///   for. It is read once at a time; what happens meanwhile has it read once more.
/// - Failures: A center that does not answer in time is told to ``log`` and asked again on the next
///   occasion; what was to go then goes.
/// - Background: A push that says what to remove keeps the app awake until that is done.
@MainActor
@Observable
public final class DeliveredNotifications {
  /// How many notifications are left in Notification Center, as of the last list; `nil` before that is
  /// known.
  ///
  /// What the system was told to remove is not counted, also while its list still has it.
  public private(set) var count: Int?

  /// Told of what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((DeliveredNotificationsLogEntry) -> Void)?

  @ObservationIgnored private let center: any DeliveredNotificationCenter
  @ObservationIgnored private let configuration: Configuration
  @ObservationIgnored private let driver: CoreDriver<DeliveredNotificationsCore>
  @ObservationIgnored private let settled = ScheduledCondition()
  @ObservationIgnored private var scheduler: (any Scheduler)?
  @ObservationIgnored private var records: FeatureRecords?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Makes a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - center: The system's list.
  ///   - configuration: What is about what.
  public init(
    center: any DeliveredNotificationCenter,
    configuration: Configuration = Configuration()
  ) {
    self.center = center
    self.configuration = configuration
    driver = CoreDriver(DeliveredNotificationsCore(timeout: configuration.timeout))
  }

  deinit {
    task?.cancel()
  }
}

extension DeliveredNotifications {
  /// Removes what is about one of some subjects, of what was delivered until now.
  ///
  /// Ignored while it is not attached.
  public func remove(_ subjects: Set<NotificationSubject>) {
    guard let scheduler else { return }
    records?.send(DeliveredRecord.removal(subjects.sorted { "\($0)" < "\($1)" }))
    driver.handle(.removal(subjects, at: scheduler.date))
  }
}

// MARK: - Plugin and observer

extension DeliveredNotifications: PushPlugin, PushObserver, LifecycleObserver {
  /// Received pushes, and answers.
  public var interests: Set<PushEvent.Kind> { [.received, .opened] }

  /// Begins to read the list.
  public func attach(to context: PluginContext) {
    detach()
    scheduler = context.scheduler
    records = context.records
    driver.start(on: context.scheduler, for: self) { delivered, effect in
      delivered.perform(effect, on: context.scheduler)
    }
  }

  /// Reads nothing more; who waits for a removal waits no longer.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    scheduler = nil
    records = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    driver.handle(
      .began(account: state.account, isForeground: state.isForeground, looking: subjects(of: state))
    )
  }

  /// Follows accounts, and what the user looks at.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard let date = scheduler?.date else { return }
    if case .accountChanged(let account) = event {
      driver.handle(.account(account, at: date))
    }
    driver.handle(.looking(subjects(of: state), isForeground: state.isForeground, at: date))
  }

  /// Does what a push says, and looks what is left.
  public func receive(_ event: PushEvent) {
    if case .received(let push) = event {
      let origin = DeliveredNotificationsCore.Origin(id: push.id, payload: push.payload)
      driver.handle(.removal(configuration.removal(push), at: push.receivedAt, by: origin))
    } else {
      driver.handle(.answered)
    }
  }

  private func subjects(of state: LifecycleState) -> Set<NotificationSubject> {
    state.pagesLookedAt.reduce(into: []) { $0.formUnion(configuration.subjects($1)) }
  }
}

extension DeliveredNotifications: BackgroundPushObserver {
  /// Returns when what the push says is removed, or the center has not answered in time.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard !configuration.removal(push).isEmpty else { return .noData }
    while driver.isStarted, !driver.core.isIdle {
      try await settled.wait()
    }
    return .newData
  }
}

// MARK: - Effects

extension DeliveredNotifications {
  private func perform(
    _ effect: DeliveredNotificationsCore.Effect,
    on scheduler: any Scheduler
  ) {
    switch effect {
    case .list(let question):
      task = scheduler.perform { [weak self, center] in
        guard !Task.isCancelled else { return }
        let notifications = await center.delivered()
        self?.accept(notifications, for: question, at: scheduler.date)
      }
    case .cancel: task?.cancel()
    case .remove(let ids):
      center.remove(ids)
      log?(.removed(ids))
    case .removeAgain(let ids): center.remove(ids)
    case .reportSilence: log?(.noAnswer(within: configuration.timeout))
    case .settled: settled.signalAll()
    }
  }

  private func accept(
    _ notifications: [DeliveredNotification],
    for question: DeliveredNotificationsCore.Question,
    at date: Date
  ) {
    if driver.isStarted, driver.core.waits(for: question) {
      records?.send(DeliveredRecord.listed(notifications))
    }
    driver.handle(.listed(question, items(of: notifications), at: date))
    if count != driver.core.count {
      count = driver.core.count
    }
  }

  private func items(
    of notifications: [DeliveredNotification]
  ) -> [DeliveredNotificationsCore.Item] {
    let subjects = driver.core.subjects
    let ids = notifications.map { notification in
      configuration.senders.sender(of: notification.payload)
        .messageID(of: notification.payload)
    }
    var items = zip(notifications, ids).map { notification, messageID in
      DeliveredNotificationsCore.Item(
        id: notification.id,
        subjects: subjects.filter { $0.matches(notification, messageID: messageID) },
        owner: configuration.owner(notification.payload),
        date: notification.date
      )
    }
    for origin in driver.core.origins {
      let named = notifications.indices.filter {
        notifications[$0].id == origin.id || ids[$0] == origin.id
      }
      // A push that nobody has named is the latest that says the same.
      let same = notifications.indices.filter { notifications[$0].payload == origin.payload }
      let shown = (named.isEmpty ? same : named)
        .max { notifications[$0].date < notifications[$1].date }
      if let shown { items[shown].origins.insert(origin) }
    }
    return items
  }
}
