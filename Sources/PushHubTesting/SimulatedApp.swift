public import PushHub

/// An app at a simulated time, for tests of whole features.
///
/// ```swift
/// let app = SimulatedApp()
/// try app.host.install(feature, named: "feature")
/// app.lifecycle.setAccount("ann")
/// app.manager.receive(PushPayload(userInfo: ["aps": ["badge": 1]]), via: .remote)
/// await app.clock.settle()
/// ```
///
/// Time stands still until the test advances the clock. Each app has its own manager and lifecycle.
@MainActor
public final class SimulatedApp {
  /// The time.
  public let clock = ManualScheduler()

  /// The source of pushes and responses.
  public let manager: NotificationManager

  /// Phases, pages and accounts.
  public let lifecycle = AppLifecycle()

  /// The features.
  public let host: PluginHost

  /// Starts an app in the background, without an account.
  public init(configuration: NotificationManager.Configuration = .init()) {
    manager = NotificationManager(configuration: configuration, scheduler: clock)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    lifecycle.add(manager, priority: .first)
  }
}
