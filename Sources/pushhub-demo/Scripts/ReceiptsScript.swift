import Foundation
public import PushHub
import PushHubBackend
public import PushHubRecorder
public import PushHubReplay

/// The receipts of pushes, with a server that says to each batch what the transcript tells.
///
/// The outbox is a folder among the temporary files, which is empty at first, and goes with the script.
@MainActor
public final class ReceiptsScript: FeatureScript {
  /// The name.
  public let name = "receipts"
  /// The title of the lane.
  public let title = "Receipts"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [ReceiptsAnswer.self]

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-receipts-\(UUID().uuidString)")
  private var receipts: PushReceipts?
  private var server: ScriptedServer?
  private var sentCount = 0

  /// Makes a script.
  public init() {}

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let server = ScriptedServer(on: stage, answering: Topic(ReceiptsTopic.batch))
    let receipts = PushReceipts(
      outbox: Outbox(directory: folder),
      endpoint: Endpoint(server: server, stage: stage),
      configuration: PushReceipts.Configuration(spread: .zero),
      generator: SequenceGenerator()
    )
    receipts.log = { [weak self] entry in
      if case .sent(let count) = entry { self?.sentCount += count }
      if let event = ReceiptsEvent(entry) { stage.tell(event) }
    }
    self.server = server
    self.receipts = receipts
    return receipts
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    if let record = record as? ReceiptsAnswer {
      server?.take(record.answer)
    }
  }

  private struct Endpoint: ReceiptEndpoint {
    let server: ScriptedServer
    let stage: Stage

    func send(_ batch: ReceiptBatch) async throws {
      await stage.tell(ReceiptsEvent.began(batch.receipts.count))
      do {
        try await server.answer()
      } catch let refusal as ScriptedRefusal where refusal.advice == .rejected {
        throw ReceiptRejection("\(refusal)", retryAfter: refusal.retryAfter)
      }
    }
  }
}

// MARK: - What is true

extension ReceiptsScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let receipts else { return [] }
    return [
      ReceiptsFact.waiting(receipts.waitingCount), ReceiptsFact.sent(sentCount),
    ]
  }
}

// MARK: - On the timeline

extension ReceiptsScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    (record as? ReceiptsAnswer)?.answer.appearance(to: "receipts") ?? RecordAppearance(words: "")
  }

  /// What an answer came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record is ReceiptsAnswer && server?.isAsked == true ? [Topic(ReceiptsTopic.batch)] : []
  }

  /// Whether something that the hub tells might bring the feature to do something.
  public func isConcerned(with event: HubEvent) -> Bool {
    switch event {
    case .received, .opened: true
    case .duplicate, .token, .tokenError, .issue: false
    }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    guard let answer = input.record(as: ReceiptsAnswer.self)?.answer else { return nil }
    return answer.lasts ? "No receipts were sent while this held." : "Nobody waits for this answer."
  }

  /// Why nothing will come of what the hub tells, as far as the feature knows.
  public func reasonForNothing(after event: HubEvent) -> String? {
    guard isConcerned(with: event), let stage = server?.stage else { return nil }
    return stage.lifecycle.account == nil
      ? "A receipt is written, and waits for somebody to sign in."
      : "A receipt is written, and waits for others to be sent with."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no push came."
  }
}
