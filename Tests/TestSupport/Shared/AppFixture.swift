import PushHub
import PushHubTesting

/// A suite or a driver that works with one app at a simulated time.
@MainActor
protocol AppFixture: TimeFixture {
  var app: SimulatedApp { get }
}

extension AppFixture {
  var scheduler: ManualScheduler { app.clock }
  var clock: ManualScheduler { app.clock }
  var manager: NotificationManager { app.manager }
  var lifecycle: AppLifecycle { app.lifecycle }
  var host: PluginHost { app.host }
  var context: PluginContext { app.host.context }

  /// Signs Ann and Bob in, and shows one of them or none.
  func show(_ account: AccountID?) {
    lifecycle.setAccounts(["ann", "bob"], shown: account)
  }

  /// Leaves the app and comes back.
  func returnToForeground() {
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
  }

  /// Leaves the app and comes back, and waits for the work that begins then.
  func comeBack() async {
    returnToForeground()
    await settle()
  }

  /// Receives a push in the background.
  @discardableResult
  func receive(_ payload: PushPayload) -> Push {
    manager.receive(payload, via: .remote)
  }

  /// Receives a push with a message id in the background.
  func receive(_ id: String, for account: AccountID? = nil) {
    receive(message(id, for: account))
  }

  /// Receives a tap on a push with a message id.
  func open(_ id: String, for account: AccountID? = nil) {
    manager.open(message(id, for: account))
  }
}

extension SimulatedApp: AppFixture {
  var app: SimulatedApp { self }

  /// The codes of the log.
  var codes: [PushLogEntry.Code] { log.map(\.code) }
}
