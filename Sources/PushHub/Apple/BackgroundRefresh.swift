#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework promises the compiler nothing about its classes; its scheduler is to be called from
// anywhere, and a task is handed to the main actor once.
@unsafe @preconcurrency public import BackgroundTasks
import Foundation

extension AppHub {
  /// Has the system give the app time in the background now and then, in which features refresh.
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
  /// `UIBackgroundModes` there has `fetch`. See <doc:when-push-is-lost>. A call that does nothing tells
  /// the manager's log why: one that comes after ``start(with:launchOptions:registersForRemoteNotifications:)``,
  /// since the system ends an app that registers later; a second one; and one with an identifier that is
  /// not in the Info.plist.
  ///
  /// - Order: when the system gives the app time, the next time is asked for first, then
  ///   ``NotificationManager/refresh()`` asks the features.
  /// - Completion: each time is told to be over once: when the features are done, when their budget is
  ///   used, or when the system takes the time back, whatever comes first.
  /// - Requests: the system is asked when the app leaves the foreground, in each time that it gives, and
  ///   at a launch that finds nothing asked for. What it refuses is counted in
  ///   ``PushStatistics/refusedRefreshes``, told to the manager's log with what to do, and asked for
  ///   again with the next phase of the app. The system keeps one request of an app; another one takes its place.
  ///
  /// See [BGTaskScheduler](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler).
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist.
  ///   - delay: How long after it was asked for a refresh may begin; the system begins it when it suits.
  ///   - system: Who gives the time; that of the process by default.
  /// - Returns: Whether the system will be asked.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @discardableResult
  public func refresh(
    identifier: String,
    after delay: Duration = .seconds(3_600),
    system: BGTaskScheduler = .shared
  ) -> Bool {
    guard !isStarted, refresher == nil else {
      manager.recordRefusedRefresh(
        "\"\(identifier)\" is registered too late: call refresh(identifier:after:) once, in "
          + "willLaunch()"
      )
      return false
    }
    let refresh = BackgroundRefresh(
      of: self,
      identifier: identifier,
      after: delay,
      system: system
    )
    guard
      system.register(
        forTaskWithIdentifier: identifier,
        using: nil,
        launchHandler: refresh.launchHandler()
      )
    else {
      manager.recordRefusedRefresh(
        "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers in the app's Info.plist"
      )
      return false
    }
    refresher = refresh
    lifecycle.add(refresh)
    return true
  }
}

/// Asks the system for time in the background, and lets features refresh in it.
@MainActor
private final class BackgroundRefresh {
  private let identifier: String
  private let delay: Duration
  private let manager: NotificationManager
  private let records: FeatureRecords
  private let system: BGTaskScheduler

  /// Whether the system has refused the latest request.
  private var isRefused = false

  init(of hub: AppHub, identifier: String, after delay: Duration, system: BGTaskScheduler) {
    self.identifier = identifier
    self.delay = delay
    self.system = system
    manager = hub.manager
    records = hub.host.context.records
  }
}

// MARK: - Requests

extension BackgroundRefresh: LifecycleObserver {
  /// Has the system asked if a former process has left nothing asked for.
  func begin(with state: LifecycleState) {
    let identifier = self.identifier
    // Called on a queue of the system's, so that nothing in it may belong to the main actor.
    let handler: @Sendable ([BGTaskRequest]) -> Void = { [weak self] requests in
      guard !requests.contains(where: { $0.identifier == identifier }) else { return }
      onMainActor { [weak self] in self?.ask() }
    }
    system.getPendingTaskRequests(completionHandler: handler)
  }

  /// Asks the system when the app leaves the foreground.
  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event, phase == .background || isRefused else { return }
    ask()
  }

  private func ask() {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = manager.scheduler.date + delay / .seconds(1)
    do {
      try system.submit(request)
      isRefused = false
    } catch {
      isRefused = true
      manager.recordRefusedRefresh(advice(on: error))
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
  /// What the system calls on a queue of its own, so that nothing in it may belong to the main actor.
  func launchHandler() -> @Sendable (BGTask) -> Void {
    { [weak self] task in
      let time = BackgroundTime { task.setTaskCompleted(success: $0) }
      task.expirationHandler = { onMainActor { [weak self] in self?.expire(time) ?? time.end() } }
      onMainActor { self?.use(time) ?? time.end() }
    }
  }

  private func use(_ time: BackgroundTime) {
    ask()
    guard time.complete != nil else { return }
    records.send(RefreshMoment.began)
    let manager = self.manager
    time.work = manager.scheduler.perform {
      let result = await manager.refresh()
      time.end(isSuccess: result != .failed)
    }
  }

  private func expire(_ time: BackgroundTime) {
    if time.work != nil { records.send(RefreshMoment.expired) }
    time.end()
  }
}

/// A task of the system's, which is told to be complete once.
@MainActor
private final class BackgroundTime {
  private(set) var complete: (@Sendable (Bool) -> Void)?

  /// What is done with the time, until it is over.
  var work: Task<Void, Never>?

  /// - Parameter complete: Tells the system, from any thread, whether the time was used well.
  nonisolated init(complete: @escaping @Sendable (Bool) -> Void) {
    self.complete = complete
  }

  func end(isSuccess: Bool = false) {
    complete?(isSuccess)
    complete = nil
    work?.cancel()
    work = nil
  }
}
#endif
