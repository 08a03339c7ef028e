public import Foundation
public import PushHub

/// Schedules notifications of the device itself, and cancels them when they are no longer needed.
///
/// ```swift
/// let reminders = LocalNotifications(
///   system: center,
///   store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders.json"))
/// )
/// try host.install(reminders, named: "reminders")
/// reminders.schedule(LocalNotification(id: "cart", body: "…", trigger: .after(.seconds(3_600))))
/// ```
///
/// Notifications are kept by id, in the store, and compared with those of the system: at the start,
/// on each return to the foreground, when the system gives the app time in the background, and after a
/// failure. The system is asked for one thing at a time. A call that it refuses or does not answer within
/// ten seconds is logged and made again at the next opportunity: a return to the foreground, a refresh in
/// the background, a push, or the app's next request. One that it refuses does not delay the others.
///
/// - Accounts: A notification bound to an account is canceled when that account signs out, also if that happened
///   while the app was not running. After a start without an account, that is when another one signs in, or ten
///   seconds after the app was active.
/// - Pushes: A push about a subject of ``LocalNotification/cancelledBy`` cancels the notification, and keeps
///   the app awake in the background until the system has removed it.
/// - Places: The system keeps 64 for an app, those of other libraries included. The earliest are given to
///   it; the others wait in the store, and follow when places are free.
/// - Store: A failed read or save is tried again at each opportunity, and every ten seconds.
///
/// Requests that do not begin with `pushhub.local.` are left alone, but for those of the app's earlier
/// version that `adopting` names. Use one object for an app.
@MainActor
public final class LocalNotifications: PushFeature {
  /// Passes on what the system has done after its call had failed.
  private final class LateAdditions {
    var report: (String) -> Void = { _ in }
  }

  /// Runs the decisions.
  public let runtime: FeatureRuntime<LocalNotificationCore>

  private let system: any LocalNotificationSystem

  /// Creates local notifications that are not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - system: The system that shows notifications.
  ///   - store: The store for scheduled notifications; for this object alone.
  ///   - calendar: The calendar whose time zone triggers use; by default that of the device.
  ///   - adopting: Returns the id of a notification in the identifier of a request that an earlier version of
  ///     the app has added without this class; `nil` for a request of other code. Such a request stays until
  ///     it is shown, until another one is scheduled under its id, until its id is canceled, or until the
  ///     account signs out that was shown first.
  public init(
    system: any LocalNotificationSystem,
    store: any Store<LocalNotificationLedger>,
    calendar: Calendar = .autoupdatingCurrent,
    adopting: @escaping @Sendable (_ requestIdentifier: String) -> String? = { _ in nil }
  ) {
    self.system = system
    let late = LateAdditions()
    runtime = FeatureRuntime(
      LocalNotificationCore(calendar: calendar, adopting: adopting),
      store: LedgerStore(store, empty: LocalNotificationLedger())
    ) { call, _ in
      let prefix = LocalNotification.prefix
      switch call {
      case .add(let entry, let seconds):
        let notification = entry.notification
        try await system.add(notification, as: prefix + notification.id, in: seconds)
        if Task.isCancelled { late.report(notification.id) }
      case .remove(let identifiers): try await system.removePending(identifiers)
      case .pending:
        let all = try await system.pending()
        let ids = all.compactMap(LocalNotification.id).sorted()
        let adopted = all.reduce(into: [String: String]()) { adopted, identifier in
          if !identifier.hasPrefix(prefix) { adopted[identifier] = adopting(identifier) }
        }
        return PendingNotifications(
          ids: ids,
          adopted: adopted.isEmpty ? nil : Private(adopted),
          otherCount: all.count - ids.count
        )
      }
      return nil
    }
    late.report = { [weak runtime] in runtime?.send(.added(id: Private($0))) }
  }
}

// MARK: - Scheduling

extension LocalNotifications {
  /// Schedules a notification, in place of one of the same id.
  ///
  /// The same again changes nothing. The request waits while the plugin is not attached, and while the
  /// store can't be read; its time is that of the call, or of attaching.
  ///
  /// - Parameters:
  ///   - notification: The notification, with the time when it is shown.
  ///   - isBoundToAccount: Whether it is for one account alone: that which the manager's identification finds in
  ///     its payload, or else the one that is shown now. Without one, and while the plugin is not attached, it is
  ///     not scheduled, which is logged.
  public func schedule(_ notification: LocalNotification, isBoundToAccount: Bool = true) {
    let date = runtime.scheduler?.date
    if isBoundToAccount, date == nil { return runtime.log(.noAccount(id: notification.id)) }
    send(
      .schedule(notification: notification, isBoundToAccount: isBoundToAccount, date: date)
    )
  }

  /// Cancels notifications that have not been shown; unknown ids are ignored.
  public func cancel(_ ids: [String]) {
    send(.cancel(ids: Private(ids)))
  }

  /// Shows a notification at once, in place of one that is scheduled under its id.
  ///
  /// The system has it when the call returns, which may take up to two seconds, so an app can show one as it
  /// ends, in `applicationWillTerminate(_:)`. It isn't kept, nor bound to an account.
  ///
  /// - Parameter notification: The notification; its trigger doesn't count.
  /// - Throws: The reason why it is not shown.
  public func showNow(_ notification: LocalNotification) throws {
    cancel([notification.id])
    try system.show(notification, as: LocalNotification.prefix + notification.id)
  }

  /// Whether a notification of an id will be shown, also one of the app's earlier version.
  public func isScheduled(_ id: String) -> Bool {
    scheduled.contains { $0.id == id }
      || state.adopted.values.contains { $0.id == id && !$0.isUnwanted }
  }

  /// The notification's id in the identifier of a request, also of the app's earlier version; `nil` for
  /// another request.
  public func id(inRequest identifier: String) -> String? { runtime.kernel.core.id(identifier) }

  /// The notifications that will be shown, the earliest first; none while detached or the store isn't read.
  public var scheduled: [LocalNotification] {
    runtime.scheduler.map { runtime.kernel.core.scheduled(at: $0.date) } ?? []
  }
}

// MARK: - Plugin

extension LocalNotifications {
  /// A priority before the others, which may schedule for an account as soon as it is shown.
  public var priority: ObserverPriority { .high }

  /// The ids of what is scheduled.
  public var facts: [(name: String, value: JSONValue)] {
    let ids = scheduled.map(\.id)
    return [("scheduled", .string(ids.isEmpty ? "none" : LogText(ids).description))]
  }

  /// For a push, returns when the system has removed what it cancels, or has not answered in time.
  ///
  /// A refresh compares what is scheduled with what the system holds, and fills places that have become free.
  ///
  /// - Returns: No data, since none is fetched, once the system has nothing more to do.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    _ = try await runtime.work(isRefresh: push == nil)
    return .noData
  }
}
