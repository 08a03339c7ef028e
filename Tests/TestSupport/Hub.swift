import PushHub
import PushHubTesting
import Testing

/// A notification manager on a manual scheduler, with its log written down.
@MainActor
final class Hub {
  let scheduler = ManualScheduler()
  let manager: NotificationManager
  private(set) var log: [PushLogEntry] = []
  var onLog: ((PushLogEntry) -> Void)?

  init(_ configure: (inout NotificationManager.Configuration) -> Void = { _ in }) {
    var configuration = NotificationManager.Configuration()
    configure(&configuration)
    manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    manager.log = { [weak self] in self?.note($0) }
  }

  /// Whatever a test has done, nothing was counted twice, or not at all.
  isolated deinit {
    expectBalance(of: manager.statistics)
  }

  var codes: [PushLogEntry.Code] { log.map(\.code) }

  private func note(_ entry: PushLogEntry) {
    log.append(entry)
    onLog?(entry)
  }
}
