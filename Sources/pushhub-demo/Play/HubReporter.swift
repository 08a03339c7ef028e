import PushHub

/// Says what the hub makes of the system's callbacks.
@MainActor
final class HubReporter: PushObserver {
  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
  }

  func receive(_ event: PushEvent) {
    switch event {
    case .tokenChanged(let token):
      journal.note(.hub, "token", ["token": .string(String(token.hex.prefix(8)))])
    case .registrationFailed(let failure):
      journal.note(.hub, "tokenError", ["error": .string(failure.message)])
    case .received(let push):
      journal.note(.hub, "received", ["id": .string(push.id)])
      for issue in push.issues {
        let text = JSONValue.string(issue.description)
        journal.note(.hub, "issue", ["id": .string(push.id), "issue": text])
      }
    case .opened(let push, let response):
      journal.note(
        .hub,
        "opened",
        [
          "id": .string(push.id),
          "action": .string(response.action.description),
          "reply": response.reply.map(JSONValue.string),
        ]
      )
    }
  }

  /// Takes an entry of the manager's log, which alone tells of callbacks that showed nothing new.
  func receive(_ entry: PushLogEntry) {
    if entry.code == .merged {
      journal.note(.hub, "duplicate", ["id": entry.pushID.map(JSONValue.string)])
    }
  }
}
