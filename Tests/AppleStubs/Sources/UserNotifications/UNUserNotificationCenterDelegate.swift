import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:willpresent:withcompletionhandler:)).
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  )

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:didreceive:withcompletionhandler:)).
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  )
  #endif

  #if !os(tvOS) && !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:opensettingsfor:)).
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  )
  #endif
}

// The methods are optional in Objective-C. A class that leaves one out has these.
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

  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) -> Void? {
    OptionalMethod.call {
      delegate.userNotificationCenter(
        center,
        willPresent: notification,
        withCompletionHandler: completionHandler
      )
    }
  }

  #if !os(tvOS)
  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) -> Void? {
    OptionalMethod.call {
      delegate.userNotificationCenter(
        center,
        didReceive: response,
        withCompletionHandler: completionHandler
      )
    }
  }
  #endif

  #if !os(tvOS) && !os(watchOS)
  public func callAsFunction(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  ) -> Void? {
    OptionalMethod.call {
      delegate.userNotificationCenter(center, openSettingsFor: notification)
    }
  }
  #endif
}
