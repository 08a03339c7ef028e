import PushHub
import PushHubAlerts

@MainActor var system: any LocalNotificationSystem { fatalError("The code is compiled only.") }
