import Foundation
public import PushHub
public import PushHubBackend
import PushHubRecorder
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

  /// Makes a script.
  public init() {}

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let server = ScriptedServer(stage: stage)
    let receipts = PushReceipts(
      outbox: Outbox(directory: folder),
      endpoint: server,
      configuration: PushReceipts.Configuration(spread: .zero),
      generator: SequenceGenerator()
    )
    self.server = server
    self.receipts = receipts
    return receipts
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    (record as? ReceiptsAnswer).map { server?.take($0.answer) }
  }

  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let count = receipts?.waitingCount else { return [] }
    return [
      PlainFact(
        name: "waiting",
        json: .number(JSONNumber(count)),
        words: "\(count) receipts wait\(.since)",
        hasCauses: count > 0,
        toldBy: ReceiptsEvent.self,
        named: ["sent", "removed"],
        firstOrigins: [[.failure, HubEvent.latestPush]]
      )
    ]
  }
}

// MARK: - On the timeline

extension Topic {
  private enum OfReceipts { case batch, failure }

  fileprivate static let batch = Topic(OfReceipts.batch)
  fileprivate static let failure = Topic(OfReceipts.failure)
}

extension ReceiptsScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    (record as? ReceiptsAnswer)?.answer.appearance(to: "receipts") ?? RecordAppearance(words: "")
  }

  /// What an answer came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    server?.answers.isAsked == true ? [.batch] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "No receipts were sent just then."
  }
}

extension ReceiptsEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began(let count): MarkLook("→", label: "\(count)")
    case .sent(let count): MarkLook("✓", label: "\(count)")
    case .failed, .rejected, .outboxFailed: MarkLook("✕", isProblem: true)
    case .halved(let count): MarkLook("½", label: "\(count)", isProblem: true)
    case .dropped(let count), .broken(let count): MarkLook("!", label: "\(count)", isProblem: true)
    case .removed(let count): MarkLook("–", label: "\(count)")
    case .waiting: MarkLook()
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .began: [.failure, HubEvent.latestPush]
    case .sent, .failed, .halved, .rejected: [.batch]
    case .dropped, .outboxFailed: [HubEvent.latestPush]
    case .removed, .broken, .waiting: []
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .began: [.beginsWork(.batch), .forgets(.failure)]
    case .sent, .rejected, .removed: [.ends(.batch)]
    case .failed, .halved: [.ends(.batch), .marks(.failure)]
    case .dropped, .broken, .outboxFailed, .waiting: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .began: nil
    case .failed, .halved: "The user signed out before, or the play was over."
    default: "This has an end here; the receipts are gone from the device."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began: Tally("Receipts", of: "batches")
    case .failed(let message, _): Tally("Failed batches of receipts", of: message)
    default: nil
    }
  }
}
