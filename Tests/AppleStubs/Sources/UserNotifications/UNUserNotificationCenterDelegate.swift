import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
///
/// All its methods are optional in Objective-C, so that on a delegate of an unknown class they can be called
/// with a question mark alone: `delegate.userNotificationCenter?(…)`.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:willpresent:withcompletionhandler:)).
  @available(*, deprecated, message: "optional: call it with '?'")
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  )

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:didreceive:withcompletionhandler:)).
  @available(*, deprecated, message: "optional: call it with '?'")
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  )
  #endif

  #if !os(tvOS) && !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:opensettingsfor:)).
  @available(*, deprecated, message: "optional: call it with '?'")
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  )
  #endif
}

// A class that leaves a method out has these.
extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    OptionalMethod.confessMissing()
  }

  #if !os(tvOS)
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    OptionalMethod.confessMissing()
  }
  #endif

  #if !os(tvOS) && !os(watchOS)
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  ) {
    OptionalMethod.confessMissing()
  }
  #endif

  /// Lets `delegate.userNotificationCenter?(…)` mean what it means for an optional method.
  public var userNotificationCenter: OptionalMethodsOfDelegate? {
    OptionalMethodsOfDelegate(delegate: self)
  }
}

/// The optional methods of one delegate, each giving nil if it isn't implemented.
public struct OptionalMethodsOfDelegate {
  let delegate: any UNUserNotificationCenterDelegate

  /// The calls, of which this protocol does not say that they call what is deprecated.
  private var calls: any StubDelegateCalls { StubDelegateCaller(delegate: delegate) }

  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) -> Void? {
    OptionalMethod.call { calls.present(notification, in: center, completionHandler) }
  }

  #if !os(tvOS)
  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) -> Void? {
    OptionalMethod.call { calls.respond(response, in: center, completionHandler) }
  }
  #endif

  #if !os(tvOS) && !os(watchOS)
  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  ) -> Void? {
    OptionalMethod.call { calls.openSettings(for: notification, in: center) }
  }
  #endif
}

private protocol StubDelegateCalls {
  func present(
    _ notification: UNNotification,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  )

  #if !os(tvOS)
  func respond(
    _ response: UNNotificationResponse,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable () -> Void
  )
  #endif

  #if !os(tvOS) && !os(watchOS)
  func openSettings(for notification: UNNotification?, in center: UNUserNotificationCenter)
  #endif
}

private struct StubDelegateCaller: StubDelegateCalls {
  let delegate: any UNUserNotificationCenterDelegate

  @available(*, deprecated)
  func present(
    _ notification: UNNotification,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    delegate.userNotificationCenter(
      center,
      willPresent: notification,
      withCompletionHandler: completionHandler
    )
  }

  #if !os(tvOS)
  @available(*, deprecated)
  func respond(
    _ response: UNNotificationResponse,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable () -> Void
  ) {
    delegate.userNotificationCenter(
      center,
      didReceive: response,
      withCompletionHandler: completionHandler
    )
  }
  #endif

  #if !os(tvOS) && !os(watchOS)
  @available(*, deprecated)
  func openSettings(for notification: UNNotification?, in center: UNUserNotificationCenter) {
    delegate.userNotificationCenter(center, openSettingsFor: notification)
  }
  #endif
}
