import Foundation
import PushHub
public import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// The receipts of pushes, with a server that says to each batch what the transcript tells.
///
/// The outbox is a folder among the temporary files, which is empty at first, and goes with the script.
@MainActor
final class ReceiptsScript: ReadyMadeScript {
  let name = "receipts"
  let title = "Receipts"

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-receipts-\(UUID().uuidString)")
  private let server = ScriptedServer()
  private let receipts: PushReceipts

  init() {
    receipts = PushReceipts(
      outbox: Outbox(directory: folder),
      endpoint: server,
      configuration: PushReceipts.Configuration(spread: .zero),
      generator: SequenceGenerator()
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    server.scheduler = stage.scheduler
    return receipts
  }

  func apply(_ record: ReceiptsAnswer) {
    server.take(record.answer)
  }
}

extension ReceiptsScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    let count = receipts.waitingCount
    return [
      PlainFact(
        "waiting",
        count.json,
        words: "\(count) receipts wait\(.since)",
        hasCauses: count > 0,
        firstOrigins: [[.failure, HubEvent.latestPush]],
        toldBy: { $0 is ReceiptsEvent && ["sent", "removed"].contains($0.name) }
      )
    ]
  }

  func appearance(of record: ReceiptsAnswer) -> RecordAppearance {
    record.answer.appearance(to: "receipts")
  }

  func origins(of record: any FeatureRecord) -> [Topic] {
    server.answers.isAsked ? [.batch] : []
  }

  var reasonForNothing: String? { "No receipts were sent just then." }
}

extension Topic {
  private enum OfReceipts { case batch, failure }

  fileprivate static let batch = Self(OfReceipts.batch)
  fileprivate static let failure = Self(OfReceipts.failure)
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
