import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

extension ReadyMadeScripts {
  /// The inbox, with what it found in the folder and in the system's list in the transcript.
  ///
  /// What it writes itself is among the temporary files, and is removed with the script.
  static var inbox: KernelScript<PushInbox> {
    let temporary = TemporaryFolder()
    return KernelScript(title: "Inbox", onlyIfRecorded: true) { replay in
      PushInbox(
        folder: InboxFolder(temporary.url),
        configuration: replay.transcript.configuration(over: PushInbox.Configuration())
      )
    } mark: { event in
      switch event {
      case .added(let ids): TimelineMark("✉", label: "\(ids.count)")
      case .read(let ids): TimelineMark("✓", label: "\(ids.count)")
      case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)")
      case .emptied(let count): TimelineMark("–", label: "\(count)")
      case .broken(let count): TimelineMark("!", label: "\(count)", isProblem: true)
      case .newer, .failed, .noAnswer: .problem()
      }
    }
  }
}
