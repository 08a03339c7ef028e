import PushHub
public import PushHubNetworking

/// Sends receipts to a server over HTTP.
///
/// ```swift
/// let endpoint = try AccountClient(
///   template: "https://api.example.com/accounts/{account}/receipts",
///   scheduler: scheduler,
///   token: { account in try await session.accessToken(for: account) }
/// )
/// ```
///
/// Each batch is a `POST` of JSON, with its keys in order:
///
///     {"account":"ann","lost":0,"receipts":[
///       {"date":1767225600123,"id":"5F0C…","kind":"received","push":"m1"},
///       {"action":"default","date":1767225604500,"id":"91D2…","kind":"opened","push":"m1"}]}
///
/// `date` is in milliseconds since 1970. `message` is the sender's own id, where there is one, and an
/// `opened` has its `action`, a `presented` its `options`, a `dropped` its `reason`. `lost` is
/// ``ReceiptBatch/lostCount``.
///
/// - Duplicates: A receipt that is sent again has the same `id`, and a batch that is sent again has the
///   same `Idempotency-Key`.
/// - Answers: With any status from 200 to 299 the server has all of them. With 400, 413 and 422 it never
///   will, see ``ReceiptRejection``. With any other status they are sent again. `Retry-After`, redirects
///   and a refused token are treated as in `AccountClient`.
extension AccountClient: ReceiptEndpoint {
  /// Sends a batch to the server.
  ///
  /// - Throws: ``ReceiptRejection``, `HTTPSourceError`, `CancellationError`, or what the token
  ///   closure threw.
  public func send(_ batch: ReceiptBatch) async throws {
    do {
      try await send(batch.body, for: batch.account, idempotencyKey: batch.id)
    } catch let error as HTTPSourceError {
      guard let status = error.statusCode, [400, 413, 422].contains(status) else { throw error }
      throw ReceiptRejection("The server answered \(status)", retryAfter: error.retryAfter)
    }
  }
}

extension ReceiptBatch {
  /// The body that the server receives.
  struct Body: Encodable {
    let account: String
    let lost: Int
    let receipts: [PushReceipt]
  }

  var body: Body {
    let receipts = receipts.map { receipt in
      var receipt = receipt
      receipt.account = nil
      return receipt
    }
    return Body(account: account.rawValue, lost: lostCount, receipts: receipts)
  }
}
