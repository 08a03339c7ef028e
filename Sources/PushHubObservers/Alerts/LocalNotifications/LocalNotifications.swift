import Foundation
public import PushHub

/// Has the device show notifications at their time, and takes them back when they are pointless.
///
/// ```swift
/// let reminders = LocalNotifications(
///   system: center,
///   store: FileLocalNotificationStore(url: folder.appending(path: "reminders.json"))
/// )
/// try host.install(reminders, named: "reminders")
/// reminders.schedule(LocalNotification(id: "cart", body: "…", trigger: .after(.seconds(3_600))))
/// ```
///
/// What is wanted is kept by id, in the store, and compared with what the system holds: at the start,
/// on each return to the foreground, when the system gives the app time in the background, and after
/// something went wrong. The system is asked for one thing at a time; what it refuses or does not answer
/// within ``Configuration/timeout`` is told to ``log`` and tried again with the next occasion: a return
/// to the foreground, a refresh in the background, a push, or the app's next wish. One
/// that it refuses does not keep the others from it.
///
/// - Accounts: a notification that is bound to the account is cancelled when that account signs out or
///   another one signs in, also if that happened while the app was not running. Nobody signed in at the
///   start is taken for not known, as long as nobody has signed in or out: an app that finds then that
///   its session is gone calls ``cancelAll(for:)``.
/// - Pushes: one that fits a notification's ``LocalNotification/mootedBy`` cancels it, and is held in
///   the background until the system has forgotten it.
/// - Places: the system keeps 64 for an app, those of other libraries among them. The earliest are
///   given to it; the others wait in the store, and follow when places are free.
///
/// Requests that do not begin with ``LocalNotificationRequest/prefix`` are left alone. Use one object
/// for an app.
@MainActor
public final class LocalNotifications {
  /// Told of what becomes of notifications, at the moment when it happens.
  public var log: ((LocalNotificationLogEntry) -> Void)?

  private enum Wish {
    indirect case schedule(LocalNotification, isBoundToAccount: Bool)
    case cancel([String])
    case cancelAll(AccountID)
  }

  let system: any LocalNotificationSystem
  let store: any LocalNotificationStore
  let driver: CoreDriver<LocalNotificationCore>
  let settled = ScheduledCondition()
  let refreshes = RefreshWaiters()
  var context: PluginContext?
  var task: Task<Void, Never>?

  /// What the app wanted before it was attached.
  private var earlyWishes: [Wish] = []

  /// What has happened since then and before the store was read, in order.
  var unread: [LocalNotificationCore.Kind] = []
  var isLoaded = false
  var isLoading = false

  /// A later version of the app has written the store.
  var isStoreLater = false
  private var presence = LocalNotificationCore.Presence.unknown

  /// Makes local notifications that are not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - system: Who shows them.
  ///   - store: Where it is kept what is to be shown; of this object alone.
  ///   - configuration: How they behave.
  public init(
    system: any LocalNotificationSystem,
    store: any LocalNotificationStore,
    configuration: Configuration = Configuration()
  ) {
    self.system = system
    self.store = store
    driver = CoreDriver(
      LocalNotificationCore(
        limit: configuration.limit,
        timeout: configuration.timeout,
        calendar: configuration.calendar
      )
    )
  }

  deinit {
    task?.cancel()
  }
}

// MARK: - What the app says

extension LocalNotifications {
  /// Has a notification shown at its time, in place of one of the same id.
  ///
  /// What is wanted already as it is says nothing to the system. Before the plugin is attached it waits,
  /// and is as if it were wanted then; so it is while the clock shows no time, which is looked at each
  /// minute.
  ///
  /// - Parameters:
  ///   - notification: What is shown, and when.
  ///   - isBoundToAccount: Whether it is for who is signed in now alone. Then it is not scheduled if
  ///     nobody is known to be, which ``log`` is told.
  public func schedule(_ notification: LocalNotification, isBoundToAccount: Bool = true) {
    fulfil(.schedule(notification, isBoundToAccount: isBoundToAccount))
  }

  /// Takes notifications back that have not been shown; others of the ids are none.
  public func cancel(_ ids: String...) {
    cancel(ids)
  }

  /// Takes notifications back that have not been shown; others of the ids are none.
  public func cancel(_ ids: [String]) {
    fulfil(.cancel(ids))
  }

  /// Takes everything back that is bound to an account.
  public func cancelAll(for account: AccountID) {
    fulfil(.cancelAll(account))
  }

  /// What is to be shown, the earliest first; nothing while it is not attached or the store not read.
  public var scheduled: [LocalNotification] {
    context.map { driver.core.wanted(at: $0.scheduler.date) } ?? []
  }

  /// Of these, what waits until the system has a place, the earliest first.
  public var waiting: [LocalNotification] {
    context.map { driver.core.waiting(at: $0.scheduler.date) } ?? []
  }

  private func fulfil(_ wish: Wish) {
    guard let context else {
      earlyWishes.append(wish)
      return
    }
    followAccount()
    switch wish {
    case .schedule(let notification, let isBound):
      context.record(LocalRecord.schedule(notification, isBoundToAccount: isBound))
      let account = context.lifecycle.state.account
      guard !isBound || account != nil else {
        log?(.nobodySignedIn(notification.id))
        return
      }
      tell(
        .schedule(notification, for: isBound ? account : nil, wishedAt: context.scheduler.date)
      )
    case .cancel(let ids):
      context.record(LocalRecord.cancel(ids))
      tell(.cancel(Set(ids)))
    case .cancelAll(let account):
      context.record(LocalRecord.cancelAll(account))
      tell(.cancelAll(account))
    }
  }

  /// Reads the store if it is not read yet: whatever happens is an occasion for that.
  func tell(_ kind: LocalNotificationCore.Kind) {
    guard let context else { return }
    guard isLoaded else {
      unread.append(kind)
      return load()
    }
    driver.handle(.init(kind, at: context.scheduler.date))
  }
}

// MARK: - Plugin and observer

extension LocalNotifications: PushPlugin, PushObserver, LifecycleObserver {
  /// Pushes, which may make a notification pointless.
  public var interests: Set<PushEvent.Kind> { [.received] }

  /// Begins to compare what is wanted with what the system holds.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
    let wishes = earlyWishes
    earlyWishes = []
    wishes.forEach(fulfil)
  }

  /// Asks the system for nothing more; what it holds, it shows.
  ///
  /// What the app wants from now on waits until it is attached again.
  public func detach() {
    driver.handle(.init(.detached, at: nil))
    driver.stop()
    context = nil
    isLoaded = false
    presence = .unknown
    settled.signalAll()
    refreshes.release(.noData)
  }

  /// Starts from who is signed in; nobody, at this point, is taken for not known.
  public func begin(with state: LifecycleState) {
    followAccount()
    tell(.occasion)
  }

  /// Follows accounts, and uses each return to the foreground.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged(let account):
      note(account.map(LocalNotificationCore.Presence.signedIn) ?? .signedOut)
    case .phaseChanged(let phase) where phase.isForeground:
      tell(.occasion)
    default:
      break
    }
  }

  /// Cancels what a push makes pointless, and uses the occasion.
  ///
  /// A local notification that is shown is none.
  public func receive(_ event: PushEvent) {
    guard case .received(let push) = event else { return }
    if LocalNotification.id(inRequest: push.id) != nil {
      tell(.occasion)
    } else {
      tell(.received(push.payload, messageID: push.messageID))
    }
  }

  /// Somebody else may have heard of an account before this, and want something for it.
  private func followAccount() {
    guard let account = context?.lifecycle.state.account else {
      return presence == .unknown ? () : note(.signedOut)
    }
    note(.signedIn(account))
  }

  private func note(_ presence: LocalNotificationCore.Presence) {
    guard presence != self.presence else { return }
    self.presence = presence
    tell(.account(presence))
  }
}

extension LocalNotifications: BackgroundPushObserver {
  /// Returns when the system has forgotten what the push makes pointless, or has not answered in time.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard driver.core.isRemovingMooted else { return .noData }
    while driver.isStarted, driver.core.isRemovingMooted {
      try await settled.wait()
    }
    return .newData
  }
}

extension LocalNotifications: BackgroundRefresher {
  /// Compares what is wanted with what the system holds, and fills places that have become free.
  ///
  /// - Returns: New data if the system was given or relieved of something, and failed if it did not do
  ///   what it was asked for, or if the store can't be read.
  public func performBackgroundRefresh() async throws -> FetchResult {
    guard context != nil else { return .noData }
    return try await refreshes.result {
      tell(.backgroundRefresh)
      if !isLoaded { refreshes.release(.failed) }
    }
  }
}
