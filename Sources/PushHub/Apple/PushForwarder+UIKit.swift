#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
public import Foundation
public import UIKit

/// The methods of an application delegate on iOS, tvOS and visionOS; see
/// [UIApplicationDelegate](https://developer.apple.com/documentation/uikit/uiapplicationdelegate).
extension PushForwarder {
  /// Takes the launch, and becomes the notification center's delegate.
  ///
  /// An app with scenes is launched in the background and without options, whatever for; what it is
  /// for comes with the scene, in ``scene(_:willConnectTo:options:)``.
  ///
  /// - Returns: `true`, for the delegate to return.
  @discardableResult
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    #if os(tvOS)
    begin(.plain)
    #else
    let userInfo = launchOptions?[.remoteNotification] as? [AnyHashable: Any]
    let payload = userInfo.map { PushPayload(userInfo: $0) }
    let isInBackground = application.applicationState == .background
    begin(payload.map { isInBackground ? .background($0) : .tap($0) } ?? .plain)
    #endif
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
  ///     ``NotificationManager/Configuration/fetchResultPriority``, and counts as failed when it does
  ///     not come within ``NotificationManager/Configuration/backgroundBudget``.
  public func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void,
    alongside other: ((@escaping @Sendable (UIBackgroundFetchResult) -> Void) -> Void)? = nil
  ) {
    fetch(
      PushPayload(userInfo: userInfo),
      alongside: other.map { other in
        { answer in other { @Sendable in answer(FetchResult($0)) } }
      },
      completion: { completionHandler(UIBackgroundFetchResult($0)) }
    )
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
