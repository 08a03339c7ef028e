import PushHub
import PushHubObservers

/// The badge dot, with a listener that reports what the transcript says.
@MainActor
final class PlayedBadge: PlayedFeature {
  let name = "badge"
  let plugin: any PushPlugin
  private let badge: BadgeDot
  private let listener = ScriptedListener()

  init(header: TranscriptHeader, scheduler: any Scheduler, journal: Journal) {
    badge = BadgeDot(
      source: listener,
      store: InMemoryReadMarkStore(),
      configuration: BadgeDot.Configuration(listPage: header.listPage),
      generator: SequenceGenerator()
    )
    plugin = badge
    badge.log = { entry in
      guard case .turned(let isOn) = entry else { return }
      journal.note(
        .badge,
        "dot",
        ["node": .string(header.listPage.rawValue), "shown": .bool(isOn)]
      )
    }
  }

  func apply(_ input: TranscriptInput) {
    switch input {
    case .latest(let result): listener.report(result)
    case .read(let mark): badge.markRead(upTo: mark.map(NotificationCursor.init))
    default: break
    }
  }
}

extension NotificationCursor {
  init(_ mark: TranscriptInput.NotificationMark) {
    self.init(order: mark.order, id: mark.id)
  }
}
