#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework's classes are not annotated for concurrency; its scheduler may be called from any thread, and
// a task is used on the main actor alone.
@unsafe @preconcurrency public import BackgroundTasks
import Dispatch
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
    let isTaken = refreshIdentifier.map { backgroundTasks[$0] != nil } == true
    if !isStarted, !isTaken { refreshIdentifier = identifier }
    let tasks = BackgroundTasks(
      identifier: identifier,
      delay: delay,
      system: system,
      replacesPending: true,
      makeRequest: { BGAppRefreshTaskRequest(identifier: identifier) },
      work: { [manager] in await manager.refresh() != .failed }
    )
    return request(tasks, isTaken: isTaken)
  }

  /// Requests time of minutes in the background from the system, for work that a refresh has no time for.
  ///
  /// The system gives it when the device is idle, mostly while it charges. An app calls it for each
  /// identifier once, before its launch is over:
  ///
  /// ```swift
  /// override func willLaunch() {
  ///   hub.process(identifier: "com.example.inbox.tidy", after: .seconds(86_400)) {
  ///     try await archive.compact()
  ///   }
  /// }
  /// ```
  ///
  /// The identifier must be in the app's Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and
  /// `UIBackgroundModes` there has `processing`. What ``refresh(identifier:after:system:)`` says of order,
  /// completion and requests holds here, with two differences. The work has no other limit than the
  /// system's: when the task expires, the work is canceled, and the task is completed without waiting for it. A
  /// request that is pending is not replaced when the app enters the background, so that an app that is
  /// used each day gets its time. See
  /// [BGProcessingTaskRequest](https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest).
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist.
  ///   - delay: The earliest time after its request at which the system begins the work.
  ///   - requiresNetworkConnectivity: Whether the work needs the network.
  ///   - requiresExternalPower: Whether the work needs a device that charges.
  ///   - system: The system's scheduler; that of the process by default.
  ///   - work: The work, on the main actor; an error counts as failed.
  /// - Returns: Whether requests will be submitted.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @discardableResult
  public func process(
    identifier: String,
    after delay: Duration = .seconds(86_400),
    requiresNetworkConnectivity: Bool = false,
    requiresExternalPower: Bool = false,
    system: BGTaskScheduler = .shared,
    _ work: @escaping @MainActor () async throws -> Void
  ) -> Bool {
    if !isStarted { processIdentifiers.insert(identifier) }
    let tasks = BackgroundTasks(
      identifier: identifier,
      delay: delay,
      system: system,
      makeRequest: {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresNetworkConnectivity = requiresNetworkConnectivity
        request.requiresExternalPower = requiresExternalPower
        return request
      },
      work: { (try? await work()) != nil }
    )
    return request(tasks)
  }

  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  private func request(_ tasks: BackgroundTasks, isTaken: Bool = false) -> Bool {
    let identifier = tasks.identifier
    guard !isStarted, !isTaken, backgroundTasks[identifier] == nil else {
      manager.record(
        .refusedRefresh,
        "\"\(identifier)\" is registered too late, or twice: request background time once, before the hub starts"
      )
      return false
    }
    let refresh = BackgroundRefresh(tasks, of: manager)
    let isRegistered = tasks.system.register(
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
    backgroundTasks[identifier] = refresh
    lifecycle.add(refresh)
    return true
  }
}

/// The background tasks of one identifier, and the work in them.
private struct BackgroundTasks {
  let identifier: String
  let delay: Duration
  let system: BGTaskScheduler

  /// Whether a request that is pending is replaced when the app enters the background.
  var replacesPending = false
  let makeRequest: () -> BGTaskRequest
  let work: @MainActor () async -> Bool
}

/// Requests background tasks from the system, and works in them.
@MainActor
private final class BackgroundRefresh {
  private let tasks: BackgroundTasks
  private let manager: NotificationManager

  /// Whether the system has refused the latest request.
  private var isRefused = false

  init(_ tasks: BackgroundTasks, of manager: NotificationManager) {
    self.tasks = tasks
    self.manager = manager
  }
}

// MARK: - Requests

extension BackgroundRefresh: LifecycleObserver {
  private func submitUnlessPending() {
    let identifier = tasks.identifier
    // Called on a queue of the system's, so that nothing in it may belong to the main actor.
    let handler: @Sendable ([BGTaskRequest]) -> Void = { [weak self] requests in
      guard !requests.contains(where: { $0.identifier == identifier }) else { return }
      onMainActor { [weak self] in self?.submit() }
    }
    tasks.system.getPendingTaskRequests(completionHandler: handler)
  }

  /// Submits a request if an earlier process has left none pending, and when the app enters the background.
  func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    guard let event else { return submitUnlessPending() }
    guard case .phaseChanged(let phase) = event, phase == .background || isRefused else { return }
    if isRefused || tasks.replacesPending {
      submit()
    } else {
      submitUnlessPending()
    }
  }

  private func submit() {
    let request = tasks.makeRequest()
    request.earliestBeginDate = manager.scheduler.date + tasks.delay / .seconds(1)
    #if compiler(>=6.4) && canImport(ObjectiveC)
    if #available(iOS 27, macCatalyst 27, tvOS 27, visionOS 27, *) {
      // Its documentation forbids the main thread.
      DispatchQueue.global().async { [system = tasks.system] in
        system.submitTaskRequest(request) { @Sendable [weak self] error in
          onMainActor { [weak self] in self?.finish(error) }
        }
      }
      return
    }
    #endif
    do {
      try tasks.system.submit(request)
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private func finish(_ error: (any Error)?) {
    isRefused = error != nil
    if let error { manager.record(.refusedRefresh, advice(on: error)) }
  }

  private func advice(on error: any Error) -> String {
    switch (error as? BGTaskScheduler.Error)?.code {
    case .notPermitted?:
      "add \"\(tasks.identifier)\" to BGTaskSchedulerPermittedIdentifiers, and \"fetch\" or \"processing\" to "
        + "UIBackgroundModes, in the app's Info.plist"
    case .tooManyPendingTaskRequests?:
      "the system keeps one refresh and ten processing tasks of an app: look for other code that submits a "
        + "BGTaskRequest"
    case .unavailable?:
      "background refresh is not available: the user has switched it off in Settings, or this is an app "
        + "extension or the simulator"
    default: "the system refuses it: \(LogText(error))"
    }
  }
}

// MARK: - Tasks

extension BackgroundRefresh {
  /// Does the work.
  ///
  /// A task that expires cancels the work, and is completed at once.
  func start(_ task: BGTask) {
    submit()
    let completion = TaskCompletion(of: task)
    let work = manager.scheduler.perform { [work = tasks.work] in
      let isSuccess = await work()
      completion.complete(isSuccess && !Task.isCancelled)
    }
    task.expirationHandler = { @Sendable in
      work.cancel()
      onMainActor { completion.complete(false) }
    }
  }
}

/// Completes a background task once.
@MainActor
private final class TaskCompletion {
  private var task: BGTask?

  init(of task: BGTask) {
    self.task = task
  }

  func complete(_ isSuccess: Bool) {
    task?.expirationHandler = nil
    task?.setTaskCompleted(success: isSuccess)
    task = nil
  }
}
#endif
