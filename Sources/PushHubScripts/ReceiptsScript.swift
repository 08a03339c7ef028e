import Foundation
import PushHubBackend
import PushHubRecorder
import PushHubReplay

private struct NoServer: ReceiptEndpoint {
  func send(_ batch: ReceiptBatch) async throws { throw CancellationError() }
}

extension ReadyMadeScripts {
  /// The receipts of pushes, with the server's answer to each batch in the transcript.
  ///
  /// What the app's outbox had is in the recording; nothing is written.
  static var receipts: KernelScript<PushReceipts> {
    StandingScript(title: "Receipts", acceptance: ReceiptAnswer()) { replay in
      PushReceipts(
        outbox: Outbox(directory: URL(filePath: "/dev/null")),
        endpoint: NoServer(),
        configuration: replay.transcript.configuration(over: .init(spread: .zero))
      )
    } mark: { event in
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
}
