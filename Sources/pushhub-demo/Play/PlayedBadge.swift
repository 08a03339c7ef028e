import PushHub
import PushHubObservers

/// The badge dot, with a listener that reports what the transcript says.
@MainActor
final class PlayedBadge: PlayedFeature {
  let name = "badge"
  let badge: BadgeDot
  private let page: PageID
  private let listener: ScriptedListener

  init(
    header: TranscriptHeader,
    listener: ScriptedListener = ScriptedListener(),
    journal: Journal
  ) {
    self.listener = listener
    badge = BadgeDot(
      source: listener,
      store: InMemoryReadMarkStore(),
      // What a transcript doesn't tell has not failed.
      configuration: BadgeDot.Configuration(
        listPage: header.listPage,
        listTimeout: .seconds(86_400)
      ),
      generator: SequenceGenerator()
    )
    page = header.listPage
    badge.log = { entry in
      guard case .turned(let isOn) = entry else { return }
      journal.note(
        .badge,
        "dot",
        ["node": .string(header.listPage.rawValue), "shown": .bool(isOn)]
      )
    }
  }

  var plugin: any PushPlugin { badge }

  var tabBadge: (page: PageID, content: BadgeContent)? {
    (page, badge.badgeContent)
  }

  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact] {
    let dot: ExplainedFact.Dot = badge.isShown ? .on : badge.state.isKnown ? .off : .unknown
    return [
      .dot(page, dot),
      .newest(badge.newest),
      .readMark(badge.readMark),
      .listener(listener(since: start)),
    ]
  }

  private func listener(since start: ContinuousClock.Instant) -> ExplainedFact.Listener {
    guard let account = badge.state.account else { return .none }
    return badge.isListening
      ? .listening(for: account, isStale: badge.state.isStale)
      : .failed(nextAttempt: badge.nextAttempt.map { $0 - start })
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
