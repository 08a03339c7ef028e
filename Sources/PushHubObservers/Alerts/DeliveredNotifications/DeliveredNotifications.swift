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
///   for. What happens meanwhile has it read anew.
/// - Failures: A center that does not answer within ten seconds is logged and asked again on the next
///   occasion; what was to go then goes.
/// - Background: A push that says what to remove keeps the app awake until the list lacks it.
@MainActor
@Observable
public final class DeliveredNotifications {
  /// How many notifications are left in Notification Center, as of the last list; `nil` before that is
  /// known.
  ///
  /// What the system was told to remove is not counted, also while its list still has it.
  public private(set) var count: Int?

  /// Called with what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((DeliveredNotificationsEvent) -> Void)?

  @ObservationIgnored private let center: any DeliveredNotificationCenter
  @ObservationIgnored private let configuration: Configuration
  @ObservationIgnored private let changed = ScheduledCondition()
  @ObservationIgnored private var core = DeliveredNotificationsCore()
  @ObservationIgnored private var context: PluginContext?

  /// What waits for the list.
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private lazy var alarm = DeadlineAlarm { [weak self] in
    self?.log?(.noAnswer)
    self?.endReading()
  }

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
    context.records.send(DeliveredRecord.removal(Array(subjects)))
    core.want(subjects, until: context.scheduler.date)
    read()
  }
}

// MARK: - Plugin and observer

extension DeliveredNotifications: LoggingPlugin, PushObserver, LifecycleObserver {
  /// Received pushes, and answers.
  public var interests: Set<PushEvent.Kind> { [.received, .opened] }

  /// Begins to follow the app.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
  }

  /// Reads nothing more; who waits for a removal waits no longer.
  public func detach() {
    context = nil
    core = DeliveredNotificationsCore()
    endReading()
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    guard let context else { return }
    let life = DeliveredNotificationsCore.Life(
      account: state.account,
      isForeground: state.isForeground,
      looking: Set(state.pagesLookedAt.flatMap { configuration.subjects($0) })
    )
    if core.follow(life, at: context.scheduler.date) { read() }
  }

  /// Follows accounts, and what the user looks at.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    begin(with: state)
  }

  /// Does what a push says, and reads what is left.
  public func receive(_ event: PushEvent) {
    if case .received(let push) = event {
      core.want(configuration.removal(push), until: push.receivedAt, by: push)
    }
    read()
  }
}

extension DeliveredNotifications: BackgroundPushObserver {
  /// Returns when the center's list lacks what the push says, or ten seconds later.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard !configuration.removal(push).isEmpty, let scheduler = context?.scheduler else {
      return .noData
    }
    let end = scheduler.now + .seconds(10)
    var delay = Duration.zero
    while task != nil || core.isRemoving && scheduler.now < end {
      if task != nil {
        try await changed.wait()
      } else {
        // The system removes a moment later.
        if delay > .zero { try await scheduler.sleep(until: min(scheduler.now + delay, end)) }
        delay = delay * 2 + .milliseconds(50)
        read()
      }
    }
    return .newData
  }
}

// MARK: - The list

extension DeliveredNotifications {
  private func read() {
    guard let context else { return }
    task?.cancel()
    alarm.set(to: context.scheduler.now + .seconds(10), on: context.scheduler)
    task = context.scheduler.perform { [weak self, center] in
      guard !Task.isCancelled else { return }
      let notifications = await center.delivered()
      guard !Task.isCancelled else { return }
      self?.accept(notifications, in: context)
    }
  }

  private func endReading() {
    task?.cancel()
    task = nil
    alarm.clear()
    changed.signalAll()
  }

  private func accept(_ notifications: [DeliveredNotification], in context: PluginContext) {
    endReading()
    context.records.send(DeliveredRecord.listed(notifications))
    let items = notifications.map { notification in
      DeliveredNotificationsCore.Item(
        notification,
        from: configuration.senders.sender(of: notification.payload),
        owner: configuration.owner(notification.payload)
      )
    }
    let ids = core.accept(items, at: context.scheduler.date)
    if count != core.count { count = core.count }
    guard !ids.isEmpty else { return }
    center.remove(ids)
    log?(.removed(ids))
  }
}
