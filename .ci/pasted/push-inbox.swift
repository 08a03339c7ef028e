import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers

@MainActor let center = SystemNotificationCenter()
@MainActor let tree = BadgeTree(scheduler: scheduler)
@MainActor let number = BadgeNumber(lifecycle: AppLifecycle(), scheduler: scheduler)

nonisolated var group: URL { folder }
