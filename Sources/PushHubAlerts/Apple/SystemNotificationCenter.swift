#if canImport(UserNotifications) && !os(tvOS)
import Dispatch
public import Foundation
import PushHub

// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// This process's notification center, as the system of ``DeliveredNotifications`` and of
/// ``LocalNotifications``.
///
/// ```swift
/// let reminders = LocalNotifications(
///   system: SystemNotificationCenter(),
///   store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders.json"))
/// )
/// hub.includesLocalNotifications = true
/// ```
///
/// A notification carries ``LocalNotification/payload``, so that with the last line its answers reach
/// responders in the shape of a push's. Nulls are left out of it: the system keeps property lists.
///
/// In a process that has no notification center, such as a command-line run, nothing is delivered. See
/// [getDeliveredNotifications(completionHandler:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getdeliverednotifications(completionhandler:)).
@MainActor
public final class SystemNotificationCenter: DeliveredNotificationCenter {
  private let center: UNUserNotificationCenter?

  /// Wraps a notification center, that of the process by default.
  public init(_ center: UNUserNotificationCenter? = nil) {
    self.center = center ?? UNUserNotificationCenter.current(of: .main)
  }

  /// Asks the system; gives nothing when the task is canceled before it answers.
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

// MARK: - Local notifications

extension SystemNotificationCenter: LocalNotificationSystem {
  /// Adds a request with the notification's content and trigger.
  ///
  /// - Throws: The system's error, or one that the process has no notification center.
  public func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws {
    let center = try existingCenter()
    let request = request(
      for: notification,
      as: identifier,
      trigger: notification.trigger.system(in: interval)
    )
    let error = await SystemAnswer<(any Error)?>.wait(orWhenCancelled: CancellationError()) {
      answer in
      center.add(request) { @Sendable in answer($0) }
    }
    if let error { throw error }
  }

  /// Adds a request without a trigger, and waits for the system, which answers on another thread.
  ///
  /// - Throws: The system's error, or one that it has not answered within two seconds.
  public func show(_ notification: LocalNotification, as identifier: String) throws {
    let center = try existingCenter()
    let answer = Lock<(any Error)?>(NotificationCenterError.noAnswer)
    let end = DispatchSemaphore(value: 0)
    center.add(request(for: notification, as: identifier, trigger: nil)) { @Sendable error in
      answer.withLock { $0 = error }
      end.signal()
    }
    _ = end.wait(timeout: .now() + 2)
    if let error = answer.withLock({ $0 }) { throw error }
  }

  /// Removes requests that have not been shown.
  public func removePending(_ identifiers: [String]) async throws {
    try existingCenter().removePendingNotificationRequests(withIdentifiers: identifiers)
  }

  /// Asks for the identifiers of all that have not been shown.
  public func pending() async throws -> [String] {
    let center = try existingCenter()
    let identifiers = await SystemAnswer<[String]?>.wait(orWhenCancelled: nil) { answer in
      center.getPendingNotificationRequests { @Sendable requests in
        answer(requests.map(\.identifier))
      }
    }
    guard let identifiers else { throw CancellationError() }
    return identifiers
  }

  private func existingCenter() throws -> UNUserNotificationCenter {
    guard let center else { throw NotificationCenterError.noCenter }
    return center
  }

  private func request(
    for notification: LocalNotification,
    as identifier: String,
    trigger: UNNotificationTrigger?
  ) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = notification.title
    content.subtitle = notification.subtitle
    content.body = notification.body
    content.sound = notification.sound.map(UNNotificationSound.sound)
    content.threadIdentifier = notification.thread ?? ""
    content.categoryIdentifier = notification.category ?? ""
    content.userInfo = notification.payload.compactMapValues(\.propertyList)
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
  }
}

extension LocalNotification.Trigger {
  /// The system's, which reads components by the device's calendar unless they have one, and raises an
  /// exception over an interval that is not positive.
  fileprivate func system(in interval: TimeInterval) -> UNNotificationTrigger {
    guard case .calendar(var components, let repeats) = self else {
      return UNTimeIntervalNotificationTrigger(timeInterval: max(1, interval), repeats: false)
    }
    if components.calendar == nil {
      components.calendar = Calendar(identifier: .gregorian)
      components.calendar?.timeZone = .autoupdatingCurrent
    }
    return UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
  }
}

extension DeliveredNotification {
  /// Copies what the system shows.
  public init(_ notification: UNNotification) {
    let content = notification.request.content
    self.init(
      id: notification.request.identifier,
      payload: PushPayload(notification.request),
      date: notification.date,
      title: content.title,
      subtitle: content.subtitle,
      body: content.body
    )
  }
}
#endif
