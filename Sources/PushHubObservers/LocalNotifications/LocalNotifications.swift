public import Foundation
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
/// - Pushes: one that fits a notification's ``LocalNotification/mootedBy`` cancels it.
/// - Places: the system keeps 64 for an app, those of other libraries among them. The earliest are
///   given to it; the others wait in the store, and follow when places are free.
///
/// Requests that do not begin with ``LocalNotificationRequest/prefix`` are left alone. Use one object
/// for an app.
@MainActor
public final class LocalNotifications {
  /// How local notifications behave.
  public struct Configuration: Sendable {
    /// How many the system keeps for the app; at least one.
    public var limit: Int {
      didSet { limit = max(1, limit) }
    }

    /// How long the system may take for one thing; from a second to a day.
    public var timeout: Duration {
      didSet { timeout = timeout.clamped(to: ConfigurationBounds.interval) }
    }

    /// Whose times a trigger's components are.
    public var calendar: Calendar

    /// Describes how local notifications behave; what lies outside bounds is moved to the nearest
    /// inside.
    public init(
      limit: Int = 64,
      timeout: Duration = .seconds(10),
      calendar: Calendar = .autoupdatingCurrent
    ) {
      self.limit = max(1, limit)
      self.timeout = timeout.clamped(to: ConfigurationBounds.interval)
      self.calendar = calendar
    }
  }

  /// Told of what becomes of notifications, at the moment when it happens.
  public var log: ((LocalNotificationLogEntry) -> Void)?

  private let system: any LocalNotificationSystem
  private let store: any LocalNotificationStore
  private let driver: CoreDriver<LocalNotificationCore>
  private var clock: (any Scheduler)?
  private let refreshes = RefreshWaiters()
  private var records: FeatureRecords?

  /// What the app wanted before the store was read.
  private var waitingWishes: [LocalNotificationCore.Kind] = []

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
}

// MARK: - What the app says

extension LocalNotifications {
  /// Has a notification shown at its time, in place of one of the same id.
  ///
  /// What is wanted already as it is says nothing to the system. Before the plugin is attached it waits.
  ///
  /// - Parameters:
  ///   - notification: What is shown, and when.
  ///   - isBoundToAccount: Whether it is for who is signed in now alone. Then it is not scheduled if
  ///     nobody is known to be, which ``log`` is told.
  public func schedule(_ notification: LocalNotification, isBoundToAccount: Bool = true) {
    records?.note(LocalRecord.schedule(notification, isBoundToAccount: isBoundToAccount))
    guard isBoundToAccount else { return tell(.schedule(notification, for: .everybody)) }
    guard clock != nil, !driver.core.isLoaded else {
      return tell(.schedule(notification, for: .present))
    }
    // It waits for the store, and who is signed in then may be somebody else.
    guard case .signedIn(let account) = driver.core.presence else {
      log?(.nobodySignedIn(notification.id))
      return
    }
    tell(.schedule(notification, for: .account(account)))
  }

  /// Takes notifications back that have not been shown; others of the ids are none.
  public func cancel(_ ids: String...) {
    cancel(ids)
  }

  /// Takes notifications back that have not been shown; others of the ids are none.
  public func cancel(_ ids: [String]) {
    records?.note(LocalRecord.cancel(ids))
    tell(.cancel(Set(ids)))
  }

  /// Takes everything back that is bound to an account.
  public func cancelAll(for account: AccountID) {
    records?.note(LocalRecord.cancelAll(account))
    tell(.cancelAll(account))
  }

  /// What is to be shown, the earliest first.
  public var scheduled: [LocalNotification] { driver.core.wanted }

  /// Of these, what waits until the system has a place, the earliest first.
  public var waiting: [LocalNotification] { driver.core.waiting }

  private func tell(_ kind: LocalNotificationCore.Kind) {
    guard let clock, driver.core.isLoaded else {
      waitingWishes.append(kind)
      return
    }
    driver.handle(.init(kind, at: clock.date))
  }
}

// MARK: - Plugin and observer

extension LocalNotifications: PushPlugin, PushObserver, LifecycleObserver {
  /// Pushes, which may make a notification pointless.
  public var interests: Set<PushEvent.Kind> { [.received] }

  /// Begins to compare what is wanted with what the system holds, when it is told who is signed in.
  public func attach(to context: PluginContext) {
    clock = context.scheduler
    records = context.records
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  /// Asks the system for nothing more; what it holds, it shows.
  public func detach() {
    driver.stop()
    clock = nil
    refreshes.release(.noData)
    records = nil
  }

  /// Starts from who is signed in; nobody, at this point, is taken for not known.
  public func begin(with state: LifecycleState) {
    note(state.account.map(LocalNotificationCore.Presence.signedIn) ?? driver.core.presence)
  }

  /// Follows accounts, and uses each return to the foreground.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged(let account):
      note(account.map(LocalNotificationCore.Presence.signedIn) ?? .signedOut)
    case .phaseChanged(let phase) where phase.isForeground:
      useOccasion()
    default:
      break
    }
  }

  /// Cancels what a push makes pointless, and uses the occasion.
  public func receive(_ event: PushEvent) {
    guard case .received(let push) = event else { return }
    loadIfNeeded()
    tell(.received(push.payload, messageID: push.messageID))
  }

  private func note(_ presence: LocalNotificationCore.Presence) {
    guard let clock else { return }
    driver.handle(.init(.account(presence), at: clock.date))
    loadIfNeeded()
  }

  private func useOccasion() {
    guard let clock else { return }
    loadIfNeeded()
    driver.handle(.init(.occasion, at: clock.date))
  }
}

extension LocalNotifications: BackgroundRefresher {
  /// Compares what is wanted with what the system holds, and fills places that have become free.
  ///
  /// - Returns: New data if the system was given or relieved of something, and failed if it did not do
  ///   what it was asked for, or if the store can't be read.
  public func performBackgroundRefresh() async throws -> FetchResult {
    guard let clock else { return .noData }
    loadIfNeeded()
    return try await refreshes.result {
      driver.handle(.init(.backgroundRefresh, at: clock.date))
    }
  }
}

// MARK: - Effects

extension LocalNotifications {
  private func loadIfNeeded() {
    guard let clock, !driver.core.isLoaded else { return }
    let data: Data?
    do {
      data = try store.load()
    } catch {
      log?(.storeNotLoaded("\(ErrorSummary(error))"))
      return
    }
    driver.handle(.init(.loaded(ledger(in: data)), at: clock.date))
    let wishes = waitingWishes
    waitingWishes = []
    wishes.forEach(tell)
  }

  private func ledger(in data: Data?) -> LocalNotificationCore.Ledger {
    guard let data else { return .init() }
    do {
      let ledger = try JSONDecoder().decode(LocalNotificationCore.Ledger.self, from: data)
      guard ledger.version <= LocalNotificationCore.Ledger.latestVersion else {
        throw CocoaError(.coderReadCorrupt)
      }
      return ledger
    } catch {
      log?(.storeUnreadable("\(ErrorSummary(error))"))
      return .init()
    }
  }

  private func perform(_ effect: LocalNotificationCore.Effect) {
    switch effect {
    case .log(let entry): log?(entry)
    case .release(let result): refreshes.release(result)
    case .call(let number, let call): start(call, number)
    case .save(let ledger):
      do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try store.save(try encoder.encode(ledger))
      } catch {
        log?(.storeNotSaved("\(ErrorSummary(error))"))
      }
    }
  }

  private func start(_ call: LocalNotificationCore.Call, _ number: Int) {
    clock?.perform { [weak self, system] in
      let answer: LocalNotificationCore.Answer
      do {
        switch call {
        case .add(let request):
          try await system.add(request)
          answer = .done
        case .removePending(let identifiers):
          try await system.removePending(identifiers)
          answer = .done
        case .pending:
          answer = .pending(try await system.pending())
        }
      } catch {
        answer = .failed("\(ErrorSummary(error))")
      }
      guard let self, let clock = self.clock else { return }
      if driver.core.waits(for: number) {
        records?.note(LocalRecord(answer))
      }
      self.driver.handle(.init(.answered(number, answer), at: clock.date))
    }
  }
}

extension LocalRecord {
  fileprivate init(_ answer: LocalNotificationCore.Answer) {
    switch answer {
    case .done: self = .done
    case .pending(let identifiers): self = .pending(identifiers.sorted())
    case .failed(let reason): self = .failed(reason)
    }
  }
}
