#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
public import Foundation
public import UIKit

/// The methods of an application delegate on iOS and visionOS; see
/// [UIApplicationDelegate](https://developer.apple.com/documentation/uikit/uiapplicationdelegate).
extension PushForwarder {
  /// Takes the launch, and becomes the notification center's delegate.
  ///
  /// - Returns: `true`, for the delegate to return.
  @discardableResult
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let userInfo = launchOptions?[.remoteNotification] as? [AnyHashable: Any]
    let payload = userInfo.map { PushPayload(userInfo: $0) }
    let isInBackground = application.applicationState == .background
    begin(payload.map { isInBackground ? .background($0) : .tap($0) } ?? .plain)
    return true
  }

  /// Takes the device token.
  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push, and returns when the observers' work is done or their budget is used.
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    let payload = PushPayload(userInfo: userInfo)
    return UIBackgroundFetchResult(await manager.deliver(payload, via: .remote))
  }

  /// Takes a push, and completes once: when all have worked on it, or when the budget is used.
  ///
  /// A second library that wants to answer for itself is given an answer of its own to call, not
  /// the system's:
  ///
  /// ```swift
  /// pushes.application(
  ///   application,
  ///   didReceiveRemoteNotification: userInfo,
  ///   fetchCompletionHandler: completionHandler
  /// ) { answer in
  ///   Analytics.handle(userInfo, fetchCompletionHandler: answer)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - userInfo: What was sent.
  ///   - completionHandler: The system's, called exactly once, on the main thread.
  ///   - other: Starts the other library's work; its answer is merged with the observers' by
  ///     ``NotificationManager/Configuration/fetchResultPolicy``, and counts as failed when it does
  ///     not come within ``NotificationManager/Configuration/backgroundBudget``.
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void,
    alongside other: ((@escaping @Sendable (UIBackgroundFetchResult) -> Void) -> Void)? = nil
  ) {
    let fetch = SharedFetch(policy: manager.configuration.fetchResultPolicy) {
      completionHandler(UIBackgroundFetchResult($0))
    }
    let payload = PushPayload(userInfo: userInfo)
    let manager = self.manager
    fetch.expect()
    manager.scheduler.perform {
      fetch.add(await manager.deliver(payload, via: .remote))
    }
    guard let other else { return }
    fetch.expect()
    let answer = SharedAnswer<FetchResult>(
      within: manager.configuration.backgroundBudget,
      on: manager.scheduler,
      remark: { [weak self] in
        self?.log?(DelegateLogEntry($0, by: "The other library", .fetch))
      },
      finish: { fetch.add($0 ?? .failed) }
    )
    other { result in
      onMainActor { answer.take(FetchResult(result)) }
    }
  }

  /// Takes the notification that a scene was connected with.
  ///
  /// Apps with scenes learn here of the tap that launched them; the center's delegate is mostly
  /// told too, and whichever comes second changes nothing.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    if let response = connectionOptions.notificationResponse {
      centerDelegate.tellManager(of: response)
    }
  }
}

/// The one answer to the system, made of those of all who work on a push.
@MainActor
private final class SharedFetch {
  private let policy: FetchResultPolicy
  private let finish: (FetchResult) -> Void
  private var missing = 0
  private var results: [FetchResult] = []

  init(policy: FetchResultPolicy, finish: @escaping (FetchResult) -> Void) {
    self.policy = policy
    self.finish = finish
  }

  func expect() {
    missing += 1
  }

  func add(_ result: FetchResult) {
    results.append(result)
    missing -= 1
    if missing == 0 {
      finish(policy.merged(results))
    }
  }
}

extension UIBackgroundFetchResult {
  /// The system's word for a result.
  public init(_ result: FetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}

extension FetchResult {
  /// Reads the system's word for a result; one that it adds later counts as failed.
  public init(_ result: UIBackgroundFetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    default: self = .failed
    }
  }
}
#endif
