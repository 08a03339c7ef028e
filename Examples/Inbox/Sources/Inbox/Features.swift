import Observation
import PushHub
import PushHubObservers
import UserNotifications

/// The features that this app takes, and what its screens show of them.
@MainActor
@Observable
final class Features {
  let unread = UnreadSync(
    source: SampleUnreadCounts(),
    configuration: UnreadSync.Configuration(trackedPages: ["home", "inbox"])
  )
  private(set) var openedLink: String?
  @ObservationIgnored private let badge = BadgeNumber()

  /// Installs the features, once; what the system said before is heard now.
  func start(on host: PluginHost, lifecycle: AppLifecycle) {
    guard host.names.isEmpty else { return }
    do {
      try host.install(unread, named: "unread")
      try host.install(
        TapRouter { [weak self] push, _ in self?.openedLink = push.link ?? push.id },
        named: "taps"
      )
    } catch {
      print(error)
    }
    badge.follow(unread.states) { $0.count }
    lifecycle.setAccount("sample")
  }
}

/// Stands for a server: three messages are unread.
private struct SampleUnreadCounts: UnreadCountSource {
  func unreadCount(for account: AccountID) async throws -> UnreadReport {
    UnreadReport(count: 3)
  }
}
