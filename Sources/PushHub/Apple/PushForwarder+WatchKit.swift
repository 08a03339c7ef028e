#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
public import Foundation
public import WatchKit

/// The methods of an application delegate on watchOS; see
/// [WKApplicationDelegate](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate).
extension PushForwarder {
  /// Takes the launch, and becomes the notification center's delegate, which is told of a tap that
  /// launched the app.
  public func applicationDidFinishLaunching() {
    begin(.plain)
  }

  /// Takes the device token.
  public func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
    manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  public func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
    manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push, and completes once: when all have worked on it, or when the budget is used.
  public func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    fetch(PushPayload(userInfo: userInfo), alongside: nil) {
      completionHandler(WKBackgroundFetchResult($0))
    }
  }
}

extension WKBackgroundFetchResult {
  /// The system's word for a result.
  public init(_ result: FetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}
#endif
