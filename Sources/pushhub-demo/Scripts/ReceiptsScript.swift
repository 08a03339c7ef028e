import Foundation
import PushHub
public import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// The receipts of pushes, with a server that says to each batch what the transcript tells.
///
/// The outbox is a folder among the temporary files, which is empty at first, and goes with the script.
@MainActor
final class ReceiptsScript: ReadyMadeScript, RecordedScript {
  let name = "receipts"
  let title = "Receipts"

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-receipts-\(UUID().uuidString)")
  private let server = ScriptedServer()
  private var receipts: PushReceipts?

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    server.scheduler = stage.scheduler
    let standard = PushReceipts.Configuration(spread: .zero)
    let receipts = PushReceipts(
      outbox: Outbox(directory: folder),
      endpoint: server,
      configuration: stage.transcript.configuration(over: standard),
      generator: stage.generator
    )
    self.receipts = receipts
    return receipts
  }

  func apply(_ record: ReceiptsAnswer) {
    server.handle(record.answer)
  }
}

extension ReceiptsScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    let count = receipts?.waitingCount ?? 0
    return [
      FeatureFact(
        "waiting",
        count.json,
        "\(count) receipts wait\(.since)",
        from: [.failure, .latestPush],
        toldBy: { ["sent", "removed"].contains($0.name) }
      )
    ]
  }

  func mark(of record: ReceiptsAnswer) -> TimelineMark {
    server.mark(of: record.answer, to: "receipts", from: .batch)
  }

  var reasonForNothing: String? { "No receipts were sent just then." }
}

extension Topic {
  fileprivate static let batch: Self = "receipts batch"
  fileprivate static let failure: Self = "receipts failure"
}

extension ReceiptsEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    let failing: [Trace] = [.ends(.batch), .marks(.failure)]
    let gaveUp = "The user signed out before, or the play was over."
    let gone = "This has an end here; the receipts are gone from the device."
    return switch self {
    case .began(let count):
      TimelineMark(
        "→",
        label: "\(count)",
        from: [.failure, .latestPush],
        traces: [.beginsWork(.batch), .forgets(.failure)],
        tally: ("Receipts", "batches")
      )
    case .sent(let count):
      TimelineMark(
        "✓",
        label: "\(count)",
        from: [.batch],
        traces: [.ends(.batch)],
        reasonForNothing: gone
      )
    case .failed(let message, _):
      TimelineMark(
        "✕",
        isProblem: true,
        from: [.batch],
        traces: failing,
        reasonForNothing: gaveUp,
        tally: ("Failed batches of receipts", message)
      )
    case .rejected:
      TimelineMark(
        "✕",
        isProblem: true,
        from: [.batch],
        traces: [.ends(.batch)],
        reasonForNothing: gone
      )
    case .halved(let count):
      TimelineMark(
        "½",
        label: "\(count)",
        isProblem: true,
        from: [.batch],
        traces: failing,
        reasonForNothing: gaveUp
      )
    case .dropped(let count):
      TimelineMark(
        "!",
        label: "\(count)",
        isProblem: true,
        from: [.latestPush],
        reasonForNothing: gone
      )
    case .broken(let count):
      TimelineMark("!", label: "\(count)", isProblem: true, reasonForNothing: gone)
    case .outboxFailed:
      TimelineMark("✕", isProblem: true, from: [.latestPush], reasonForNothing: gone)
    case .removed(let count):
      TimelineMark("–", label: "\(count)", traces: [.ends(.batch)], reasonForNothing: gone)
    case .waiting: TimelineMark()
    }
  }
}
