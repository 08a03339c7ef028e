import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The countdown handler, with a list whose models and cells are in the transcript.
final class CountdownScript: FeatureScript {
  /// A cell without a view, which is unbound when it is released.
  ///
  /// The handler's log has its changes.
  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  let name = "countdown"
  let title = "Countdowns"
  let vocabulary: [any FeatureRecord.Type] = [CountdownChange.self]

  private(set) var handler: CountdownHandler?

  private var cells: [String: Cell] = [:]

  func plugin(in replay: Replay) -> any PushPlugin {
    let handler = CountdownHandler(
      scheduler: replay.scheduler,
      configuration: replay.transcript.configuration(over: CountdownHandler.Configuration())
    )
    self.handler = handler
    return handler
  }

  func apply(_ record: any FeatureRecord) {
    guard let handler, let change = record as? CountdownChange else { return }
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
    for id in change.hidden {
      cells[id] = nil
    }
    // A cell that was unbound because of the limit can be shown again.
    for id in change.shown where cells[id].flatMap({ handler.id(of: $0) }) == nil {
      let cell = Cell()
      cells[id] = cell
      handler.bind(cell, to: id)
    }
  }
}

extension CountdownScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let handler else { return [] }
    let state = !handler.isRunning ? "stopped" : handler.isPaused ? "paused" : "running"
    let end = handler.nextEnd.map { ", next end at \(replay.clock($0))" } ?? ""
    return stringFacts([
      "handler": "\(state), \(handler.backgroundPolicy.rawValue) in the background",
      "countdowns": "\(handler.count)\(end)",
    ])
      + handler.targets.map { _, id in
        ("cell \(id)", .string(text(of: id, of: handler, in: replay)))
      }
  }

  private func text(of id: String, of handler: CountdownHandler, in replay: Replay) -> String {
    guard let state = handler.state(of: id) else { return "no such countdown" }
    return if state.isExpired {
      "expired"
    } else if handler.isPaused {
      "\(LogText(state.remaining)) left, not counting"
    } else {
      "expires at \(LogText(clock: replay.time + state.remaining))"
    }
  }

  func names(of record: any FeatureRecord) -> [String] {
    (record as? CountdownChange)?.added.map { "add \($0.id)" } ?? []
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? CountdownEvent {
    case .tick(let id, _):
      TimelineMark("◔", label: id, from: ["add \(id)"], isTick: true)
    case .expired(let id): TimelineMark("■", from: ["add \(id)"])
    case .limitReached: .problem()
    case nil: TimelineMark()
    }
  }
}
