#if canImport(UserNotifications) && !os(tvOS)
import Foundation
import PushHub

// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// The system's list of delivered notifications, of this process's notification center.
///
/// In a process that has none, such as a command-line run, the list is empty. See
/// [getDeliveredNotifications(completionHandler:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getdeliverednotifications(completionhandler:)).
@MainActor
public final class SystemNotificationCenter: DeliveredNotificationCenter {
  private let givenCenter: UNUserNotificationCenter?
  private lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)

  /// Wraps a notification center, that of the process by default.
  public init(_ center: UNUserNotificationCenter? = nil) {
    givenCenter = center
  }

  /// Asks the system; gives nothing when the task is cancelled before it answers.
  public func delivered() async -> [DeliveredNotification] {
    guard let center else { return [] }
    return await SystemAnswer.wait(orWhenCancelled: []) { answer in
      center.getDeliveredNotifications { @Sendable notifications in
        answer(notifications.map { DeliveredNotification($0) })
      }
    }
  }

  /// Has the system remove notifications, which it does a moment later.
  public func remove(_ ids: [String]) {
    center?.removeDeliveredNotifications(withIdentifiers: ids)
  }
}

extension DeliveredNotification {
  /// Copies what the system shows.
  public init(_ notification: UNNotification) {
    self.init(
      id: notification.request.identifier,
      payload: PushPayload(notification.request),
      date: notification.date
    )
  }
}
#endif
