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
/// - Accounts: A notification bound to the account is canceled when that account signs out or
///   another one signs in, also if that happened while the app was not running. At the start, no account
///   means that it isn't known, until an account signs in or out: an app that finds its session expired
///   cancels what it has ``scheduled``.
/// - Pushes: A push about a subject of ``LocalNotification/cancelledBy`` cancels the notification, and keeps
///   the app awake in the background until the system has removed it.
/// - Places: The system keeps 64 for an app, those of other libraries included. The earliest are given to
///   it; the others wait in the store, and follow when places are free.
/// - Store: A failed read or save is tried again at each opportunity, and every ten seconds.
///
/// Requests that do not begin with `pushhub.local.` are left alone. Use one object for an app.
@MainActor
public final class LocalNotifications {
  /// Called with each event, at once.
  public var log: ((LocalNotificationsEvent) -> Void)?

  private let system: any LocalNotificationSystem
  private let runtime: ManualFeatureRuntime<LocalNotificationCore>

  /// The lifecycle subject that it was attached to last.
  private weak var lifecycle: (any LifecycleSubject)?

  /// Creates local notifications that are not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - system: The system that shows notifications.
  ///   - store: The store for scheduled notifications; for this object alone.
  ///   - calendar: The calendar whose time zone triggers use; by default that of the device.
  public init(
    system: any LocalNotificationSystem,
    store: any Store<LocalNotificationLedger>,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    self.system = system
    runtime = ManualFeatureRuntime(
      LocalNotificationCore(calendar: calendar),
      observes: [.received],
      store: store
    )
  }
}

// MARK: - Scheduling

extension LocalNotifications {
  /// Schedules a notification, in place of one of the same id.
  ///
  /// The same again changes nothing. The request waits while the plugin is not attached, and while the
  /// store can't be read; the account of the time of the call counts.
  ///
  /// - Parameters:
  ///   - notification: The notification, with the time when it is shown.
  ///   - isBoundToAccount: Whether it is for the account that is signed in now alone. Without one, as
  ///     before the plugin was first attached, it is not scheduled, which is logged.
  public func schedule(_ notification: LocalNotification, isBoundToAccount: Bool = true) {
    request(.schedule(notification, isBoundToAccount: isBoundToAccount))
  }

  /// Cancels notifications that have not been shown; unknown ids are ignored.
  public func cancel(_ ids: [String]) {
    request(.cancel(ids))
  }

  /// The notifications that will be shown, the earliest first; none while detached or the store isn't read.
  public var scheduled: [LocalNotification] {
    runtime.context.map { runtime.core.scheduled(at: $0.scheduler.date) } ?? []
  }

  private func request(_ record: LocalRecord) {
    runtime.send(
      .request(record, lifecycle?.state, waited: !runtime.isAttached)
    )
  }
}

// MARK: - Plugin

extension LocalNotifications: LoggingPlugin {
  /// Begins to compare what is scheduled with what the system holds.
  public func attach(to context: PluginContext) {
    lifecycle = context.lifecycle
    runtime.attach(self, to: context) { [scheduler = context.scheduler] in
      $0.start($1, at: scheduler.date)
    }
  }

  /// Asks the system for nothing more; what it holds, it shows.
  public func detach() {
    runtime.detach()
  }

  /// A call that was canceled may still succeed.
  private func start(_ call: LocalNotificationCore.Call, at date: Date) {
    runtime.start { [weak self, system] send in
      do {
        switch call {
        case .add(let entry):
          try await system.add(
            entry.notification,
            as: LocalNotification.prefix + entry.notification.id,
            in: entry.date.timeIntervalSince(date)
          )
          if Task.isCancelled { self?.runtime.send(.addedLate(entry)) }
        case .removePending(let identifiers): try await system.removePending(identifiers)
        case .pending: return send(.answer(.pending(try await system.pending().sorted())))
        }
        send(.answer(.done))
      } catch {
        send(.answer(.failed(LogText(error).description)))
      }
    }
  }
}

extension LocalNotifications: BackgroundWorker {
  /// For a push, returns when the system has removed what it cancels, or has not answered in time.
  ///
  /// A refresh compares what is scheduled with what the system holds, and fills places that have become free.
  ///
  /// - Returns: No data, since none is fetched, once the system has nothing more to do.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await runtime.work(for: push)
  }
}
