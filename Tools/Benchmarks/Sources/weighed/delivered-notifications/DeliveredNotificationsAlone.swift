import PushHub
import PushHubAlerts
import WeighedApp

@main
struct DeliveredNotificationsAlone {
  static func main() throws {
    print(try WeighedApp { _ in [DeliveredNotifications(center: Center())] }.hear())
  }

  final class Center: DeliveredNotificationCenter {
    func delivered() async -> [DeliveredNotification] { [] }
    func remove(_ ids: [String]) {}
  }
}
