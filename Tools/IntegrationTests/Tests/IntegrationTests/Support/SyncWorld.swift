import Foundation
import PushHub
import PushHubObservers
import PushHubTesting

/// An unread sync over a real source, on simulated time, with the user on a tracked page.
@MainActor
final class SyncWorld {
  let scheduler = ManualScheduler()
  let lifecycle = AppLifecycle()
  let sync: UnreadSync
  private(set) var log: [UnreadSyncEvent] = []
  private let manager: NotificationManager

  init(template: String, account: AccountID) throws {
    manager = NotificationManager(scheduler: scheduler)
    sync = UnreadSync(
      source: try HTTPUnreadCountSource(template: template, scheduler: scheduler),
      configuration: UnreadSync.Configuration(trackedPages: ["home"]),
      notificationCenter: NotificationCenter()
    )
    sync.log = { [weak self] in self?.log.append($0) }
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount(account)
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(sync)
  }

  /// The delay of the next try, as the log reports for the last failure.
  var retryDelay: Duration? {
    for case .failed(_, let delay) in log.reversed() { return delay }
    return nil
  }

  /// Lets time pass, and waits for what falls due.
  func advance(by duration: Duration) async {
    scheduler.advance(by: duration)
    await scheduler.settle()
  }
}
