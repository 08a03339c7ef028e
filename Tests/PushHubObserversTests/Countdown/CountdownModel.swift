/// The countdown as the design describes it: time goes in half seconds, and at each of them all updates
/// are computed anew.
struct CountdownModel {
  struct Item {
    let id: String

    /// Half seconds, of the time that may stand still or, for an end at an instant, of all time.
    let end: Int
    let isAbsolute: Bool
    var isExpired = false
  }

  private(set) var lines: [CountdownDriver.Line] = []

  /// In the order of registration.
  private(set) var items: [Item] = []
  private(set) var cells: [(cell: Int, id: String)] = []
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

  func item(_ id: String) -> Item? { items.first { $0.id == id } }

  func id(of cell: Int) -> String? {
    cells.first { $0.cell == cell }?.id
  }

  func remaining(_ id: String) -> Int? {
    item(id).map { left($0) * 500 }
  }

  private func left(_ item: Item) -> Int {
    item.isExpired ? 0 : max(0, item.end - (item.isAbsolute ? now : virtual))
  }

  /// When an item ends, or has ended, in the time that may stand still.
  private func virtualEnd(_ item: Item) -> Int {
    item.isAbsolute ? item.end - (now - virtual) : item.end
  }
}

// MARK: - Updates

extension CountdownModel {
  private mutating func tick(_ cell: Int, _ item: Item, delay: Int = 0) {
    let remaining = (left(item) + delay) * 500
    lines.append(.init(time: now * 500, id: item.id, remaining: remaining, cell: cell))
  }

  private mutating func reportEnd(of item: Item) {
    lines.append(.init(time: now * 500, id: item.id))
  }

  private mutating func expire(where isOver: (Int) -> Bool) {
    let over = items.indices.filter { !items[$0].isExpired && isOver(virtualEnd(items[$0])) }
    for index in over.sorted(by: { (virtualEnd(items[$0]), $0) < (virtualEnd(items[$1]), $1) }) {
      items[index].isExpired = true
      reportEnd(of: items[index])
    }
    noteTicking()
  }

  /// The cells that a tick updates, with what they show.
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
      let due = stride(from: 0, through: virtual, by: 2)
        .first(where: { $0 > tickingSince && $0 > lastTick && isDue($0) })
    else { return }
    // Late by half a second it shows the second for which it was due.
    let delay = virtual - due == 1 ? 1 : 0
    for (cell, item) in tickingCells {
      tick(cell, item, delay: delay)
    }
    lastTick = virtual
  }

  /// Reports what is due now.
  mutating func runTimers() {
    guard isMoving else { return }
    let virtual = virtual
    expire { $0 <= virtual }
    tickAll { $0 <= virtual }
  }

  /// Reports what was due before now.
  private mutating func catchUp() {
    guard isMoving else { return }
    let virtual = virtual
    expire { $0 < virtual }
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
    catchUp()
  }

  mutating func add(_ id: String, _ total: Int) {
    catchUp()
    guard item(id) == nil else { return }
    register(Item(id: id, end: virtual + total, isAbsolute: false))
  }

  /// Registers an item and updates its cells, or reports its end if it has no time left.
  private mutating func register(_ item: Item) {
    var item = item
    item.isExpired = left(item) == 0
    items.append(item)
    if item.isExpired {
      reportEnd(of: item)
    } else {
      for (cell, id) in cells where id == item.id {
        tick(cell, item)
      }
    }
    noteTicking()
  }

  mutating func remove(_ id: String) {
    catchUp()
    forget(id)
  }

  private mutating func forget(_ id: String) {
    guard item(id) != nil else { return }
    items.removeAll { $0.id == id }
    for (cell, shown) in cells where shown == id {
      lines.append(.init(time: now * 500, id: id, cell: cell))
    }
    noteTicking()
  }

  /// A list is refreshed, with the ids that it has now; some of them end so long from now.
  mutating func refresh(keeping ids: [String], ending ends: [String: Int]) {
    catchUp()
    for item in items where !ids.contains(item.id) {
      forget(item.id)
    }
    for id in ids {
      guard let steps = ends[id] else { continue }
      let moved = Item(id: id, end: now + steps, isAbsolute: true)
      if let old = item(id) {
        let isOverAnyway = old.isExpired && steps <= 0
        guard !isOverAnyway, !old.isAbsolute || old.end != moved.end else { continue }
        items.removeAll { $0.id == id }
      }
      register(moved)
    }
  }

  mutating func unbind(_ cell: Int) {
    guard id(of: cell) != nil else { return }
    catchUp()
    cells.removeAll { $0.cell == cell }
    noteTicking()
  }

  mutating func bind(_ cell: Int, to id: String) {
    catchUp()
    cells.removeAll { $0.cell == cell }
    cells.append((cell, id))
    if let item = item(id) {
      tick(cell, item)
    }
    noteTicking()
  }
}
