import Foundation
public import PushHub

/// An endpoint that receipts are sent to: the server, in an app.
///
/// `AccountClient` is one, over HTTP.
public protocol ReceiptEndpoint: Sendable {
  /// Sends a batch of receipts. When this returns, they are removed from the outbox.
  ///
  /// The calling task is canceled when the answer is no longer wanted. No other call for the account is under
  /// way meanwhile, unless it was canceled and has not ended yet. A call that takes longer than a minute is
  /// canceled and has failed.
  ///
  /// - Throws: ``ReceiptRejection`` for receipts that will never be accepted. After any other error the
  ///   same receipts are sent again; one that conforms to `RetryAdvice` determines when.
  func send(_ batch: ReceiptBatch) async throws
}

/// Some receipts of one account, in order.
///
/// A receipt may come in more than one batch, with the same ``PushReceipt/id``: when an answer is lost,
/// or a process is killed after it.
public struct ReceiptBatch: Equatable, Sendable, Identifiable {
  /// Identifies the batch; the same for the same receipts and the same ``lostCount``.
  public let id: String

  /// The account of the receipts.
  public let account: AccountID

  /// The number of receipts, of any account, removed to make room since the last batch.
  ///
  /// An upper bound: receipts that were under way when room was made may be among them, and after a crash
  /// the same number may be sent again.
  public let lostCount: Int

  /// The receipts in the order in which they were written.
  public let receipts: [PushReceipt]

  /// Creates a batch.
  public init(account: AccountID, lostCount: Int, receipts: [PushReceipt]) {
    self.account = account
    self.lostCount = lostCount
    self.receipts = receipts
    // The hash FNV-1a, see RFC 9923.
    let texts = [account.rawValue, "\(lostCount)"] + receipts.map(\.id)
    let hash = texts.joined(separator: " ").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    id = String(hash, radix: 16)
  }
}

/// The reason why receipts will never be accepted, however often they are sent.
///
/// A rejected batch is sent in halves until the rejected receipt is alone, which is then discarded and
/// logged.
public struct ReceiptRejection: RetryAdvice, LoggableError, Equatable {
  /// A description of the problem, without content of the receipts.
  public let reason: String

  /// The wait that the server asks for.
  public let retryAfter: Duration?

  /// Creates a rejection.
  public init(_ reason: String, retryAfter: Duration? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// The other receipts may still be accepted.
  public var isFinal: Bool { false }

  /// The reason.
  public var description: String { reason }
}
