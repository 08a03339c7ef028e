import PushHub
import PushHubReplay

@testable import PushHubObservers

/// The core and the model in the same app: what happens to one happens to the other.
struct CountdownWorld: CheckedWorld {
  enum Operation: Hashable {
    /// Registers a model, or removes it: "a" has one second, any other one and a half.
    case toggle(CountdownID)

    /// Binds a cell to a model, or cuts it off if that is what it shows.
    case show(Int, CountdownID)
    /// The same in the other list.
    case toggleOther(CountdownID)
    case showOther(Int, CountdownID)

    /// Refreshes a list without a model.
    case refresh(Int, without: CountdownID)

    /// Refreshes the first list, in which a model now ends so many half seconds from now.
    case move(CountdownID, Int)
    case togglePhase
    case togglePolicy
    case toggleRunning

    /// So many half seconds pass; what is due at the end is not told yet.
    case wait(Int)

    /// So many half seconds pass, and what is due at the end is told.
    case play(Int)

    /// The process sleeps for so many half seconds.
    case sleep(Int)
  }

  private(set) var driver = CountdownDriver()
  private(set) var model = CountdownModel()

  init() {
    _ = driver.makeList()
  }

  /// Tells both what happens.
  mutating func perform(_ operation: Operation) {
    _ = (driver.takeLines(), model.takeLines())
    switch operation {
    case .toggle(let id): toggle(id, in: 0)
    case .toggleOther(let id): toggle(id, in: 1)
    case .show(let cell, let id): show(cell, id, in: 0)
    case .showOther(let cell, let id): show(cell, id, in: 1)
    case .refresh(let list, let id): refresh(list, keeping: ids(of: list).filter { $0 != id })
    case .move(let id, let steps):
      let others = ids(of: 0).filter { $0 != id }
      refresh(0, keeping: others + [id], ending: [id: steps])
    case .togglePhase:
      let isForeground = !model.isForeground
      driver.tell(.phase(isForeground ? .active : .background))
      model.change(isForeground: isForeground)
    case .togglePolicy:
      let pauses = !model.pauses
      driver.tell(.policy(pauses ? .pauses : .continues))
      model.change(pauses: pauses)
    case .toggleRunning:
      let isRunning = !model.isRunning
      driver.tell(.run(isRunning))
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

  private func ids(of list: Int) -> [CountdownID] {
    model.items.map(\.key).filter { $0.list == list }.map(\.id)
  }

  private mutating func refresh(
    _ list: Int,
    keeping ids: [CountdownID],
    ending ends: [CountdownID: Int] = [:]
  ) {
    let items = ids.map { id in
      ends[id].map { steps in
        CountdownItem(id: id, end: .at(driver.now + .milliseconds(500 * steps)))
      } ?? CountdownItem(id: id, total: .seconds(99))
    }
    driver.tell(.replace(items, in: list))
    model.refresh(list, keeping: ids, ending: ends)
  }

  private mutating func toggle(_ id: CountdownID, in list: Int) {
    let key = CountdownModel.Key(list: list, id: id)
    if model.item(key) != nil {
      driver.tell(.remove(id, in: list))
      model.remove(key)
    } else {
      let steps = id == "a" ? 2 : 3
      driver.tell(.add(CountdownItem(id: id, total: .milliseconds(500 * steps)), in: list))
      model.add(key, steps)
    }
  }

  private mutating func show(_ cell: Int, _ id: CountdownID, in list: Int) {
    let key = CountdownModel.Key(list: list, id: id)
    if model.key(of: cell) == key {
      driver.unbind(cell)
      model.unbind(cell)
    } else {
      driver.bind(cell, to: id, in: list)
      model.bind(cell, to: key)
    }
  }

  /// Core and model agree on what was told with the last operation, and on what is left.
  var mistake: String? {
    agrees ? nil : "The core told \(driver.lines) of \(driver.core), the model \(model)."
  }

  private var agrees: Bool {
    driver.lines == model.lines && agree(on: "a", 0) && agree(on: "b", 0)
      && agree(on: "a", 1) && (model.isMoving || driver.deadline == nil)
  }

  private func agree(on id: CountdownID, _ list: Int) -> Bool {
    driver.remaining(id, in: list)
      == model.remaining(.init(list: list, id: id)).map { .milliseconds($0) }
  }
}
