import PushHub
import Synchronization

/// Runs a scenario once for each order in which its jobs, and what happens beside them, can come.
///
/// What comes next of all that could is a choice; a run is the list of its choices. After each run
/// the last choice that has an alternative is changed, and the run begins anew.
struct Exploration {
  /// How many orders there are.
  private(set) var runs = 0

  /// What was wrong in the first orders that went wrong.
  private(set) var mistakes: [String] = []

  private var choices: [Int] = []
  private var widths: [Int] = []

  init(of scenario: @escaping @MainActor (Stage) -> Void) {
    var exploration = self
    MainActor.executor.choosing { exploration.runAll(scenario) }
    self = exploration
  }

  private mutating func runAll(_ scenario: @escaping @MainActor (Stage) -> Void) {
    repeat {
      run(scenario)
      while let choice = choices.last, choice + 1 == widths[choices.count - 1] {
        choices.removeLast()
      }
      if let choice = choices.popLast() {
        choices.append(choice + 1)
      }
    } while !choices.isEmpty && mistakes.count < 3
  }

  private mutating func run(_ scenario: @escaping @MainActor (Stage) -> Void) {
    let executor = MainActor.executor
    let stage = Self.runNow { Stage() }
    Self.runNow { scenario(stage) }
    widths = []
    while true {
      let isFinishing = Self.runNow { stage.isFinishing }
      if isFinishing, executor.count == 0 {
        Self.runNow { stage.noteThatNoJobIsLeft() }
        for _ in 0..<executor.count {
          executor.run(at: 0)
        }
        continue
      }
      let jobs = executor.count
      let width = jobs + (isFinishing ? 0 : Self.runNow { stage.occurrences.count })
      guard width > 0 else { break }
      let choice = choose(among: width)
      if choice < jobs {
        executor.run(at: choice)
      } else {
        Self.runNow { stage.happen(at: choice - jobs) }
      }
    }
    Self.runNow { stage.end() }
    runs += 1
    mistakes += Self.runNow { stage.mistakes }.map { "\($0), in the order \(choices)" }
  }

  private mutating func choose(among width: Int) -> Int {
    if widths.count == choices.count {
      choices.append(0)
    }
    defer { widths.append(width) }
    return choices[widths.count]
  }

  /// Runs a job before all others, and gives what it gives.
  private static func runNow<Value: Sendable>(
    _ body: @escaping @MainActor () -> Value
  ) -> Value {
    let value = Mutex<Value?>(nil)
    Task { @MainActor in
      let made = body()
      value.withLock { $0 = made }
    }
    MainActor.executor.run(at: MainActor.executor.count - 1)
    guard let made = value.withLock({ $0 }) else { preconditionFailure("another job ran") }
    return made
  }
}
