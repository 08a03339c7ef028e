public import Observation
public import PushHub

/// Says whether there is a notification that the user has not seen.
///
/// The dot is on while the newest notification of the source's latest snapshot is after the
/// account's read mark; nothing else lights it. While the list page is visible in the foreground the
/// mark follows what is known. Marks only grow, belong to an account and survive signing out.
///
/// As long as somebody is signed in, the source is listened to, in the background too. A listener
/// that fails leaves the dot as it is and is attached again with growing delays, which start from
/// the shortest again when one has lasted as long as the longest of them. On return to the
/// foreground it is asked anew in any case, since it may have slept.
///
/// ```swift
/// let badge = BadgeDot(
///   source: source,
///   store: UserDefaultsReadMarkStore(scheduler: scheduler),
///   configuration: BadgeDot.Configuration(listPage: "notifications")
/// )
/// try host.install(badge, named: "badge")
/// // In a SwiftUI view:
/// if badge.isShown { Circle().fill(.red) }
/// ```
@MainActor
@Observable
public final class BadgeDot {
  /// What the app shows now.
  public private(set) var state = BadgeDotState()

  /// Told of what the dot does, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((BadgeDotLogEntry) -> Void)?

  @ObservationIgnored private let source: any LatestNotificationSource
  @ObservationIgnored private let store: any ReadMarkStore
  @ObservationIgnored private var generator: any RandomNumberGenerator
  @ObservationIgnored private var core: BadgeDotCore
  @ObservationIgnored private var subjects: Subjects?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private let alarm = DeadlineAlarm()
  @ObservationIgnored private let events = EventLine<(BadgeDotCore.Event, any Scheduler)>()

  /// Makes a dot that is not attached yet.
  ///
  /// - Parameters:
  ///   - source: Who knows the notifications.
  ///   - store: Where read marks are kept.
  ///   - configuration: What counts as read.
  ///   - generator: Where the random part of delays comes from.
  public init(
    source: any LatestNotificationSource,
    store: any ReadMarkStore,
    configuration: Configuration,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.source = source
    self.store = store
    self.generator = generator
    core = BadgeDotCore(configuration: configuration)
  }

  deinit {
    task?.cancel()
  }
}

// MARK: - What the app may ask

extension BadgeDot {
  /// Whether there is something new.
  public var isShown: Bool { state.isShown }

  /// The newest notification of the latest snapshot; `nil` before the first and for an empty list.
  ///
  /// With ``readMark`` it says why the dot is on or off; neither is observed.
  public var newest: NotificationCursor? { core.newest }

  /// How far the account has read; `nil` while nobody is signed in or no mark is known.
  public var readMark: ReadMark? { core.mark }

  /// Whether the source is being listened to.
  public var isListening: Bool { core.subscription != nil }

  /// When the source is listened to again after a failure; `nil` if that is not planned.
  public var nextAttempt: ContinuousClock.Instant? { core.nextDeadline }

  /// Notes that the user has read; what another device has read goes here too.
  ///
  /// A mark beyond what the source has told yet holds. Without an account it does nothing.
  ///
  /// - Parameter cursor: The newest that was read; by default the newest known.
  public func markRead(upTo cursor: NotificationCursor? = nil) {
    handle(.read(upTo: cursor))
  }

  /// Listens anew, as when the user pulls to refresh; also after a refused sign-in.
  public func refresh() {
    handle(.requested)
  }
}

// MARK: - Plugin and observer

extension BadgeDot: PushPlugin, LifecycleObserver {
  /// Starts from what is true now, and follows the app's lifecycle.
  public func attach(to subjects: Subjects) {
    detach()
    self.subjects = subjects
    subjects.lifecycle.add(self)
  }

  /// Lets go of the listener, writes marks that wait, and shows nothing.
  ///
  /// From inside what the dot calls, that happens when the call has returned.
  public func detach() {
    guard let subjects else { return }
    subjects.lifecycle.remove(self)
    handle(.accountChanged(nil, stored: nil))
    store.flush()
    self.subjects = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    handle(.began(state, stored: storedMark(of: state.account)))
  }

  /// Follows phases, pages and accounts.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged(let account):
      handle(.accountChanged(account, stored: storedMark(of: account)))
    case .phaseChanged(let phase): handle(.phaseChanged(phase))
    case .pageAppeared(let page): handle(.pageAppeared(page))
    case .pageDisappeared(let page): handle(.pageDisappeared(page))
    case .overlayAdded, .overlayRemoved, .screenshotTaken: break
    }
  }

  private func storedMark(of account: AccountID?) -> ReadMark? {
    guard let account else { return nil }
    do {
      return try store.mark(for: account)
    } catch {
      log?(.unreadableMark(error))
      return nil
    }
  }
}

// MARK: - Effects

extension BadgeDot {
  /// Handles an event after those that are being handled, so that all are told of in their order.
  private func handle(_ event: BadgeDotCore.Event) {
    guard let scheduler = subjects?.scheduler else { return }
    events.handle((event, scheduler)) { event, scheduler in
      for effect in core.handle(event, at: scheduler.now, using: &generator) {
        perform(effect, on: scheduler)
      }
      alarm.set(to: core.nextDeadline, on: scheduler) { [weak self] in
        self?.handle(.deadline)
      }
    }
  }

  private func perform(_ effect: BadgeDotCore.Effect, on scheduler: any Scheduler) {
    switch effect {
    case .listen(let subscription): listen(subscription, to: source, on: scheduler)
    case .stopListening: task?.cancel()
    case .save(let mark, let account): store.raise(mark, for: account)
    case .flush: store.flush()
    case .show(let state): show(state)
    case .report(let failure, let delay): log?(.failed(failure.message, retryIn: delay))
    }
  }

  private func listen(
    _ subscription: BadgeDotCore.Subscription,
    to source: some LatestNotificationSource,
    on scheduler: any Scheduler
  ) {
    log?(.listening(subscription.account))
    task = scheduler.perform { [weak self] in
      let number = subscription.number
      do {
        try Task.checkCancellation()
        var snapshots = source.snapshots(for: subscription.account).makeAsyncIterator()
        while let cursors = try await scheduler.standBy({
          try await snapshots.next(isolation: MainActor.shared)
        }) {
          self?.handle(.snapshot(number, cursors))
        }
        self?.handle(.ended(number, SourceFailure(message: "The listener ended.")))
      } catch {
        self?.handle(.ended(number, SourceFailure(error)))
      }
    }
  }

  private func show(_ newState: BadgeDotState) {
    let isOther = newState.isShown != state.isShown
    state = newState
    if isOther {
      log?(.turned(on: newState.isShown))
    }
  }
}
