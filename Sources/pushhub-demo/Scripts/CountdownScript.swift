import PushHub
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// The countdown handler, with a list whose cells are shown and hidden as the transcript says.
@MainActor
final class CountdownScript: ReadyMadeScript {
  /// A cell that says nothing itself: the handler's log tells in which order cells are told.
  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  let name = "countdown"
  let title = "Countdowns"

  private(set) var handler: CountdownHandler?

  private var cells: [String: Cell] = [:]

  func plugin(on stage: Stage) -> any PushPlugin {
    let handler = CountdownHandler(
      scheduler: stage.scheduler,
      configuration: stage.transcript.configuration(over: CountdownHandler.Configuration())
    )
    self.handler = handler
    return handler
  }

  func apply(_ change: CountdownChange) {
    guard let handler else { return }
    if let background = change.background {
      handler.backgroundPolicy = background
    }
    if let isRunning = change.isRunning {
      isRunning ? handler.start() : handler.stop()
    }
    for id in change.removed {
      handler.remove(id)
    }
    handler.add(
      contentsOf: change.added.map { model in
        CountdownItem(id: model.id, total: model.duration)
      }
    )
    for cell in change.hidden.compactMap({ cells.removeValue(forKey: $0) }) {
      handler.unbind(cell)
    }
    // One that had to go for others can be shown again.
    for id in change.shown where cells[id].flatMap({ handler.id(of: $0) }) == nil {
      let cell = Cell()
      cells[id] = cell
      handler.bind(cell, to: id)
    }
  }
}

// MARK: - What is true

extension CountdownScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let handler else { return [] }
    let policy = handler.backgroundPolicy
    let pace: FactMessage =
      if !handler.isRunning {
        "the countdowns are stopped\(.since)"
      } else if handler.isPaused {
        "the countdowns pause in the background\(.since)"
      } else {
        "the countdowns run, \(policy == .pauses ? "and pause" : "also") in the background"
      }
    let end = handler.nextEnd.map(stage.time(of:))
    let nextEnd: FactMessage = end.map { "; the next ends \(.ahead($0))" } ?? ""
    let models: FactMessage =
      switch handler.count {
      case 0: "no countdown"
      case 1: "1 countdown\(nextEnd)"
      case let count: "\(count) countdowns\(nextEnd)"
      }
    return [
      FeatureFact(
        "pace",
        [
          "running": .bool(handler.isRunning), "standingStill": .bool(handler.isPaused),
          "background": .string(policy.rawValue),
        ],
        pace
      ),
      FeatureFact(
        "models",
        .members(["count": handler.count.json, "nextEnd": end?.json]),
        models,
        toldBy: { $0.name == "expired" }
      ),
    ] + handler.targets.map { cell($0.id, of: handler, on: stage) }
  }

  /// What a cell that is shown shows.
  private func cell(_ id: String, of handler: CountdownHandler, on stage: Stage) -> FeatureFact {
    let (cell, name) = (id, "cell \(id)")
    guard let state = handler.state(of: id) else {
      let message: FactMessage = "\(cell): shown, but there is no such countdown"
      return FeatureFact(name, ["state": "waiting"], message)
    }
    if state.isExpired {
      return FeatureFact(name, ["state": "ended"], "\(cell): over\(.since)") { event in
        event as? CountdownEvent == .expired(id: id)
      }
    }
    let origins: [Topic] = [.added(cell), .shown(cell)]
    let (remaining, end) = (state.remaining, stage.time + state.remaining)
    return handler.isPaused
      ? FeatureFact(
        name,
        ["state": "still", "remaining": remaining.json],
        "\(cell): \(remaining.text) left, standing still",
        from: origins
      )
      : FeatureFact(
        name,
        ["state": "counting", "end": end.json],
        "\(cell): \(.left(until: end)) left, ends \(end.clockText)",
        from: origins
      )
  }
}

// MARK: - On the timeline

extension Topic {
  fileprivate static func added(_ id: String) -> Self { "countdown added \(id)" }
  fileprivate static func shown(_ id: String) -> Self { "countdown shown \(id)" }
}

extension CountdownScript {
  func mark(of change: CountdownChange) -> TimelineMark {
    TimelineMark("◔", message: "the app \(change.message)")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    guard let change = input.record(as: CountdownChange.self) else { return [] }
    return change.removed.flatMap { [.forgets(.added($0)), .endsBar(.added($0))] }
      + change.added.flatMap {
        [.marksFirst(.added($0.id)), .beginsBar(.added($0.id), label: $0.id)]
      }
      + change.hidden.map { .forgets(.shown($0)) }
      + change.shown.map { .marksFirst(.shown($0)) }
  }

  var reasonForNothing: String? {
    "No cell that is shown shows another time because of it, and no countdown ends."
  }
}

extension CountdownChange {
  fileprivate var message: String {
    let items = added.map { "\($0.id) of \($0.duration.text)" }
    let parts = [
      background.map { "lets countdowns \($0 == .pauses ? "pause" : "go on") in the background" },
      isRunning.map { "\($0 ? "starts" : "stops") the countdowns" },
      Self.message("removes the countdown", removed),
      Self.message("adds the countdown", items),
      Self.message("hides the cell", hidden),
      Self.message("shows the cell", shown),
    ]
    .compactMap { $0 }
    return parts.isEmpty ? "changes no countdown" : parts.joined(separator: "; ")
  }

  private static func message(_ verb: String, _ names: [String]) -> String? {
    names.isEmpty ? nil : "\(verb)\(names.count == 1 ? "" : "s") \(names.listed)"
  }
}

extension CountdownEvent: TimelineEvent {
  /// How it stands on the timeline; ticks of one countdown that follow each other are one mark.
  public var mark: TimelineMark {
    switch self {
    case .tick(let id, _):
      return TimelineMark(
        "◔",
        label: id,
        from: [.shown(id), .added(id)],
        run: "countdown ticks \(id)"
      )
    case .expired(let id):
      let added = Topic.added(id)
      return TimelineMark("■", from: [added], traces: [.endsBar(added)])
    case .limitReached: return TimelineMark("✕", isProblem: true)
    }
  }
}
