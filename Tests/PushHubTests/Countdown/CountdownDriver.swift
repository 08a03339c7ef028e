import PushHub

@testable import PushHubObservers

/// A countdown core whose time a test lets pass, with everything it tells written down.
struct CountdownDriver {
  /// What was told at a time after the start, in milliseconds: a cell, or that a model ended.
  struct Line: Hashable {
    let time: Int
    let id: CountdownID

    /// What the cell was told, in milliseconds; `nil` tells the end of the model.
    var remaining: Int?

    /// The cell; 0 for the model itself.
    ///
    /// A cell without a time is told that its model is gone.
    var cell = 0
  }

  private(set) var core: CountdownCore

  var models: CountdownModels { core.models }

  private(set) var lines: [Line] = []
  private(set) var evicted: [CountdownID] = []

  /// When the core wants to be asked again.
  private(set) var deadline: ContinuousClock.Instant?

  private(set) var now: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var numbers: [Int: Int] = [:]
  private var lastNumber = 0

  init(_ configuration: CountdownHandler.Configuration = .init()) {
    start = ContinuousClock.Instant(referenceTime: .zero)
    now = start
    core = CountdownCore(configuration: configuration)
  }

  mutating func takeLines() -> [Line] {
    defer { lines = [] }
    return lines
  }

  var delayOfDeadline: Duration? { deadline.map { $0 - now } }

  func remaining(_ id: CountdownID) -> Duration? {
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
  mutating func tell(_ event: CountdownCore.Event) {
    let effects = core.handle(event, at: now)
    deadline = core.nextDeadline
    for effect in effects {
      switch effect {
      case .show(let tellings), .tick(let tellings):
        for telling in tellings {
          note(telling)
        }
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

  private mutating func note(_ telling: CountdownTelling) {
    lines.append(
      Line(
        time: milliseconds(now - start),
        id: telling.state.id,
        remaining: milliseconds(telling.state.remaining),
        cell: telling.number % 1_000
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
      tell(.deadline)
    }
    now = end
  }

  /// Meets what is due at this instant.
  mutating func runTimers() {
    while let deadline, deadline <= now {
      tell(.deadline)
    }
  }

  /// Lets time pass, with each deadline met, that at the end too.
  mutating func play(_ duration: Duration) {
    wait(duration)
    runTimers()
  }

  /// Lets time pass while the process sleeps.
  mutating func sleep(_ duration: Duration) {
    now += duration
  }

  mutating func add(_ id: CountdownID, _ total: Duration) {
    tell(.add([CountdownItem(id: id, total: total)]))
  }

  mutating func bind(_ cell: Int, to id: CountdownID) {
    lastNumber += 1
    let number = lastNumber * 1_000 + cell
    let old = numbers.updateValue(number, forKey: cell)
    tell(.bind(number: number, id, isCell: true, isTold: true, replacing: old))
  }

  mutating func unbind(_ cell: Int) {
    if let number = numbers.removeValue(forKey: cell) {
      tell(.unbind(number: number))
    }
  }
}
