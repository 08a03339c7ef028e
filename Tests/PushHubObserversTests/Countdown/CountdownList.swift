import PushHubObservers
import PushHubTesting

@testable import TestSupport

/// A countdown handler in an app with a manual clock, with records of everything it does.
class CountdownList: AppFixture {
  /// A cell that records its updates.
  final class Cell: CountdownTarget {
    private(set) var states: [CountdownState] = []
    private(set) var removed: [String] = []
    var onChange: ((CountdownState) -> Void)?
    var onRemoval: (() -> Void)?

    /// The seconds that were left with each update.
    var seconds: [Double] { states.map { $0.remaining / .seconds(1) } }

    func countdownChanged(to state: CountdownState) {
      states.append(state)
      onChange?(state)
    }

    func countdownRemoved(_ id: String) {
      removed.append(id)
      onRemoval?()
    }
  }

  let app = SimulatedApp()
  let handler: CountdownHandler
  private(set) var log: [CountdownEvent] = []
  private(set) var batches: [[String]] = []
  var onExpiry: (([String]) -> Void)?

  init(_ configuration: CountdownHandler.Configuration = .init()) {
    handler = CountdownHandler(scheduler: app.clock, configuration: configuration)
    handler.log = { [weak self] in self?.log.append($0) }
    handler.onExpiry = { [weak self] in
      self?.batches.append($0)
      self?.onExpiry?($0)
    }
  }

  func add(_ id: String, _ seconds: Double) {
    handler.add(CountdownItem(id: id, total: .seconds(seconds)))
  }

  /// A cell bound to a model.
  func cell(_ id: String) -> Cell {
    let cell = Cell()
    handler.bind(cell, to: id)
    return cell
  }
}
