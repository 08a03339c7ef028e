import PushHub
import PushHubTesting

/// A suite or a driver that works with one app at a simulated time.
@MainActor
protocol AppFixture {
  var app: SimulatedApp { get }
}

extension AppFixture {
  var clock: ManualScheduler { app.clock }
  var manager: NotificationManager { app.manager }
  var lifecycle: AppLifecycle { app.lifecycle }
  var host: PluginHost { app.host }
  var context: PluginContext { app.host.context }

  /// Lets time pass, and waits for the work that begins.
  func advance(by duration: Duration = .seconds(1)) async {
    clock.advance(by: duration)
    await clock.settle()
  }
}

extension SimulatedApp {
  /// The codes of the log.
  var codes: [PushLogEntry.Code] { log.map(\.code) }
}
