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
/// - Failures: A center that does not answer in time is logged and asked again on the next
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

  /// Called with what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((DeliveredNotificationsLogEntry) -> Void)?

  @ObservationIgnored private let center: any DeliveredNotificationCenter
  @ObservationIgnored private let configuration: Configuration
  @ObservationIgnored private let driver: CoreDriver<DeliveredNotificationsCore>
  @ObservationIgnored private let changed = ScheduledCondition()
  @ObservationIgnored private var context: PluginContext?
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
    guard let context else { return }
    context.records.send(DeliveredRecord.removal(subjects.sorted { "\($0)" < "\($1)" }))
    driver.handle(.removal(subjects, at: context.scheduler.date))
  }
}

// MARK: - Plugin and observer

extension DeliveredNotifications: PushPlugin, PushObserver, LifecycleObserver {
  /// Received pushes, and answers.
  public var interests: Set<PushEvent.Kind> { [.received, .opened] }

  /// Begins to read the list.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    driver.start(on: context.scheduler, for: self) { $0.perform($1, in: context) }
  }

  /// Reads nothing more; who waits for a removal waits no longer.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    context = nil
    task?.cancel()
    changed.signalAll()
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    guard let date = context?.scheduler.date else { return }
    let pages = state.pagesLookedAt
    let life = DeliveredNotificationsCore.Life(
      account: state.account,
      isForeground: state.isForeground,
      looking: pages.reduce(into: []) { $0.formUnion(configuration.subjects($1)) }
    )
    driver.handle(.life(life, at: date))
  }

  /// Follows accounts, and what the user looks at.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    begin(with: state)
  }

  /// Does what a push says, and reads what is left.
  public func receive(_ event: PushEvent) {
    if case .received(let push) = event {
      let origin = DeliveredNotificationsCore.Origin(id: push.id, payload: push.payload)
      driver.handle(.removal(configuration.removal(push), at: push.receivedAt, by: origin))
    } else {
      driver.handle(.answered)
    }
  }
}

extension DeliveredNotifications: BackgroundPushObserver {
  /// Returns when what the push says is removed, or the center has not answered in time.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard !configuration.removal(push).isEmpty else { return .noData }
    while driver.isStarted, !driver.core.isIdle {
      try await changed.wait()
    }
    return .newData
  }
}

// MARK: - Effects

extension DeliveredNotifications {
  private func perform(
    _ effect: DeliveredNotificationsCore.Effect,
    in context: PluginContext
  ) {
    switch effect {
    case .list:
      task = context.scheduler.perform { [weak self, center] in
        guard !Task.isCancelled else { return }
        let notifications = await center.delivered()
        guard !Task.isCancelled else { return }
        self?.accept(notifications, in: context)
      }
    case .remove(let ids, let first):
      center.remove(ids)
      if !first.isEmpty { log?(.removed(first)) }
    case .noAnswer:
      task?.cancel()
      log?(.noAnswer)
      changed.signalAll()
    }
  }

  private func accept(_ notifications: [DeliveredNotification], in context: PluginContext) {
    context.records.send(DeliveredRecord.listed(notifications))
    let items = notifications.map { notification in
      let payload = notification.payload
      return DeliveredNotificationsCore.Item(
        notification: notification,
        messageID: configuration.senders.sender(of: payload).messageID(of: payload),
        owner: configuration.owner(payload)
      )
    }
    driver.handle(.listed(items, at: context.scheduler.date))
    if count != driver.core.count { count = driver.core.count }
    changed.signalAll()
  }
}
