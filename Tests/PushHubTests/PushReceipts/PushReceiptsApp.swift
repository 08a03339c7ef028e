import Foundation
import PushHub

@testable import PushHubBackend

/// An app with receipts, a real outbox and a server under control.
@MainActor
final class PushReceiptsApp {
  let hub = Hub { $0.journalMaximumAge = .seconds(600) }
  let lifecycle = AppLifecycle()
  let folder: OutboxFolder
  let endpoint = ScriptedEndpoint()
  let outbox: Outbox
  let receipts: PushReceipts
  private(set) var log: [PushReceiptsLogEntry] = []

  init(
    _ configuration: PushReceipts.Configuration = .small,
    directory: String? = nil,
    maximumByteCount: Int = 1 << 20
  ) {
    let folder = OutboxFolder()
    self.folder = folder
    outbox = Outbox(
      directory: directory.map { folder.url.appending(path: $0) } ?? folder.url,
      process: "app",
      configuration: Outbox.Configuration(maximumByteCount: maximumByteCount)
    )
    receipts = PushReceipts(
      outbox: outbox,
      endpoint: endpoint,
      configuration: configuration,
      generator: FixedGenerator.most
    )
    receipts.log = { [weak self] in self?.log.append($0) }
    lifecycle.add(hub.manager)
  }

  var scheduler: ManualScheduler { hub.scheduler }
  var statistics: PushReceiptsStatistics { receipts.statistics }

  var context: PluginContext {
    PluginContext(push: hub.manager, lifecycle: lifecycle, scheduler: scheduler)
  }

  /// Attaches, and signs somebody in, in the foreground.
  func start(_ account: AccountID? = "ann") async {
    lifecycle.setPhase(.active)
    lifecycle.setAccount(account)
    context.attach(receipts)
    await scheduler.settle()
  }

  func signIn(_ account: AccountID?) async {
    lifecycle.setAccount(account)
    await scheduler.settle()
  }

  @discardableResult
  func push(_ id: String) async throws -> Push {
    let push = hub.manager.receive(try message(id), via: .remote)
    await scheduler.settle()
    return push
  }

  func advance(by duration: Duration) async {
    scheduler.advance(by: duration)
    await scheduler.settle()
  }

  /// What is in the outbox, whosoever it is.
  var waitingCount: Int {
    get throws {
      try folder.files.reduce(0) { count, file in
        let data = try Data(contentsOf: folder.url.appending(path: file))
        return count + OutboxText(Array(data)).lines.count
      }
    }
  }
}
