#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework promises the compiler nothing about its classes; its scheduler is to be called from
// anywhere, and a task is handed to the main actor once.
@unsafe @preconcurrency import BackgroundTasks
import Foundation

/// Has the system give the app time in the background now and then, and lets features refresh in it.
///
/// An app takes it in one line, before its launch is over:
///
/// ```swift
/// override func willLaunch() {
///   hub.refresh(identifier: "com.example.inbox.refresh", after: .seconds(3_600))
/// }
/// ```
///
/// The identifier stands in the app's Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and
/// `UIBackgroundModes` there has `fetch`. See <doc:when-push-is-lost>.
///
/// - Order: when the system gives the app time, the next time is asked for first, then
///   ``NotificationManager/refresh()`` asks the features.
/// - Completion: each time is told to be over once: when the features are done, when their budget is
///   used, or when the system takes the time back, whatever comes first.
/// - Requests: the system is asked when the app leaves the foreground, in each time that it gives, and at
///   a launch that finds nothing asked for. What it refuses is counted in
///   ``PushStatistics/refusedRefreshes``, told to the manager's log with what to do, and asked for again
///   with the next occasion. The system keeps one request of an app; another one takes its place.
///
/// See [BGTaskScheduler](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler).
@MainActor
public final class BackgroundRefresh {
  /// The shortest and the longest time after which a refresh makes sense: a minute and a week.
  public static let bounds: ClosedRange<Duration> = .seconds(60) ... .seconds(604_800)

  /// What the app's Info.plist calls it.
  public let identifier: String

  /// How long after it was asked for a refresh may begin; the system begins it when it suits.
  public let delay: Duration

  private let manager: NotificationManager
  private let records: FeatureRecords
  private let system: BGTaskScheduler
  private var schedule = RefreshSchedule()
  private var times: [ObjectIdentifier: Time] = [:]

  /// - Parameter delay: Moved to the nearest inside of ``bounds``.
  init(
    identifier: String,
    after delay: Duration,
    manager: NotificationManager,
    records: FeatureRecords,
    system: BGTaskScheduler
  ) {
    self.identifier = identifier
    self.delay = min(max(delay, Self.bounds.lowerBound), Self.bounds.upperBound)
    self.manager = manager
    self.records = records
    self.system = system
  }
}

// MARK: - Requests

extension BackgroundRefresh: LifecycleObserver {
  /// Has the system asked if a former process has left nothing asked for.
  public func begin(with state: LifecycleState) {
    let identifier = self.identifier
    // Called on a queue of the system's, so that nothing in it may belong to the main actor.
    let handler: @Sendable ([BGTaskRequest]) -> Void = { [weak self] requests in
      guard !requests.contains(where: { $0.identifier == identifier }) else { return }
      onMainActor { [weak self] in self?.use(.missing) }
    }
    system.getPendingTaskRequests(completionHandler: handler)
  }

  /// Asks the system when the app leaves the foreground.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event else { return }
    use(phase == .background ? .wentToBackground : .otherPhase)
  }

  private func use(_ occasion: RefreshSchedule.Occasion) {
    guard schedule.asks(on: occasion) else { return }
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = manager.scheduler.date + delay / .seconds(1)
    do {
      try system.submit(request)
      schedule.noteAnswer(isRefused: false)
    } catch {
      schedule.noteAnswer(isRefused: true)
      manager.noteRefusedRefresh(advice(on: error))
    }
  }

  private func advice(on error: any Error) -> String {
    switch (error as? BGTaskScheduler.Error)?.code {
    case .notPermitted?:
      "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers, and \"fetch\" to "
        + "UIBackgroundModes, in the app's Info.plist"
    case .tooManyPendingTaskRequests?:
      "the app has asked for another refresh, of which the system keeps one: see who else submits a "
        + "BGAppRefreshTaskRequest"
    case .unavailable?:
      "background refresh is not available: the user has switched it off in Settings, or this is an app "
        + "extension or the simulator"
    default: "the system refuses it: \(ErrorSummary(error))"
    }
  }
}

// MARK: - Times

extension BackgroundRefresh {
  /// A task of the system's, from when it is handed over until it is told to be complete.
  @MainActor
  final class Time {
    private var complete: (@Sendable (Bool) -> Void)?
    private var state = RefreshTime()
    private var work: Task<Void, Never>?

    /// What is done with the time, if anybody does anything.
    weak var user: BackgroundRefresh?

    /// Whether the system was told so.
    var isOver: Bool { state.isOver }

    /// - Parameter complete: Tells the system, from any thread, whether the time was used well.
    nonisolated init(complete: @escaping @Sendable (Bool) -> Void) {
      self.complete = complete
    }

    func handle(_ event: RefreshTime.Event) {
      for effect in state.handle(event) {
        switch effect {
        case .refresh: refresh()
        case .cutOff: cutOff()
        case .complete(let isSuccess):
          work = nil
          complete?(isSuccess)
          complete = nil
          user?.noteEnd(of: self)
        }
      }
    }

    private func refresh() {
      guard let user else { return handle(.failed) }
      user.records.send(RefreshMoment.began)
      let manager = user.manager
      work = manager.scheduler.perform { [weak self] in
        let result = await manager.refresh()
        self?.handle(result == .failed ? .failed : .finished)
      }
    }

    private func cutOff() {
      user?.records.send(RefreshMoment.expired)
      work?.cancel()
    }
  }

  /// Uses a time that the system has given.
  func use(_ time: Time) {
    times[ObjectIdentifier(time)] = time
    time.user = self
    use(.began)
    time.handle(.began)
    if time.isOver { times[ObjectIdentifier(time)] = nil }
  }

  private func noteEnd(of time: Time) {
    times[ObjectIdentifier(time)] = nil
    use(.ended)
  }
}
#endif
