import PushHub
import PushHubObservers

/// The unread sync, with a server that answers what the transcript says.
@MainActor
final class PlayedUnread: PlayedFeature {
  let name = "unread"
  let plugin: any PushPlugin
  private let server: ScriptedUnreadServer

  init(header: TranscriptHeader, scheduler: any Scheduler, journal: Journal) {
    server = ScriptedUnreadServer(scheduler: scheduler)
    let sync = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(trackedPages: Set(header.trackedPages)),
      generator: SequenceGenerator()
    )
    sync.log = { Self.tell($0, to: journal) }
    plugin = sync
  }

  func apply(_ input: TranscriptInput) {
    if case .unread(let answer) = input {
      server.answer = answer
    }
  }

  private static func tell(_ entry: UnreadSyncLogEntry, to journal: Journal) {
    switch entry {
    case .began(let reason):
      journal.note(.unread, "sync", ["reason": .string(reason.rawValue)])
    case .counted(let count):
      journal.note(.unread, "count", ["count": .number(JSONNumber(count))])
    case .failed(let message, let delay):
      journal.note(
        .unread,
        "failed",
        ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
      )
    }
  }
}
