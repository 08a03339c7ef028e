import PushHub

/// A notification manager on a manual scheduler, with its log written down.
@MainActor
final class Hub {
  let scheduler = ManualScheduler()
  let manager: NotificationManager
  private(set) var log: [PushLogEntry] = []
  var onLog: ((PushLogEntry) -> Void)?
  private var waiters: [(code: PushLogEntry.Code, continuation: CheckedContinuation<Void, Never>)] =
    []

  init(_ configure: (inout NotificationManager.Configuration) -> Void = { _ in }) {
    var configuration = NotificationManager.Configuration()
    configure(&configuration)
    manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    manager.log = { [weak self] in self?.note($0) }
  }

  var codes: [PushLogEntry.Code] { log.map(\.code) }

  /// Returns when an entry of that kind is in the log.
  func waitForLog(_ code: PushLogEntry.Code) async {
    guard !codes.contains(code) else { return }
    await withCheckedContinuation { waiters.append((code, $0)) }
  }

  private func note(_ entry: PushLogEntry) {
    log.append(entry)
    onLog?(entry)
    for waiter in waiters where waiter.code == entry.code {
      waiter.continuation.resume()
    }
    waiters.removeAll { $0.code == entry.code }
  }
}
