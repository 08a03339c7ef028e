import PushHub
import PushHubAlerts

@MainActor var center: any DeliveredNotificationCenter { fatalError("The code is compiled only.") }
