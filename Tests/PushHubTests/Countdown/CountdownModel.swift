import PushHub

@testable import PushHubObservers

/// The countdown as the design tells it: time goes in half seconds, and at each of them everything
/// that anybody may have to be told is computed anew.
struct CountdownModel {
  struct Item {
    let id: CountdownID
    let start: Int
    let total: Int
    var isExpired = false

    func remaining(at virtual: Int) -> Int { isExpired ? 0 : max(0, total - (virtual - start)) }
  }

  private(set) var lines: [CountdownDriver.Line] = []
  private(set) var items: [Item] = []
  private(set) var cells: [(cell: Int, id: CountdownID)] = []
  private(set) var isForeground = true
  private(set) var isRunning = true
  private(set) var pauses = false
  private var now = 0
  private var virtual = 0
  private var lastTick = 0

  /// Since when a cell shows a model that has time left.
  private var tickingSince: Int?

  mutating func takeLines() -> [CountdownDriver.Line] {
    defer { lines = [] }
    return lines
  }

  var isMoving: Bool { isRunning && (isForeground || !pauses) }

  func contains(_ id: CountdownID) -> Bool {
    items.contains { $0.id == id }
  }

  func id(of cell: Int) -> CountdownID? {
    cells.first { $0.cell == cell }?.id
  }

  func remaining(_ id: CountdownID) -> Int? {
    items.first { $0.id == id }.map { $0.remaining(at: virtual) * 500 }
  }
}

// MARK: - What is told

extension CountdownModel {
  private mutating func tick(_ cell: Int, _ item: Item) {
    let remaining = item.remaining(at: virtual) * 500
    lines.append(.init(time: now * 500, id: item.id, remaining: remaining, cell: cell))
  }

  private mutating func expire(where isOver: (Item) -> Bool) {
    let over = items.indices.filter { !items[$0].isExpired && isOver(items[$0]) }
    for index in over.sorted(by: { (endOf($0), $0) < (endOf($1), $1) }) {
      items[index].isExpired = true
      lines.append(.init(time: now * 500, id: items[index].id))
    }
    noteTicking()
  }

  private func endOf(_ index: Int) -> Int { items[index].start + items[index].total }

  /// The cells that a tick tells, with what they show.
  private var tickingCells: [(cell: Int, item: Item)] {
    cells.compactMap { cell, id in
      items.first { $0.id == id && !$0.isExpired }.map { (cell, $0) }
    }
  }

  private mutating func noteTicking() {
    tickingSince = tickingCells.isEmpty ? nil : tickingSince ?? virtual
  }

  private mutating func tickAll(ifDue isDue: (Int) -> Bool) {
    guard let tickingSince,
      stride(from: 0, through: virtual, by: 2)
        .contains(where: { $0 > tickingSince && $0 > lastTick && isDue($0) })
    else { return }
    for (cell, item) in tickingCells {
      tick(cell, item)
    }
    lastTick = virtual
  }

  /// Tells what is due now.
  mutating func runTimers() {
    guard isMoving else { return }
    let virtual = virtual
    expire { $0.start + $0.total <= virtual }
    tickAll { $0 <= virtual }
  }

  /// Tells what was due before now and could not be told.
  private mutating func catchUp() {
    guard isMoving else { return }
    let virtual = virtual
    expire { $0.start + $0.total < virtual }
    tickAll { $0 < virtual }
  }
}

// MARK: - What happens

extension CountdownModel {
  mutating func wait(_ steps: Int) {
    for _ in 0..<steps {
      runTimers()
      sleep(1)
    }
  }

  mutating func sleep(_ steps: Int) {
    now += steps
    virtual += isMoving ? steps : 0
  }

  mutating func change(isForeground: Bool? = nil, isRunning: Bool? = nil, pauses: Bool? = nil) {
    catchUp()
    self.isForeground = isForeground ?? self.isForeground
    self.isRunning = isRunning ?? self.isRunning
    self.pauses = pauses ?? self.pauses
  }

  mutating func add(_ id: CountdownID, _ total: Int) {
    catchUp()
    guard !contains(id) else { return }
    let item = Item(id: id, start: virtual, total: total)
    items.append(item)
    for (cell, shown) in cells where shown == id {
      tick(cell, item)
    }
    noteTicking()
  }

  mutating func remove(_ id: CountdownID) {
    catchUp()
    items.removeAll { $0.id == id }
    noteTicking()
  }

  mutating func unbind(_ cell: Int) {
    guard id(of: cell) != nil else { return }
    catchUp()
    cells.removeAll { $0.cell == cell }
    noteTicking()
  }

  mutating func bind(_ cell: Int, to id: CountdownID) {
    unbind(cell)
    catchUp()
    cells.append((cell, id))
    if let item = items.first(where: { $0.id == id }) {
      tick(cell, item)
    }
    noteTicking()
  }
}
