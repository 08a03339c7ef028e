import PushHub
import Testing

/// A notification manager on a manual scheduler, with its log written down.
@MainActor
final class Hub {
  let scheduler = ManualScheduler()
  let manager: NotificationManager
  private(set) var log: [PushLogEntry] = []
  var onLog: ((PushLogEntry) -> Void)?
  private let logged = ScheduledCondition()

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

  /// Returns when an entry of that kind is in the log, or the test's time is over.
  func waitForLog(_ code: PushLogEntry.Code) async {
    while !codes.contains(code), !Task.isCancelled {
      try? await logged.wait()
    }
  }

  private func note(_ entry: PushLogEntry) {
    log.append(entry)
    onLog?(entry)
    logged.signalAll()
  }
}
