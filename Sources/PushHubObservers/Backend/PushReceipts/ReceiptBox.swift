import PushHub

/// The receipts in an outbox; what takes time is done off the main actor.
struct ReceiptBox: Sendable {
  /// A batch that was read, and what was found on the way.
  struct Reading: Sendable {
    var entries: [OutboxEntry] = []
    var receipts: [PushReceipt] = []
    var waitingCount = 0
    var brokenCount = 0
    var newerFileCount = 0
    var removedCount = 0
    var isComplete = true
    var lost: [OutboxDirectory.Name: Int] = [:]
    var failures: [OutboxError] = []

    func batch(for account: AccountID) -> ReceiptBatch {
      ReceiptBatch(
        account: account,
        lostCount: lost.values.reduce(0, +),
        receipts: receipts
      )
    }
  }

  let outbox: Outbox

  /// Reads the first receipts of an account; what is no receipt is taken out on the way.
  @concurrent
  func read(limit: Int, for account: AccountID) async -> Reading {
    var reading = Reading()
    while true {
      let found = outbox.read(limit: limit, for: account)
      let receipts = found.entries.map { ($0, PushReceipt($0)) }
      let broken = receipts.filter { $0.1 == nil }.map(\.0)
      reading.failures += found.failures
      reading.brokenCount += found.brokenCount + broken.count
      reading.newerFileCount += found.newerFileCount
      reading.removedCount += found.removedCount
      reading.isComplete = found.isComplete
      reading.entries = receipts.filter { $0.1 != nil }.map(\.0)
      reading.receipts = receipts.compactMap(\.1)
      reading.waitingCount = found.waitingCount - broken.count
      reading.lost = found.lost
      guard !broken.isEmpty else { return reading }
      reading.failures += outbox.acknowledge(broken, lost: [:]).failures
      guard reading.receipts.isEmpty else { return reading }
    }
  }

  /// Notes that receipts need not be sent any more.
  @concurrent
  func acknowledge(_ reading: Reading, tellsLost: Bool) async -> OutboxOutcome {
    outbox.acknowledge(reading.entries, lost: tellsLost ? reading.lost : [:])
  }

  /// Removes the receipts of accounts that have signed out.
  @concurrent
  func remove(_ removal: PushReceiptsCore.Removal) async -> OutboxOutcome {
    outbox.remove(from: removal.scope, where: removal.includes)
  }
}
