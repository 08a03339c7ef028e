import Foundation
import PushHub

/// The receipts in an outbox, for a ``PushReceipts`` and its requests.
@MainActor
final class ReceiptFiles {
  let outbox: Outbox
  weak var runtime: FeatureRuntime<PushReceiptsCore>?

  /// The work that writes receipts after the system's callback.
  private(set) var writing: Task<Void, Never>?

  /// The receipts that aren't written yet, or could not be; they are sent from here, too.
  private var unwritten: [PushReceipt] = []

  init(_ outbox: Outbox) { self.outbox = outbox }

  func append(_ receipt: PushReceipt) {
    unwritten.append(receipt)
    writing = writing ?? runtime?.scheduler?.perform { self.write() }
  }

  private func write() {
    writing = nil
    while let receipt = unwritten.first {
      do {
        let dropped = try outbox.append(receipt)
        unwritten.removeFirst()
        report(dropped, as: ReceiptsEvent.dropped)
      } catch {
        report(error)
        break
      }
    }
    let excess = max(0, unwritten.count - outbox.maximumCount)
    unwritten.removeFirst(excess)
    report(excess, as: ReceiptsEvent.dropped)
  }

  /// Returns the number of an account's receipts.
  ///
  /// An account that is alone has all that there are; reading each would take long. An outbox that can't be read may
  /// have one more, which is sent when it can be.
  func count(for account: AccountID) -> Int {
    if runtime?.kernel.states.keys.elementsEqual([account]) == true,
      let names = try? outbox.folder.names()
    {
      return names.count + unwritten.count
    }
    let reading = read(for: account)
    return reading.contents.count + (reading.failure == nil ? 0 : 1)
  }

  /// Sends an account's first receipts, and removes them.
  func send(
    _ limit: Int,
    for account: AccountID,
    to endpoint: any ReceiptEndpoint
  ) async throws -> ReceiptAnswer {
    write()
    let date = runtime?.scheduler?.date ?? .distantPast
    if let pause = outbox.pause(for: account, at: date) {
      throw SourceFailure(message: "the service extension waits", retryAfter: pause)
    }
    let reading = read(limit, for: account)
    if reading.contents.isEmpty, let failure = reading.failure { throw failure }
    var answer = ReceiptAnswer(count: reading.contents.count)
    do {
      try await outbox.send(reading, for: account, to: endpoint, at: date)
    } catch let rejection as ReceiptRejection {
      answer.rejection = SourceFailure(rejection)
      guard answer.count == 1 else { return answer }
      try outbox.folder.remove(reading.names)
    }
    unwritten.removeAll { reading.contents.contains($0) }
    return answer
  }

  /// Removes the receipts of accounts that aren't signed in, and those without an account.
  func removeForeign() {
    if let failure = read(.max, of: []).failure { report(failure) }
  }

  /// Reads an account's first receipts; those without an account are of the one that is shown.
  private func read(_ limit: Int = .max, for account: AccountID) -> OutboxReading {
    read(limit, of: account == runtime?.kernel.core.account ? [account, nil] : [account])
  }

  /// Reads the first receipts of some accounts or, of none, removes also those without an account.
  private func read(_ limit: Int, of accounts: Set<AccountID?>) -> OutboxReading {
    let isForeign = { [runtime] (account: AccountID?) in
      account.map { runtime?.kernel.hasSignedOut($0) == true } ?? accounts.isEmpty
    }
    var reading = outbox.read(limit: limit, of: accounts, removing: isForeign)
    let count = unwritten.count
    unwritten.removeAll { isForeign($0.account) }
    let own = unwritten.filter { accounts.contains($0.account) }
    reading.contents += own.prefix(limit - reading.contents.count)
    report(reading.removedCount + count - unwritten.count, as: ReceiptsEvent.removed)
    report(reading.brokenCount, as: ReceiptsEvent.broken)
    return reading
  }

  private func report(_ count: Int, as event: (Int) -> ReceiptsEvent) {
    if count > 0 { runtime?.send(.log(event(count))) }
  }

  private func report(_ error: any Error) {
    runtime?.send(.log(.outboxFailed(error: LogText(error).description)))
  }
}
