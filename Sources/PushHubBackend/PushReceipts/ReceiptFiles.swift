import Foundation
import PushHub

/// The receipts in an outbox, for a ``PushReceipts`` and its requests.
@MainActor
final class ReceiptFiles {
  let outbox: Outbox
  var scheduler: (any Scheduler)?
  var lifecycle = LifecycleState() {
    didSet { hasOthers = hasOthers && lifecycle == oldValue }
  }
  var report: (ReceiptsEvent) -> Void = { _ in }
  var hasSignedOut: (AccountID) -> Bool = { _ in false }

  /// The work that writes receipts after the system's callback.
  private(set) var writing: Task<Void, Never>?

  /// The receipts that aren't written yet, or could not be; they are sent from here, too.
  private var unwritten: [PushReceipt] = []

  /// Whether a reading since the lifecycle changed has left receipts of others, which may not have been set yet.
  private var hasOthers = false

  init(_ outbox: Outbox) { self.outbox = outbox }

  func append(_ receipt: PushReceipt) {
    unwritten.append(receipt)
    writing = writing ?? scheduler?.perform { self.write() }
  }

  private func write() {
    let receipts = unwritten
    (unwritten, writing) = ([], nil)
    for (index, receipt) in receipts.enumerated() {
      do {
        report(try outbox.append(receipt), as: ReceiptsEvent.dropped)
      } catch {
        unwritten = receipts[index...] + unwritten
        report(.outboxFailed(error: LogText(error).description))
        break
      }
    }
    let excess = max(0, unwritten.count - outbox.maximumCount)
    unwritten.removeFirst(excess)
    report(excess, as: ReceiptsEvent.dropped)
  }

  /// Returns the number of an account's receipts, which may have others that can't be sent.
  ///
  /// An outbox that can't be counted may have a receipt, which is read when it can be.
  func count(for account: AccountID) -> Int {
    let isAlone = lifecycle.accounts == [account] && !hasOthers
    let count = try? isAlone ? outbox.count() : outbox.count(of: owners(account))
    return (count ?? 1) + unwritten.count { owners(account)($0.account) }
  }

  /// Sends an account's first receipts, and removes them.
  func send(
    _ limit: Int,
    for account: AccountID,
    to endpoint: any ReceiptEndpoint
  ) async throws -> ReceiptAnswer {
    write()
    let date = scheduler?.date ?? .distantPast
    if let pause = outbox.pause(for: account, at: date) {
      throw SourceFailure(message: "the service extension waits", retryAfter: pause)
    }
    let isOwn = owners(account)
    var reading = outbox.read(
      limit: limit,
      of: isOwn,
      removing: { $0.map(hasSignedOut) ?? false }
    )
    hasOthers = reading.hasOthers
    report(reading.removedCount, as: ReceiptsEvent.removed)
    report(reading.brokenCount, as: ReceiptsEvent.broken)
    let own = unwritten.filter { isOwn($0.account) }
    reading.contents += own.prefix(limit - reading.contents.count)
    if reading.contents.isEmpty, let failure = reading.failure { throw failure }
    var answer = ReceiptAnswer(count: reading.contents.count)
    do {
      try await outbox.send(reading, for: account, to: endpoint, at: date)
    } catch let rejection as ReceiptRejection {
      answer.rejection = SourceFailure(rejection)
      guard answer.count == 1 else { return answer }
      try outbox.remove(reading.names)
    }
    unwritten.removeAll { reading.contents.contains($0) }
    return answer
  }

  /// Removes the receipts of accounts that aren't signed in, and those without an account.
  func removeForeign() {
    func isForeign(_ account: AccountID?) -> Bool { account.map(hasSignedOut) ?? true }
    let count = unwritten.count { isForeign($0.account) }
    unwritten.removeAll { isForeign($0.account) }
    do {
      report(try outbox.removeAll(of: isForeign) + count, as: ReceiptsEvent.removed)
    } catch {
      report(.outboxFailed(error: LogText(error).description))
    }
  }

  /// Whether receipts are an account's; those without an account are of the one that is shown.
  private func owners(_ account: AccountID) -> (AccountID?) -> Bool {
    { [lifecycle] in $0 ?? lifecycle.account == account }
  }

  private func report(_ count: Int, as event: (Int) -> ReceiptsEvent) {
    if count > 0 { report(event(count)) }
  }
}
