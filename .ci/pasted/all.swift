import Foundation
import PushHub

// What most articles call by these names: the parts of the app's hub, and its folders.
@MainActor var host: PluginHost { fatalError("The code is compiled only.") }
@MainActor var scheduler: any Scheduler { host.context.scheduler }
nonisolated var folder: URL { URL(filePath: "/") }
nonisolated var url: URL { folder }
@MainActor var manager: NotificationManager { fatalError("The code is compiled only.") }
@MainActor var lifecycle: AppLifecycle { fatalError("The code is compiled only.") }
