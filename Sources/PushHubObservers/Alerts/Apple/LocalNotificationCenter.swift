#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import PushHub

// The framework promises the compiler nothing about its classes; it is called from the main actor.
@unsafe @preconcurrency public import UserNotifications

/// The user notification center, as the system of ``LocalNotifications``.
///
/// ```swift
/// let reminders = LocalNotifications(
///   system: LocalNotificationCenter(scheduler: hub.scheduler),
///   store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders.json"))
/// )
/// hub.includesLocalNotifications = true
/// ```
///
/// What is shown carries ``LocalNotification/payload``, so that with the last line its answers reach
/// responders in the shape of a push's. Nulls are left out of it: the system keeps property lists.
@MainActor
public final class LocalNotificationCenter: LocalNotificationSystem {
  private let scheduler: any Scheduler
  private let givenCenter: UNUserNotificationCenter?
  private lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)

  /// Makes a system.
  ///
  /// - Parameters:
  ///   - scheduler: What time it is.
  ///   - center: The notification center, that of the process by default.
  public init(scheduler: any Scheduler, center: UNUserNotificationCenter? = nil) {
    self.scheduler = scheduler
    givenCenter = center
  }

  /// Adds a request with the notification's content and trigger.
  ///
  /// - Throws: What the system says, or that the process has no notification center.
  public func add(_ request: LocalNotificationRequest) async throws {
    let center = try existingCenter()
    let system = UNNotificationRequest(
      identifier: request.identifier,
      content: content(of: request.notification),
      trigger: trigger(of: request)
    )
    let error = await SystemAnswer<(any Error)?>.wait(orWhenCancelled: CancellationError()) {
      answer in
      center.add(system) { @Sendable in answer($0) }
    }
    if let error { throw error }
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

  private func content(of notification: LocalNotification) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = notification.title
    content.subtitle = notification.subtitle
    content.body = notification.body
    content.sound = notification.sound.map { sound(named: $0) }
    content.threadIdentifier = notification.thread ?? ""
    content.categoryIdentifier = notification.category ?? ""
    content.userInfo = notification.payload.compactMapValues(\.propertyList)
    return content
  }

  private func sound(named name: String) -> UNNotificationSound {
    #if os(watchOS)
    .default
    #else
    name == "default"
      ? .default : UNNotificationSound(named: UNNotificationSoundName(rawValue: name))
    #endif
  }

  private func trigger(of request: LocalNotificationRequest) -> UNNotificationTrigger {
    if case .calendar(let components, let repeats) = request.notification.trigger {
      return UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
    }
    // The system raises an exception over an interval that is not positive.
    let interval = max(1, request.date.timeIntervalSince(scheduler.date))
    return UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: false)
  }
}

extension JSONValue {
  /// The value as a property list has it; nil for null.
  fileprivate var propertyList: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .number(let number):
      number.int ?? number.integer(UInt64.self) ?? number.double ?? number.text
    case .string(let text): text
    case .array(let values): values.compactMap(\.propertyList)
    case .object(let members): members.compactMapValues(\.propertyList)
    }
  }
}
#endif
