import PushHub
import PushHubTesting

/// A handler as apps write it: each tick walks all models, and looks up the cells of those shown.
@MainActor
final class WalkingHandler {
  private struct Model {
    let id: String
    let end: Duration
    var isOver = false
  }

  private struct WeakCell {
    weak var cell: Cell?
  }

  var onExpiry: ((String) -> Void)?

  private let scheduler: ManualScheduler
  private let start: ContinuousClock.Instant
  private var models: [Model] = []
  private var places: [String: Int] = [:]
  private var cells: [String: WeakCell] = [:]

  init(scheduler: ManualScheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  func add(_ items: [CountdownItem]) {
    for item in items where places[item.id] == nil {
      places[item.id] = models.count
      models.append(Model(id: item.id, end: scheduler.now - start + item.total))
    }
  }

  func bind(_ cell: Cell, to id: String) {
    cells[id] = WeakCell(cell: cell)
  }

  func tickEverySecond() {
    scheduler.schedule(after: .seconds(1)) { [weak self] in
      self?.tick()
      self?.tickEverySecond()
    }
  }

  private func tick() {
    let now = scheduler.now - start
    for index in models.indices where !models[index].isOver && models[index].end <= now {
      models[index].isOver = true
      onExpiry?(models[index].id)
    }
    for (id, cell) in cells {
      guard let place = places[id], !models[place].isOver else { continue }
      cell.cell?.show(models[place].end - now)
    }
  }
}
