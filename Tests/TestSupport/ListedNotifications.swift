import PushHub
import PushHubAlerts

/// A system's list that a test writes, or that never comes.
final class ListedNotifications: DeliveredNotificationCenter {
  var notifications: [DeliveredNotification] = []
  var isSilent = false

  func delivered() async -> [DeliveredNotification] {
    if isSilent { try? await ScheduledCondition().wait() }
    return notifications
  }

  func remove(_ ids: [String]) {}
}
