/// What each piece of work is doing, as a plain value: it runs, or it waits.
///
/// Whoever ends a wait says so at that moment, and not the work when it has its turn. So nothing
/// ever counts as waiting that could go on.
struct WorkBook {
  /// Names a piece of work.
  typealias Number = Int

  /// What is known of a piece of work.
  struct Entry: Hashable {
    let origin: WorkOrigin

    /// What it waits for, `nil` while it runs.
    var wait: WorkWait?
  }

  /// All work that has begun and not ended.
  private(set) var entries: [Number: Entry] = [:]

  /// How much of it runs.
  private(set) var runningCount = 0

  /// How often anything has changed.
  private(set) var changeCount = 0

  private var lastNumber = 0

  /// Work has begun, and runs.
  mutating func begin(from origin: WorkOrigin) -> Number {
    lastNumber += 1
    entries[lastNumber] = Entry(origin: origin)
    runningCount += 1
    changeCount += 1
    return lastNumber
  }

  /// Work waits from now on; if it does already, it waits for something more exact.
  mutating func wait(_ number: Number, for wait: WorkWait) {
    guard let entry = entries[number] else { return }
    entries[number]?.wait = wait
    runningCount -= entry.wait == nil ? 1 : 0
    changeCount += 1
  }

  /// What work waited for has come: it runs, whenever it may have its turn.
  mutating func resume(_ number: Number) {
    guard let entry = entries[number], entry.wait != nil else { return }
    entries[number]?.wait = nil
    runningCount += 1
    changeCount += 1
  }

  /// Work has ended; nothing that is told of it later counts.
  mutating func end(_ number: Number) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    runningCount -= entry.wait == nil ? 1 : 0
    changeCount += 1
  }
}
