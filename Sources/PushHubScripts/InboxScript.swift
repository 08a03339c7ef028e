import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The inbox, with a folder to which entries come as in the transcript.
///
/// The folder is among the temporary files; it is empty at first, and is removed with the script.
@MainActor
final class InboxScript: ReadyMadeScript, RecordedScript {
  let name = "inbox"
  let title = "Inbox"

  private let temporary = TemporaryFolder()
  private var inbox: PushInbox?

  private var folder: InboxFolder { InboxFolder(temporary.url) }

  func plugin(in replay: Replay) -> any PushPlugin {
    let inbox = PushInbox(
      folder: folder,
      configuration: replay.transcript.configuration(over: PushInbox.Configuration())
    )
    self.inbox = inbox
    return inbox
  }

  func apply(_ record: InboxRecord) {
    switch record {
    case .arrived(let entries):
      for entry in entries { _ = try? folder.write(entry) }
      inbox?.refresh()
    case .read(let ids): inbox?.markRead(Set(ids))
    case .removed(let ids): inbox?.remove(Set(ids))
    }
  }
}

extension InboxScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let inbox, let unread = inbox.unreadCount else { return [("unread", "not known")] }
    return [("unread", .string("\(unread) of \(inbox.entries.count)"))]
  }

  func mark(of event: PushInboxEvent) -> TimelineMark {
    switch event {
    case .added(let ids): TimelineMark("✉", label: "\(ids.count)")
    case .read(let ids): TimelineMark("✓", label: "\(ids.count)")
    case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)")
    case .emptied(let count): TimelineMark("–", label: "\(count)")
    case .broken(let count): TimelineMark("!", label: "\(count)", isProblem: true)
    case .failed, .noAnswer: .problem()
    }
  }
}
