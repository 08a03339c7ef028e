import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The inbox, with what it found in the folder and in the system's list in the transcript.
///
/// What it writes itself is among the temporary files, and is removed with the script.
final class InboxScript: KernelScript<PushInbox> {
  init() {
    let temporary = TemporaryFolder()
    super.init { replay in
      PushInbox(
        folder: InboxFolder(temporary.url),
        configuration: replay.transcript.configuration(over: PushInbox.Configuration())
      )
    }
  }

  override var title: String { "Inbox" }

  override func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? PushInboxEvent {
    case .added(let ids): TimelineMark("✉", label: "\(ids.count)")
    case .read(let ids): TimelineMark("✓", label: "\(ids.count)")
    case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)")
    case .emptied(let count): TimelineMark("–", label: "\(count)")
    case .broken(let count): TimelineMark("!", label: "\(count)", isProblem: true)
    case .newer, .failed, .noAnswer: .problem()
    case nil: super.mark(of: event)
    }
  }
}
