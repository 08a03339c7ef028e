#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework promises the compiler nothing about its classes; its scheduler is to be called from
// anywhere, and a task is used on the main actor alone.
@unsafe @preconcurrency public import BackgroundTasks
import Foundation

extension AppHub {
  /// Has the system give the app time in the background now and then, in which features refresh.
  ///
  /// An app calls it once, before its launch is over:
  ///
  /// ```swift
  /// override func willLaunch() {
  ///   hub.refresh(identifier: "com.example.inbox.refresh", after: .seconds(3_600))
  /// }
  /// ```
  ///
  /// The identifier stands in the app's Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and
  /// `UIBackgroundModes` there has `fetch`. See <doc:when-push-is-lost>. The manager logs why
  /// a call does nothing: one that comes after ``start(with:launchOptions:registersForRemoteNotifications:)``,
  /// since the system ends an app that registers later; a second one; one with the identifier of another
  /// hub, unless that is gone; and one with an identifier that is not in the Info.plist.
  ///
  /// - Order: when the system launches a task, the next one is requested first, then
  ///   ``NotificationManager/refresh()`` asks the features.
  /// - Completion: each task is completed once: when the features are done, when their budget is used,
  ///   or when the task expires, whatever comes first.
  /// - Requests: one is submitted when the app enters the background, in each task, and at a launch that
  ///   finds none pending. What the system refuses is counted in ``PushStatistics``,
  ///   logged by the manager with what to do, and submitted again with the app's next phase. The system
  ///   keeps one request of an app; another one replaces it.
  ///
  /// See [BGTaskScheduler](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler).
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist.
  ///   - delay: How long after its request a refresh may begin; the system begins it when it suits.
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
    let known = RefreshHandler.registered[system]?[identifier]
    let handler = known ?? RefreshHandler()
    guard !isStarted, refresher == nil, handler.refresh == nil else {
      manager.record(
        .refusedRefresh,
        "\"\(identifier)\" is registered too late, or twice: call refresh(identifier:after:) of one hub, "
          + "once, in willLaunch()"
      )
      return false
    }
    refreshIdentifier = identifier
    guard
      known != nil
        || system.register(
          forTaskWithIdentifier: identifier,
          using: nil,
          // Called on a queue of the system's, so that nothing in it may belong to the main actor.
          launchHandler: { @Sendable task in
            onMainActor { handler.refresh?.start(task) ?? task.setTaskCompleted(success: false) }
          }
        )
    else {
      manager.record(
        .refusedRefresh,
        "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers in the app's Info.plist"
      )
      return false
    }
    RefreshHandler.registered[system, default: [:]][identifier] = handler
    let refresh = BackgroundRefresh(
      of: self,
      identifier: identifier,
      after: delay,
      system: system
    )
    handler.refresh = refresh
    refresher = refresh
    lifecycle.add(refresh)
    return true
  }
}

/// What works on an identifier's tasks, for as long as the process runs: the system ends an app that
/// registers an identifier twice.
@MainActor
private final class RefreshHandler {
  static var registered: [BGTaskScheduler: [String: RefreshHandler]] = [:]

  weak var refresh: BackgroundRefresh?
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

  init(of hub: AppHub, identifier: String, after delay: Duration, system: BGTaskScheduler) {
    self.identifier = identifier
    self.delay = delay
    self.system = system
    manager = hub.manager
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
      "the app has asked for another refresh, of which the system keeps one: see who else submits a "
        + "BGAppRefreshTaskRequest"
    case .unavailable?:
      "background refresh is not available: the user has switched it off in Settings, or this is an app "
        + "extension or the simulator"
    default: "the system refuses it: \(error.logDescription)"
    }
  }
}

// MARK: - Tasks

extension BackgroundRefresh {
  /// A task that expires has its work cut off, which completes it.
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
