import PushHub
import PushHubNetworking
import PushHubObservers

/// An app with a badge dot whose list the test reports, signed in as Ann with nothing unread.
@MainActor
final class DotApp {
  @MainActor
  private final class Listener: LatestNotificationSource {
    var streams: [ScheduledStream<[NotificationCursor]>] = []

    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      let stream = ScheduledStream<[NotificationCursor]>()
      streams.append(stream)
      return stream
    }
  }

  let hub = Hub()
  let lifecycle = AppLifecycle()
  private(set) var badge: BadgeDot?
  private let listener = Listener()

  init() {
    badge = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: "list")
    )
  }

  /// Signs Ann in, with a list that counts as read.
  func start() async {
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    if let plugin = badge {
      PluginContext(push: hub.manager, lifecycle: lifecycle, scheduler: hub.scheduler).attach(
        plugin
      )
    }
    await hub.scheduler.settle()
    await report(1)
  }

  func report(_ orders: Int...) async {
    listener.streams.last?.send(orders.map { NotificationCursor(order: $0, id: "n\($0)") })
    await settle()
  }

  /// Returns when the dot and those who follow it have come to rest.
  func settle() async {
    await hub.scheduler.settle()
    await turns()
  }

  func letBadgeGo() {
    badge?.detach()
    badge = nil
  }
}

/// Lets those who follow something observable hear of a change.
@MainActor
func turns() async {
  for _ in 0..<20 { await Task.yield() }
}
