#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework's classes are not annotated for concurrency; its scheduler may be called from any thread, and
// a task is used on the main actor alone.
@unsafe @preconcurrency public import BackgroundTasks
import Foundation

extension AppHub {
  /// Requests time in the background from the system, in which features refresh.
  ///
  /// An app calls it once, before its launch is over:
  ///
  /// ```swift
  /// override func willLaunch() {
  ///   hub.refresh(identifier: "com.example.inbox.refresh", after: .seconds(3_600))
  /// }
  /// ```
  ///
  /// The identifier must be in the app's Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and
  /// `UIBackgroundModes` there has `fetch`. See <doc:when-push-is-lost>. The manager logs why
  /// a call does nothing: one that comes after ``start(with:launchOptions:registersForRemoteNotifications:)``,
  /// since the system ends an app that registers later; a second one; and one with an identifier that is not in the Info.plist.
  ///
  /// - Order: when the system launches a task, the next one is requested first, then
  ///   ``NotificationManager/refresh()`` asks the features.
  /// - Completion: each task is completed once: when the features are done, when their budget is used,
  ///   or when the task expires, whatever comes first.
  /// - Requests: one is submitted when the app enters the background, in each task, and at a launch that
  ///   finds none pending. A refused request is counted in ``PushStatistics``,
  ///   logged by the manager with what to do, and submitted again with the app's next phase. The system
  ///   keeps one request of an app; another one replaces it.
  ///
  /// See [BGTaskScheduler](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler).
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist.
  ///   - delay: The earliest time after its request at which the system begins a refresh.
  ///   - system: The system's scheduler; that of the process by default.
  /// - Returns: Whether requests will be submitted.
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
      manager.record(
        .refusedRefresh,
        "\"\(identifier)\" is registered too late, or twice: call refresh(identifier:after:) once, in "
          + "willLaunch()"
      )
      return false
    }
    refreshIdentifier = identifier
    let refresh = BackgroundRefresh(
      of: manager,
      identifier: identifier,
      after: delay,
      system: system
    )
    let isRegistered = system.register(
      forTaskWithIdentifier: identifier,
      using: nil,
      // Called on a queue of the system's, so that nothing in it may belong to the main actor.
      launchHandler: { @Sendable [weak refresh] task in
        onMainActor { [weak refresh] in
          refresh?.start(task) ?? task.setTaskCompleted(success: false)
        }
      }
    )
    guard isRegistered else {
      manager.record(
        .refusedRefresh,
        "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers in the app's Info.plist"
      )
      return false
    }
    refresher = refresh
    lifecycle.add(refresh)
    return true
  }
}

/// Requests background tasks of the system, and lets features refresh in them.
@MainActor
private final class BackgroundRefresh {
  private let identifier: String
  private let delay: Duration
  private let manager: NotificationManager
  private let system: BGTaskScheduler

  /// Whether the system has refused the latest request.
  private var isRefused = false

  init(
    of manager: NotificationManager,
    identifier: String,
    after delay: Duration,
    system: BGTaskScheduler
  ) {
    self.manager = manager
    self.identifier = identifier
    self.delay = delay
    self.system = system
  }
}

// MARK: - Requests

extension BackgroundRefresh: LifecycleObserver {
  /// Submits a request if an earlier process has left none pending.
  func begin(with state: LifecycleState) {
    let identifier = self.identifier
    // Called on a queue of the system's, so that nothing in it may belong to the main actor.
    let handler: @Sendable ([BGTaskRequest]) -> Void = { [weak self] requests in
      guard !requests.contains(where: { $0.identifier == identifier }) else { return }
      onMainActor { [weak self] in self?.submit() }
    }
    system.getPendingTaskRequests(completionHandler: handler)
  }

  /// Submits a request when the app enters the background.
  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event, phase == .background || isRefused else { return }
    submit()
  }

  private func submit() {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = manager.scheduler.date + delay / .seconds(1)
    do {
      try system.submit(request)
      isRefused = false
    } catch {
      isRefused = true
      manager.record(.refusedRefresh, advice(on: error))
    }
  }

  private func advice(on error: any Error) -> String {
    switch (error as? BGTaskScheduler.Error)?.code {
    case .notPermitted?:
      "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers, and \"fetch\" to "
        + "UIBackgroundModes, in the app's Info.plist"
    case .tooManyPendingTaskRequests?:
      "the app has requested another refresh, and the system keeps one: look for other code that submits "
        + "a BGAppRefreshTaskRequest"
    case .unavailable?:
      "background refresh is not available: the user has switched it off in Settings, or this is an app "
        + "extension or the simulator"
    default: "the system refuses it: \(LogText(error))"
    }
  }
}

// MARK: - Tasks

extension BackgroundRefresh {
  /// Refreshes the features.
  ///
  /// A task that expires cancels the refresh, which completes the task.
  func start(_ task: BGTask) {
    submit()
    let work = manager.scheduler.perform { [manager] in
      let result = await manager.refresh()
      task.expirationHandler = nil
      task.setTaskCompleted(success: result != .failed && !Task.isCancelled)
    }
    task.expirationHandler = { @Sendable in work.cancel() }
  }
}
#endif
