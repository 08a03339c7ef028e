import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

/// The receipts of pushes, with the server's answer to each batch in the transcript.
///
/// The outbox is an empty temporary folder, which is removed with the script.
@MainActor
final class ReceiptsScript: ReadyMadeScript, RecordedScript {
  let name = "receipts"
  let title = "Receipts"

  private let folder = TemporaryFolder()
  private let server = ScriptedServer()
  private var receipts: PushReceipts?

  func plugin(in replay: Replay) -> any PushPlugin {
    server.scheduler = replay.scheduler
    let standard = PushReceipts.Configuration(spread: .zero)
    let receipts = PushReceipts(
      outbox: Outbox(directory: folder.url),
      endpoint: server,
      configuration: replay.transcript.configuration(over: standard),
      generator: replay.generator
    )
    self.receipts = receipts
    return receipts
  }

  func apply(_ record: ReceiptsAnswer) {
    server.handle(record.answer)
  }
}

extension ReceiptsScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    [("waiting", (receipts?.waitingCount ?? 0).json)]
  }

  func mark(of event: ReceiptsEvent) -> TimelineMark {
    let ends = ["sent", "failed", "rejected", "halved", "removed"]
    switch event {
    case .batch(let count):
      return TimelineMark(
        "→",
        label: "\(count)",
        from: ["failed", "halved", "received"],
        names: ["request"],
        until: ends,
        isWork: true
      )
    case .sent(let count): return TimelineMark("✓", label: "\(count)", from: ["request"])
    case .failed, .rejected: return TimelineMark("✕", isProblem: true, from: ["request"])
    case .halved(let count):
      return TimelineMark("½", label: "\(count)", isProblem: true, from: ["request"])
    case .dropped(let count), .broken(let count):
      return TimelineMark("!", label: "\(count)", isProblem: true)
    case .outboxFailed: return TimelineMark("✕", isProblem: true)
    case .removed(let count): return TimelineMark("–", label: "\(count)")
    case .waiting: return TimelineMark()
    }
  }
}
