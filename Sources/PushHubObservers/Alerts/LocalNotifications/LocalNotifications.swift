public import Foundation
public import PushHub

/// Has the device show notifications at their time, and takes them back when they are pointless.
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
/// What is wanted is kept by id, in the store, and compared with what the system holds: at the start,
/// on each return to the foreground, when the system gives the app time in the background, and after
/// something went wrong. The system is asked for one thing at a time; what it refuses or does not answer
/// within ten seconds is told to ``log`` and tried again with the next occasion: a return
/// to the foreground, a refresh in the background, a push, or the app's next wish. One
/// that it refuses does not keep the others from it.
///
/// - Accounts: a notification that is bound to the account is cancelled when that account signs out or
///   another one signs in, also if that happened while the app was not running. Nobody signed in at the
///   start is taken for not known, as long as nobody has signed in or out: an app that finds then that
///   its session is gone cancels what it has ``scheduled``.
/// - Pushes: one that is about what a notification is ``LocalNotification/mootedBy`` cancels it, and is held in
///   the background until the system has forgotten it.
/// - Places: the system keeps 64 for an app, those of other libraries among them. The earliest are
///   given to it; the others wait in the store, and follow when places are free.
///
/// Requests that do not begin with `pushhub.local.` are left alone. Use one object for an app.
@MainActor
public final class LocalNotifications {
  /// Told of what becomes of notifications, at the moment when it happens.
  public var log: ((LocalNotificationsEvent) -> Void)?

  private let system: any LocalNotificationSystem
  private let store: any Store<LocalNotificationLedger>
  private let driver: CoreDriver<LocalNotificationCore>
  private let changed = ScheduledCondition()
  private var context: PluginContext?

  /// Where it was attached last.
  private weak var lifecycle: (any LifecycleSubject)?

  /// What the app has wanted while it was not attached, and who was signed in then.
  private var wishes: [(record: LocalRecord, account: AccountID?)] = []
  private var task: Task<Void, Never>?

  /// Makes local notifications that are not attached yet; nothing is read from the store before.
  ///
  /// - Parameters:
  ///   - system: Who shows them.
  ///   - store: Where it is kept what is to be shown; of this object alone.
  ///   - calendar: Whose time zone triggers of the calendar go by; that of the device.
  public init(
    system: any LocalNotificationSystem,
    store: any Store<LocalNotificationLedger>,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    self.system = system
    self.store = store
    driver = CoreDriver(LocalNotificationCore(calendar: calendar))
  }

  deinit {
    task?.cancel()
  }
}

// MARK: - What the app says

extension LocalNotifications {
  /// Has a notification shown at its time, in place of one of the same id.
  ///
  /// What is wanted already as it is says nothing to the system. It waits while the plugin is not attached,
  /// and while the store can't be read; who is signed in counts when this is called.
  ///
  /// - Parameters:
  ///   - notification: What is shown, and when.
  ///   - isBoundToAccount: Whether it is for who is signed in now alone. Then it is not scheduled if
  ///     nobody is known to be, as before the plugin was first attached, which ``log`` is told.
  public func schedule(_ notification: LocalNotification, isBoundToAccount: Bool = true) {
    handle(.schedule(notification, isBoundToAccount: isBoundToAccount))
  }

  /// Takes notifications back that have not been shown; others of the ids are none.
  public func cancel(_ ids: [String]) {
    handle(.cancel(ids))
  }

  /// What is to be shown, the earliest first; nothing while it is not attached or the store not read.
  public var scheduled: [LocalNotification] {
    context.map { driver.core.scheduled(at: $0.scheduler.date) } ?? []
  }

  private func handle(_ record: LocalRecord) {
    guard let context else { return wishes.append((record, lifecycle?.state.account)) }
    context.record(record)
    handle(.record(record))
  }

  private func handle(_ kind: LocalNotificationCore.Kind) {
    driver.handle(event(kind))
    changed.signalAll()
  }

  private func event(_ kind: LocalNotificationCore.Kind) -> LocalNotificationCore.Event {
    let account = context?.lifecycle.state.account
    return .init(kind: kind, date: context?.scheduler.date, account: account)
  }
}

// MARK: - Plugin and observer

extension LocalNotifications: LoggingPlugin, PushObserver, LifecycleObserver {
  /// Pushes, which may make a notification pointless.
  public var interests: Set<PushEvent.Kind> { [.received] }

  /// Begins to compare what is wanted with what the system holds.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    lifecycle = context.lifecycle
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  /// Asks the system for nothing more; what it holds, it shows.
  public func detach() {
    driver.handle(event(.detached))
    driver.stop()
    context = nil
  }

  /// Starts from who is signed in; nobody, at this point, is taken for not known.
  public func begin(with state: LifecycleState) {
    handle(.occasion)
    let wishes = wishes
    self.wishes = []
    for (record, account) in wishes {
      if case .schedule(let notification, true) = record, account != state.account {
        let id = notification.id
        log?(account == nil ? .nobodySignedIn(id) : .signedOut(id))
      } else {
        handle(record)
      }
    }
  }

  /// Follows accounts, and uses each return to the foreground.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged: handle(.accountChanged)
    case .phaseChanged(let phase) where phase.isForeground: handle(.occasion)
    default: break
    }
  }

  /// Cancels what a push makes pointless, and uses the occasion.
  ///
  /// A local notification that is shown is none.
  public func receive(_ event: PushEvent) {
    guard case .received(let push) = event else { return }
    let isOurs = LocalNotification.id(inRequest: push.id) != nil
    handle(isOurs ? .occasion : .received(push.subjects))
  }
}

extension LocalNotifications: BackgroundPushObserver, BackgroundRefresher {
  /// Returns when the system has forgotten what the push makes pointless, or has not answered in time.
  ///
  /// - Returns: No data, since none is fetched.
  public func performBackgroundWork(for push: Push) async throws -> FetchResult {
    try await waitForSystem()
  }

  /// Compares what is wanted with what the system holds, and fills places that have become free.
  ///
  /// - Returns: No data, since none is fetched, once the system has nothing more to do.
  public func performBackgroundRefresh() async throws -> FetchResult {
    handle(.occasion)
    return try await waitForSystem()
  }

  private func waitForSystem() async throws -> FetchResult {
    while driver.core.isBusy { try await changed.wait() }
    return .noData
  }
}

// MARK: - Effects

extension LocalNotifications {
  private func perform(_ effect: LocalNotificationCore.Effect) {
    switch effect {
    case .load:
      let ledger = store.load(orFirst: LocalNotificationLedger(), onFailure: logFailure)
      if let ledger { driver.answer(event(.loaded(ledger))) }
    case .save(let ledger):
      if !store.save(ledger, onFailure: logFailure) { driver.answer(event(.notSaved)) }
    case .call(let call): start(call)
    case .cancel:
      task?.cancel()
      changed.signalAll()
    case .log(let event): log?(event)
    }
  }

  private func logFailure(_ error: String) {
    log?(.storeFailed(error))
  }

  /// What is cancelled is waited for no more, and may come to its end all the same.
  private func start(_ call: LocalNotificationCore.Call) {
    guard let scheduler = context?.scheduler else { return }
    task = scheduler.perform { [weak self, system] in
      guard !Task.isCancelled else { return }
      let answer: LocalRecord
      do {
        switch call {
        case .add(let entry):
          try await system.add(
            entry.notification,
            as: LocalNotification.prefix + entry.notification.id,
            in: entry.date.timeIntervalSince(scheduler.date)
          )
          answer = .done
        case .removePending(let identifiers):
          try await system.removePending(identifiers)
          answer = .done
        case .pending: answer = .pending(try await system.pending().sorted())
        }
      } catch {
        answer = .failed(error.logDescription)
      }
      if !Task.isCancelled {
        self?.handle(answer)
      } else if case .add(let entry) = call, answer == .done {
        self?.handle(.addedLate(entry))
      }
    }
  }
}
