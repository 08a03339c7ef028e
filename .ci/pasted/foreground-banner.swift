import PushHub
import PushHubAlerts
import SwiftUI

struct ContentView: View {
  var body: some View { Text("Content") }
}

@MainActor let delivered = DeliveredNotifications(center: SystemNotificationCenter())
@MainActor func show(_ push: Push) -> Bool { true }
