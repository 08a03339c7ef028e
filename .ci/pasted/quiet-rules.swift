import Foundation
import PushHubAlerts

@MainActor let stored = QuietSettings()
@MainActor let tomorrow = Date.distantFuture
@MainActor var label = ""
