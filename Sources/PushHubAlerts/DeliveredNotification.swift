public import Foundation
public import PushHub

/// A notification that the system shows in Notification Center.
public struct DeliveredNotification: Equatable, Sendable, Identifiable {
  /// The notification request's identifier, by which the system removes it.
  public let id: String

  /// The payload sent or scheduled.
  public let payload: PushPayload

  /// The delivery date, by the wall clock, to the millisecond.
  public let date: Date

  /// Describes a notification.
  public init(id: String, payload: PushPayload, date: Date) {
    self.id = id
    self.payload = payload
    self.date = date.toTheMillisecond
  }
}

/// The system's list of delivered notifications.
///
/// On Apple's systems `SystemNotificationCenter` is the one.
@MainActor
public protocol DeliveredNotificationCenter: AnyObject {
  /// Gives the notifications that are shown, in any order.
  ///
  /// Canceled, and no longer waited for, when it is asked again or has not answered for ten seconds.
  func delivered() async -> [DeliveredNotification]

  /// Removes notifications; those that are gone already are no failure.
  func remove(_ ids: [String])
}
