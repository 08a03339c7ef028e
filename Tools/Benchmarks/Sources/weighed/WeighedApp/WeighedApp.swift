public import PushHub

/// The least that an app makes of PushHub: its own three parts, and ten observers of its own.
@MainActor
public final class WeighedApp {
  /// The clock of all.
  public let scheduler: any Scheduler

  private let manager: NotificationManager
  private let lifecycle = AppLifecycle()
  private let host: PluginHost
  private let observers = (0..<10).map { _ in TitleReader() }

  /// Makes the app, with what it takes of the package besides.
  public init(
    scheduler: any Scheduler = LiveScheduler(),
    _ features: (any Scheduler) throws -> [any PushPlugin] = { _ in [] }
  ) throws {
    self.scheduler = scheduler
    manager = NotificationManager(scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    for observer in observers {
      manager.add(observer)
    }
    for (number, feature) in try features(scheduler).enumerated() {
      try host.install(feature, named: "\(number)")
    }
  }

  /// Receives a push, and returns what the observers have received of it.
  public func hear() throws -> String {
    let payload = try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#.utf8)
    manager.receive(payload, via: .remote)
    return observers.map(\.title).joined()
  }

  private final class TitleReader: PushObserver {
    private(set) var title = ""

    func receive(_ event: PushEvent) {
      guard case .received(let push) = event else { return }
      title = push.aps.body ?? ""
    }
  }
}
