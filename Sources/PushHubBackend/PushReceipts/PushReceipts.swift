import Foundation
public import PushHub

/// Reports to the server what became of its pushes on this device.
///
/// It writes a ``PushReceipt`` for each push that is received, answered, presented in the foreground or
/// dropped, into an ``Outbox`` on disk, and sends receipts in batches. The app's service extension writes
/// into the same directory, see ``Outbox/append(_:of:)``; the app sends those too.
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
/// - Accounts: Each account that is signed in has batches of its own, whether it is shown or not. Receipts
///   whose account was not known are those of the account that is shown next. When an account signs out, its
///   receipts are removed, and those without an account. Receipts of an account that signed out while the app
///   was not running are removed when their turn comes.
/// - Failures: An account has one request under way at a time. A failure is retried with growing delays, and
///   at once on a return to the foreground; `Retry-After` holds, also for the service extension. An account
///   that the server refuses permanently is asked again after a return to the foreground or ``refresh()``.
/// - Rejections: A batch that the server will never accept is sent in halves until the rejected receipt
///   is alone, which is discarded.
/// - Cost: A few calls of the system for each push, after the system's callback; a delivery in the background
///   waits for them. A receipt that can't be written is logged, delays no push, and is sent from memory. An outbox
///   that can't be read or emptied is a failure like one of the server. One that can't be emptied sends the same
///   again.
///
/// It receives events as other observers do: an event that it has received does not wait for an observer
/// that is attached later, unless that one asks for replay.
@MainActor
public final class PushReceipts: PushFeature {
  /// Runs the decisions.
  public let runtime: FeatureRuntime<PushReceiptsCore>

  private let files: ReceiptFiles

  /// Creates a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - outbox: The outbox of the receipts. One process sends the receipts of a directory; two would send
  ///     duplicates.
  ///   - endpoint: The endpoint that receives receipts.
  ///   - configuration: The sizes and times of batches.
  ///   - generator: The source of the random part of delays; by default one that a recording can repeat.
  public init(
    outbox: Outbox,
    endpoint: any ReceiptEndpoint,
    configuration: Configuration = Configuration(),
    generator: (any RandomNumberGenerator)? = nil
  ) {
    let files = ReceiptFiles(outbox)
    self.files = files
    runtime = FeatureRuntime(PushReceiptsCore(configuration), generator: generator) {
      try await files.send($0.limit, for: $1, to: endpoint)
    }
    files.runtime = runtime
  }
}

extension PushReceipts {
  /// The number of receipts that wait to be sent for the account that is shown, as far as this process knows.
  public var waitingCount: Int { min(state, files.outbox.maximumCount) }

  /// Sends what waits, also if the server has refused it: call it when the user has signed in again.
  public func refresh() { send(.refresh) }
}

// MARK: - Plugin

extension PushReceipts {
  /// The size of a batch and the durations.
  public var recordedConfiguration: (any RecordedConfiguration)? {
    runtime.kernel.core.configuration
  }

  /// A priority before the others: the receipt of a push that makes the app sign out belongs to the account
  /// that signs out.
  ///
  /// The same holds for events that the manager drops then, if it receives accounts first; see
  /// `ObserverPriority`.
  public var priority: ObserverPriority { .high }

  /// Waits until the receipts of a push are written or, in a refresh, sends all receipts that wait.
  ///
  /// - Returns: New data if the server has accepted receipts, and failed if it has not.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    await files.writing?.value
    return push == nil ? try await runtime.work(isRefresh: true) : .noData
  }

  /// Carries out an effect on the outbox.
  public func perform(_ effect: PushReceiptsCore.Effect) {
    switch effect {
    case .write(let receipt): files.append(receipt)
    case .count(let account):
      runtime.send(.counted(files.count(for: account)), for: account)
    case .removeForeign: files.removeForeign()
    }
  }
}
