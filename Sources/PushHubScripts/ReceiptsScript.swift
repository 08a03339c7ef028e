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
    [("waiting", JSONValue(receipts?.waitingCount ?? 0))]
  }

  func mark(of event: ReceiptsEvent) -> TimelineMark {
    switch event {
    case .batch(let count):
      TimelineMark(
        "→",
        label: "\(count)",
        from: ["failed", "halved", "received"],
        names: ["request"],
        until: ["sent", "failed", "rejected", "halved", "removed"],
        isWork: true
      )
    case .sent(let count): TimelineMark("✓", label: "\(count)", from: ["request"])
    case .failed, .rejected: .problem(from: ["request"])
    case .halved(let count):
      TimelineMark("½", label: "\(count)", isProblem: true, from: ["request"])
    case .dropped(let count), .broken(let count):
      TimelineMark("!", label: "\(count)", isProblem: true)
    case .outboxFailed: .problem()
    case .removed(let count): TimelineMark("–", label: "\(count)")
    case .waiting: TimelineMark()
    }
  }
}
