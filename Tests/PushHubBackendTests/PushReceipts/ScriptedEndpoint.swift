import PushHub
import PushHubBackend

/// A server that takes all receipts, unless the test says otherwise.
@MainActor
final class ScriptedEndpoint: ReceiptEndpoint {
  /// All batches that came, in order.
  private(set) var batches: [ReceiptBatch] = []

  /// What the next calls end with; those after them succeed.
  var answers: [(any Error)?] = []

  /// Which receipts are never taken.
  var isRejected: (PushReceipt) -> Bool = { _ in false }

  /// All receipts that came, in order, without doubles.
  var receipts: [PushReceipt] {
    var ids: Set<String> = []
    return batches.flatMap(\.receipts).filter { ids.insert($0.id).inserted }
  }

  @MainActor
  func send(_ batch: ReceiptBatch) throws {
    batches.append(batch)
    if !answers.isEmpty, let error = answers.removeFirst() {
      throw error
    }
    guard !batch.receipts.contains(where: isRejected) else { throw ReceiptRejection("422") }
  }
}
