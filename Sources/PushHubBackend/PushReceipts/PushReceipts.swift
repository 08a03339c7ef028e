public import PushHub
import PushHubNetworking

/// Reports to the server what became of its pushes on this device.
///
/// It writes a ``PushReceipt`` for each push that is received, answered, presented in the foreground or
/// dropped, into an ``Outbox`` on disk, and sends receipts in batches. The app's service extension writes
/// into the same directory, see ``Outbox/append(_:of:account:)``; the app
/// sends those too.
///
/// ```swift
/// let receipts = PushReceipts(
///   outbox: Outbox(directory: group.appending(path: "receipts")),
///   endpoint: endpoint
/// )
/// try host.install(receipts, named: "receipts")
/// ```
///
/// - Order and duplicates: Each receipt arrives at least once, with an id by which the server can drop
///   duplicates, in the order in which they were written.
/// - Time: A batch is sent when 50 receipts wait, or when the oldest has waited for a minute and a
///   random part of another, see ``Configuration``. Everything is sent at once when the app enters the
///   background or the foreground, when the system gives it time in the background, and when an account
///   is known in the foreground.
/// - Accounts: An account's batches have its receipts, and those from before it was known. Without an
///   account nothing is sent. When an account signs out all receipts are removed. Receipts of an account
///   that signed out while the app was not running are removed when their turn comes.
/// - Failures: One request is under way at a time. A failure is retried with growing delays, and
///   `Retry-After` holds. An account that the server refuses permanently waits until it has signed in
///   again, the app is launched again, or a day has passed.
/// - Rejections: A batch that the server will never accept is sent in halves until the rejected receipt
///   is alone, which is discarded.
/// - Cost: A few calls of the system for each push, without waiting for the disk. A receipt that can't
///   be written is logged, and delays no push. An outbox that can't be read or emptied is a failure like
///   one of the server.
///
/// It receives events as other observers do: an event that it has received does not wait for an observer
/// that is attached later, unless that one asks for replay.
@MainActor
public final class PushReceipts {
  /// Called with each event, at once; for logs and tests.
  public var log: ((ReceiptsEvent) -> Void)?

  private let outbox: Outbox
  private let endpoint: any ReceiptEndpoint
  private let runtime: ManualFeatureRuntime<PushReceiptsCore>

  /// The files of the batch that is being sent.
  private var files: [String] = []

  /// Creates a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - outbox: The outbox of the receipts. One process sends the receipts of a directory; two would send
  ///     duplicates.
  ///   - endpoint: The endpoint that receives receipts.
  ///   - configuration: The sizes and times of batches.
  ///   - generator: The source of the random part of delays.
  public init(
    outbox: Outbox,
    endpoint: any ReceiptEndpoint,
    configuration: Configuration = Configuration(),
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.outbox = outbox
    self.endpoint = endpoint
    runtime = ManualFeatureRuntime(
      PushReceiptsCore(configuration: configuration, generator: generator),
      observes: [.received, .opened, .presented, .discarded]
    )
  }
}

extension PushReceipts {
  /// The number of receipts that wait to be sent for the account, as far as this process knows.
  public var waitingCount: Int { runtime.state }
}

// MARK: - Plugin

extension PushReceipts: LoggingPlugin {
  /// The size of a batch and the durations.
  public var recordedConfiguration: (any RecordedConfiguration)? { runtime.core.configuration }

  /// A priority before the others: the receipt of a push that makes the app sign out belongs to the account
  /// that signs out.
  ///
  /// The same holds for events that the manager drops then, if it receives accounts first; see
  /// `ObserverPriority`.
  public var priority: ObserverPriority { .high }

  /// Begins to write and to send receipts.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1) }
  }

  /// Stops, and cancels the request under way; receipts that wait stay on disk.
  ///
  /// From inside a call of the plugin, that happens when the call has returned.
  public func detach() {
    runtime.detach()
  }
}

extension PushReceipts: BackgroundWorker {
  /// `false`.
  public var worksOnPushes: Bool { false }

  /// Sends all receipts that wait; without any, there is no request.
  ///
  /// - Returns: New data if the server has accepted receipts, and failed if it has not.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await runtime.work()
  }
}

// MARK: - Effects

extension PushReceipts {
  private func perform(_ effect: PushReceiptsCore.Effect) -> PushReceiptsCore.Input? {
    switch effect {
    case .write(let kind, let pushID, let messageID, let account, let date):
      return write(
        PushReceipt(kind, pushID: pushID, messageID: messageID, account: account, date: date)
      )
    case .count(let others): return .counted(countWaiting(but: others), isWritten: false)
    case .removeAll(let others): removeAll(but: others)
    case .send(let account, let others, let limit):
      return send(for: account, others: others, limit: limit)
    case .remove(let rejection, let others):
      do {
        try outbox.remove(files)
        return .removed(rejection: rejection, waiting: countWaiting(but: others))
      } catch {
        return .outboxFailed(SourceFailure(error))
      }
    }
    return nil
  }

  private func write(_ receipt: PushReceipt) -> PushReceiptsCore.Input? {
    do {
      let (count, dropped) = try outbox.append(receipt)
      if dropped > 0 { log?(.dropped(count: dropped)) }
      return .counted(count, isWritten: true)
    } catch {
      log?(.outboxFailed(error: LogText(error).description))
      return nil
    }
  }

  /// An outbox that can't be counted may have a receipt, which is read when it can be.
  private func countWaiting(but others: Set<AccountID>) -> Int {
    (try? outbox.count(but: others)) ?? 1
  }

  private func removeAll(but others: Set<AccountID>) {
    do {
      logRemoved(try outbox.removeAll(but: others))
    } catch {
      log?(.outboxFailed(error: LogText(error).description))
    }
  }

  private func logRemoved(_ count: Int) {
    if count > 0 { log?(.removed(count: count)) }
  }

  private func send(for account: AccountID, others: Set<AccountID>, limit: Int)
    -> PushReceiptsCore.Input?
  {
    let reading = outbox.read(
      PushReceipt.self,
      limit: limit,
      for: account,
      skipping: others.contains
    )
    logRemoved(reading.removedCount)
    if reading.brokenCount > 0 { log?(.broken(count: reading.brokenCount)) }
    let receipts = reading.contents
    guard !receipts.isEmpty else {
      return reading.failure.map { .outboxFailed(SourceFailure($0)) }
        ?? .removed(rejection: nil, waiting: countWaiting(but: others))
    }
    files = reading.names
    let batch = ReceiptBatch(account: account, lostCount: reading.lostCount, receipts: receipts)
    log?(.batch(count: receipts.count))
    runtime.start { [endpoint] send in
      var failure: (any Error)?
      do { try await endpoint.send(batch) } catch { failure = error }
      send(
        .answered(
          failure.map { SourceFailure($0) },
          count: receipts.count,
          isRejection: failure is ReceiptRejection
        )
      )
    }
    return nil
  }
}
