@testable import PushHubObservers

/// A countdown core whose time a test lets pass, with all updates.
struct CountdownDriver {
  /// What happened at a time after the start, in milliseconds: an update of a cell, or the end of a model.
  struct Line: Hashable {
    let time: Int
    let id: String

    /// What the cell shows, in milliseconds; `nil` for the end of the model.
    var remaining: Int?

    /// The cell; 0 for the model itself, and a cell without a time when the model was removed.
    var cell = 0
  }

  private(set) var core: CountdownCore

  var models: CountdownModels { core.models }

  private(set) var lines: [Line] = []
  private(set) var evicted: [String] = []

  /// The core's next deadline.
  private(set) var deadline: ContinuousClock.Instant?

  private(set) var now: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var numbers: [Int: Int] = [:]
  private var lastNumber = 0

  init(_ configuration: CountdownHandler.Configuration = .init()) {
    start = ContinuousClock.now
    now = start
    core = CountdownCore(configuration: configuration, origin: start)
  }

  mutating func takeLines() -> [Line] {
    defer { lines = [] }
    return lines
  }

  var delayOfDeadline: Duration? { deadline.map { $0 - now } }

  func remaining(_ id: String) -> Duration? {
    core.state(of: id, at: now)?.remaining
  }

  /// The lines as a person reads them: when in milliseconds, of what, and how many are left.
  var texts: [String] {
    lines.map { line in
      let left = line.remaining.map { "\($0)" } ?? "over"
      return "\(line.time) \(line.id) \(left)"
    }
  }
}

// MARK: - What happens

extension CountdownDriver {
  mutating func handle(_ event: CountdownCore.Event) {
    let effects = core.handle(event, at: now)
    deadline = core.nextDeadline
    for effect in effects {
      switch effect {
      case .show(let updates), .tick(let updates): for update in updates { note(update) }
      case .end(let id, _): lines.append(Line(time: milliseconds(now - start), id: id))
      case .remove(let id, let numbers):
        for number in numbers {
          lines.append(Line(time: milliseconds(now - start), id: id, cell: number % 1_000))
        }
      case .evict(let id, let number):
        evicted.append(id)
        numbers[number % 1_000] = nil
      }
    }
  }

  private mutating func note(_ update: CountdownUpdate) {
    lines.append(
      Line(
        time: milliseconds(now - start),
        id: update.state.id,
        remaining: milliseconds(update.state.remaining),
        cell: update.number % 1_000
      )
    )
  }

  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// Lets time pass up to an instant, with each deadline before it met on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline, deadline < end {
      now = max(now, deadline)
      handle(.deadline)
    }
    now = end
  }

  /// Meets what is due at this instant.
  mutating func runTimers() {
    while let deadline, deadline <= now {
      handle(.deadline)
    }
  }

  /// Lets time pass, with each deadline met, that at the end too.
  mutating func play(_ duration: Duration) {
    wait(duration)
    runTimers()
  }

  /// Lets time pass while the process is suspended.
  mutating func sleep(_ duration: Duration) {
    now += duration
  }

  mutating func add(_ id: String, _ total: Duration) {
    handle(.add([CountdownItem(id: id, total: total)]))
  }

  mutating func bind(_ cell: Int, to id: String) {
    lastNumber += 1
    let number = lastNumber * 1_000 + cell
    let old = numbers.updateValue(number, forKey: cell)
    handle(
      .bind(number: number, id, isCell: true, isUpdated: true, replacing: old.map { [$0] } ?? [])
    )
  }

  mutating func unbind(_ cell: Int) {
    if let number = numbers.removeValue(forKey: cell) {
      handle(.unbind(number: number))
    }
  }
}
