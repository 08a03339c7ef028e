import PushHub
import PushHubObservers

/// The countdown handler, with a list whose cells are shown and hidden as the transcript says.
@MainActor
final class PlayedCountdown: PlayedFeature {
  /// A cell that says nothing itself: the handler's log tells in which order cells are told.
  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  let name = "countdown"
  let handler: CountdownHandler
  private let scheduler: any Scheduler
  private var cells: [CountdownID: Cell] = [:]

  /// What is true of the cells, as long as nothing but time goes on.
  private var knownFacts: (facts: [ExplainedFact], isStandingStill: Bool)?

  init(scheduler: any Scheduler, journal: Journal) {
    self.scheduler = scheduler
    handler = CountdownHandler(scheduler: scheduler)
    handler.log = { [weak self] entry in
      Self.tell(entry, to: journal)
      self?.note(entry)
    }
  }

  var plugin: any PushPlugin { handler }

  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact] {
    if let known = knownFacts, known.isStandingStill == handler.isStandingStill {
      return known.facts
    }
    let pace = ExplainedFact.pace(
      isRunning: handler.isRunning,
      isStandingStill: handler.isStandingStill,
      handler.backgroundPolicy
    )
    let models = ExplainedFact.models(
      count: handler.count,
      nextEnd: handler.nextEnd.map { $0 - start }
    )
    let facts = [pace, models] + handler.targets.map { .cell($0.id, cell($0.id, since: start)) }
    knownFacts = (facts, handler.isStandingStill)
    return facts
  }

  private func cell(
    _ id: CountdownID,
    since start: ContinuousClock.Instant
  ) -> ExplainedFact.Cell {
    guard let state = handler.state(of: id) else { return .waiting }
    if state.isExpired { return .ended }
    return handler.isStandingStill
      ? .still(remaining: state.remaining)
      : .counting(end: scheduler.now - start + state.remaining)
  }

  func apply(_ input: TranscriptInput) {
    guard case .countdown(let change) = input else { return }
    knownFacts = nil
    if let background = change.background {
      handler.backgroundPolicy = CountdownHandler.BackgroundPolicy(background)
    }
    if let isRunning = change.isRunning {
      isRunning ? handler.start() : handler.stop()
    }
    for id in change.removed {
      handler.remove(CountdownID(rawValue: id))
    }
    handler.add(
      contentsOf: change.added.map { model in
        CountdownItem(id: CountdownID(rawValue: model.id), total: model.duration)
      }
    )
    for id in change.hidden {
      hide(CountdownID(rawValue: id))
    }
    for id in change.shown {
      show(CountdownID(rawValue: id))
    }
  }

  private func hide(_ id: CountdownID) {
    if let cell = cells.removeValue(forKey: id) {
      handler.unbind(cell)
    }
  }

  /// Shows a cell, unless it is shown; one that had to go for others can be shown again.
  private func show(_ id: CountdownID) {
    if let cell = cells[id], handler.id(of: cell) == id { return }
    let cell = Cell()
    cells[id] = cell
    handler.bind(cell, to: id)
  }

  private func note(_ entry: CountdownLogEntry) {
    switch entry {
    case .ticked: break
    case .expired, .evicted, .expiryReplaced, .returned: knownFacts = nil
    }
  }

  private static func tell(_ entry: CountdownLogEntry, to journal: Journal) {
    switch entry {
    case .ticked(let id, _, let remaining):
      journal.note(
        .countdown,
        "tick",
        ["id": .string(id.rawValue), "remaining": .number(remaining.secondsNumber)]
      )
    case .expired(let id, _):
      journal.note(.countdown, "expired", ["id": .string(id.rawValue)])
    case .evicted, .expiryReplaced, .returned:
      break
    }
  }
}

extension CountdownHandler.BackgroundPolicy {
  fileprivate init(_ policy: TranscriptInput.CountdownChange.BackgroundPolicy) {
    switch policy {
    case .continues: self = .continues
    case .pauses: self = .pauses
    }
  }
}
