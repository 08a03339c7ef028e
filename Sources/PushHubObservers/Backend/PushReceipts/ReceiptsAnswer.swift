import PushHub
import PushHubNetworking

/// What the server of a ``PushReceipts`` says to a batch; see ``ServerAnswer``.
///
///     {"t":60,"receipts":"ok"}
///     {"t":0,"receipts":{"error":"503","retryAfter":30},"lasts":true}
///     {"t":90,"receipts":{"error":"400","advice":"rejected"}}
public struct ReceiptsAnswer: ServerAnswerRecord {
  /// The key in a transcript.
  public static let key = "receipts"

  /// The answer.
  public var answer: ServerAnswer

  /// Makes a record of an answer.
  public init(_ answer: ServerAnswer) {
    self.answer = answer
  }
}
