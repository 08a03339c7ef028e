import PushHub
import PushHubTesting

@testable import PushHubObservers

/// The core and the model in the same app: what happens to one happens to the other.
struct CountdownWorld: CheckedWorld {
  enum Operation: Hashable {
    /// Registers a model, or removes it: "a" has one second, any other one and a half.
    case toggle(String)

    /// Binds a cell to a model, or unbinds it if it shows that.
    case show(Int, String)

    /// Refreshes the list without a model.
    case refresh(without: String)

    /// Refreshes the list, in which a model now ends so many half seconds from now.
    case move(String, Int)
    case togglePhase
    case togglePolicy
    case toggleRunning

    /// So many half seconds pass; what is due at the end is not reported yet.
    case wait(Int)

    /// So many half seconds pass, and what is due at the end is reported.
    case play(Int)

    /// The process is suspended for so many half seconds.
    case sleep(Int)
  }

  private(set) var driver = CountdownDriver()
  private(set) var model = CountdownModel()

  mutating func perform(_ operation: Operation) {
    _ = (driver.takeLines(), model.takeLines())
    switch operation {
    case .toggle(let id): toggle(id)
    case .show(let cell, let id): show(cell, id)
    case .refresh(let id): refresh(keeping: ids.filter { $0 != id })
    case .move(let id, let steps):
      refresh(keeping: ids.filter { $0 != id } + [id], ending: [id: steps])
    case .togglePhase:
      let isForeground = !model.isForeground
      driver.handle(.phase(isForeground ? .active : .background))
      model.change(isForeground: isForeground)
    case .togglePolicy:
      let pauses = !model.pauses
      driver.handle(.policy(pauses ? .pauses : .continues))
      model.change(pauses: pauses)
    case .toggleRunning:
      let isRunning = !model.isRunning
      driver.handle(.run(isRunning))
      model.change(isRunning: isRunning)
    case .wait(let steps):
      driver.wait(.milliseconds(500 * steps))
      model.wait(steps)
    case .play(let steps):
      driver.play(.milliseconds(500 * steps))
      model.wait(steps)
      model.runTimers()
    case .sleep(let steps):
      driver.sleep(.milliseconds(500 * steps))
      model.sleep(steps)
    }
  }

  private var ids: [String] { model.items.map(\.id) }

  private mutating func refresh(keeping ids: [String], ending ends: [String: Int] = [:]) {
    let items = ids.map { id in
      ends[id].map { CountdownItem(id: id, endsAt: driver.now + .milliseconds(500 * $0)) }
        ?? CountdownItem(id: id, total: .seconds(99))
    }
    driver.handle(.replace(items))
    model.refresh(keeping: ids, ending: ends)
  }

  private mutating func toggle(_ id: String) {
    if model.item(id) != nil {
      driver.handle(.remove(id))
      model.remove(id)
    } else {
      let steps = id == "a" ? 2 : 3
      driver.add(id, .milliseconds(500 * steps))
      model.add(id, steps)
    }
  }

  private mutating func show(_ cell: Int, _ id: String) {
    if model.id(of: cell) == id {
      driver.unbind(cell)
      model.unbind(cell)
    } else {
      driver.bind(cell, to: id)
      model.bind(cell, to: id)
    }
  }

  /// Core and model agree on the updates of the last operation, and on what is left.
  var mistake: String? {
    agrees ? nil : "The updates are \(driver.lines) of \(driver.core), the model \(model)."
  }

  private var agrees: Bool {
    driver.lines == model.lines && agree(on: "a") && agree(on: "b")
      && (model.isMoving || driver.deadline == nil)
  }

  private func agree(on id: String) -> Bool {
    driver.remaining(id) == model.remaining(id).map { .milliseconds($0) }
  }
}
