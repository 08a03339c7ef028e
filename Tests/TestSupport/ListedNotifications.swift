import PushHub
import PushHubAlerts

/// A system's list that a test writes, or that never comes.
final class ListedNotifications: DeliveredNotificationCenter {
  var notifications: [DeliveredNotification] = []
  var isSilent = false
  private(set) var listCount = 0
  private(set) var removed: [[String]] = []

  func delivered() async -> [DeliveredNotification] {
    listCount += 1
    if isSilent { try? await ScheduledCondition().wait() }
    return notifications
  }

  func remove(_ ids: [String]) {
    removed.append(ids)
    notifications.removeAll { ids.contains($0.id) }
  }
}
