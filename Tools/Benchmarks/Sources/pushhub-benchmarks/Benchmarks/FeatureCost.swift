import CAllocations
import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubTesting
import SampleObservers

/// What a push allocates on its way to ten observers, and what the device registration and the receipts
/// add to that.
@MainActor
struct FeatureCost {
  private let pushCount = 400
  private let entryCount = 1_000

  func run(into verdicts: Verdicts) async throws {
    guard allocations_are_counted() else { return }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pushhub-benchmarks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let alone = try await allocationsPerPush { [] }
    let registration = try await allocationsPerPush { [makeRegistration()] }
    let both = try await allocationsPerPush { [makeRegistration(), makeReceipts(in: folder)] }
    let receipt = try allocationsPerReceipt(in: folder)
    let entry = try allocationsPerInboxEntry(in: folder)
    var table = Table("A push to ten observers", columns: ["", "allocations"])
    table.add(["ten observers", alone.text(2)])
    table.add(["with the device registration", registration.text(2)])
    table.add(["with the receipts as well", both.text(2)])
    table.add(["a receipt alone, written to its file", receipt.text(2)])
    table.add(["an inbox entry of a service extension", entry.text(2)])
    table.print()
    verdicts.expect(
      registration <= alone,
      "a device registration allocates nothing for a push",
      found: (registration - alone).text(2),
      .counted
    )
    verdicts.expect(
      max(receipt, entry) <= 80,
      "a receipt and an inbox entry cost at most 80 allocations beside 1,000 others",
      found: "\(receipt.text(2)) and \(entry.text(2))",
      .counted
    )
    verdicts.expect(
      both - registration <= receipt + 20,
      "receipts allocate at most 20 for a push beside the receipt",
      found: "\((both - registration).text(2)), and \(receipt.text(2)) for a receipt alone",
      .counted
    )
  }

  /// The least of three measurements: threads of the runtime, such as that of a timer, allocate at any time.
  private func allocationsPerPush(_ features: () -> [any PushPlugin]) async throws -> Double {
    var least = Double.infinity
    for _ in 0..<3 { least = min(least, try await allocationsPerPush(features())) }
    return least
  }

  private func allocationsPerPush(_ features: [any PushPlugin]) async throws -> Double {
    let scheduler = ManualScheduler()
    let manager = NotificationManager(scheduler: scheduler)
    let lifecycle = AppLifecycle()
    lifecycle.setAccount("ann")
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    let observers = (0..<10).map { _ in SampleObserver() }
    for observer in observers { manager.add(observer) }
    for (number, feature) in features.enumerated() {
      try host.install(feature, named: "\(number)")
    }
    await scheduler.settle()
    // One less than a batch of receipts, since that is read again to be sent.
    let payloads = try (1..<2 * pushCount).map { number in
      try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m\#(number)"}"#.utf8)
    }
    for payload in payloads.dropLast(pushCount) { manager.receive(payload, via: .remote) }
    let before = allocations_count()
    for payload in payloads.suffix(pushCount) { manager.receive(payload, via: .remote) }
    let after = allocations_count()
    withExtendedLifetime((observers, host)) {}
    return Double(after - before) / Double(pushCount)
  }

  /// In a full outbox, where the oldest receipts make room.
  private func allocationsPerReceipt(in folder: URL) throws -> Double {
    let outbox = Outbox(directory: folder.appending(path: "alone"), maximumCount: entryCount)
    let payloads = try (0..<2 * entryCount).map { number in
      try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m\#(number)"}"#.utf8)
    }
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    func write(_ payloads: some Sequence<PushPayload>) throws {
      for payload in payloads {
        try outbox.append(
          .received,
          of: ExtensionNotification(
            payload,
            requestIdentifier: "r1",
            date: date,
            identification: PushIdentification { _ in "ann" }
          )
        )
      }
    }
    try write(payloads.prefix(entryCount))
    let before = allocations_count()
    try write(payloads.suffix(entryCount))
    return Double(allocations_count() - before) / Double(entryCount)
  }

  private func allocationsPerInboxEntry(in folder: URL) throws -> Double {
    let inbox = InboxFolder(folder.appending(path: "inbox"), maximumCount: entryCount)
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    let notifications = try (0..<2 * entryCount).map { number in
      ExtensionNotification(
        try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m\#(number)"}"#.utf8),
        requestIdentifier: "r\(number)",
        date: date
      )
    }
    for notification in notifications.prefix(entryCount) { try inbox.append(notification) }
    let before = allocations_count()
    for notification in notifications.suffix(entryCount) { try inbox.append(notification) }
    return Double(allocations_count() - before) / Double(entryCount)
  }

  private func makeRegistration() -> DeviceRegistration {
    DeviceRegistration(
      endpoint: Nobody(),
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
  }

  /// With batches so large, and waits so long, that nothing is sent meanwhile.
  private func makeReceipts(in folder: URL) -> PushReceipts {
    PushReceipts(
      outbox: Outbox(directory: folder.appending(path: UUID().uuidString)),
      endpoint: Nobody(),
      configuration: PushReceipts.Configuration(batchSize: 1_000, longestWait: .seconds(86_400))
    )
  }

  private struct Nobody: RegistrationEndpoint, ReceiptEndpoint {
    func send(_ request: RegistrationRequest) async throws { throw CancellationError() }
    func send(_ batch: ReceiptBatch) async throws { throw CancellationError() }
  }
}
