import Foundation
import PushHub
import Synchronization
import Testing

/// Runs a scenario once for each order in which its jobs, and what happens beside them, can come.
///
/// What comes next of all that could is a choice; see ``Schedule``. The first run that goes wrong ends
/// it, and is printed as the list of its choices, which runs it again:
///
///     PUSHHUB_SCHEDULE="0,1,0,2" swift test --filter NAME
///
/// That run prints each of its steps. With `PUSHHUB_SCHEDULE=aloud` each step of each run is printed before
/// it is taken, for a run that ends the process.
struct Exploration {
  /// What was wrong in the first order that went wrong.
  private var mistakes: [String] = []

  private static let longestRun = 10_000
  private let heedsCancellation: Bool
  private let isAloud: Bool

  private init(heedsCancellation: Bool, isAloud: Bool) {
    (self.heedsCancellation, self.isAloud) = (heedsCancellation, isAloud)
  }

  /// Explores a scenario, and expects that no order goes wrong.
  ///
  /// - Parameters:
  ///   - variant: What distinguishes it from others of the same test.
  ///   - heedsCancellation: Whether what can be canceled takes notice of it.
  ///   - limit: How many orders are run at most; a hundred times as many with `PUSHHUB_EXHAUSTIVE`.
  ///   - choosesOffActor: Whether what runs off the main actor is chosen too.
  ///   - scenario: What is run, from its beginning each time.
  static func expectNoMistake(
    _ variant: String = "",
    heedsCancellation: Bool = true,
    upTo limit: Int = 700,
    choosesOffActor: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    in scenario: @escaping @MainActor (Stage) -> Void
  ) {
    let environment = ProcessInfo.processInfo.environment
    let wish = environment["PUSHHUB_SCHEDULE"]
    let factor = environment["PUSHHUB_EXHAUSTIVE"] == nil ? 1 : 100
    let schedule =
      wish.flatMap(choices).map { Schedule(repeating: $0) }
      ?? Schedule(upTo: limit * factor, seed: SeededGenerator.startingSeed())
    var start = ContinuousClock.now
    var exploration = Exploration(heedsCancellation: heedsCancellation, isAloud: wish != nil)
    MainActor.executor.choosing(offActor: choosesOffActor) {
      // Not before: another one may have been run first.
      start = .now
      exploration.run(scenario, as: schedule)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let title = name + (variant.isEmpty ? "" : ", \(variant)")
    print("\(title): \(schedule.summary), \((seconds * 100).rounded() / 100) s")
    #expect(exploration.mistakes == [], sourceLocation: sourceLocation)
  }

  private mutating func run(
    _ scenario: @escaping @MainActor (Stage) -> Void,
    as schedule: Schedule
  ) {
    repeat {
      let found = run(once: scenario, as: schedule)
      guard found.isEmpty else {
        mistakes = found.map { "\($0); run again with \(Self.command(schedule.choices))" }
        return
      }
    } while schedule.next()
    if let changed = schedule.changed {
      mistakes = ["these led elsewhere than before, so that not all is under control: \(changed)"]
    }
  }

  private func run(
    once scenario: @escaping @MainActor (Stage) -> Void,
    as schedule: Schedule
  ) -> [String] {
    let executor = MainActor.executor
    let (heedsCancellation, isAloud) = (heedsCancellation, isAloud)
    let stage = Self.runNow {
      Stage(schedule, heedsCancellation: heedsCancellation, isAloud: isAloud)
    }
    Self.runNow { scenario(stage) }
    defer { Self.end(stage) }
    for _ in 0..<Self.longestRun {
      let (isFinishing, occurrences) = Self.runNow {
        stage.check()
        return (stage.isFinishing, stage.occurrenceCount)
      }
      if isFinishing, executor.count == 0 {
        Self.runNow { stage.noteThatNoJobIsLeft() }
        for _ in 0..<executor.count {
          executor.run(at: 0)
        }
        continue
      }
      let jobs = executor.count
      let width = jobs + (isFinishing ? 0 : occurrences)
      guard width > 0 else {
        return Self.runNow {
          stage.end()
          return stage.mistakes
        }
      }
      let choice = schedule.choose(among: width)
      if choice < jobs {
        if isAloud { print("\(choice) of \(width): a job") }
        executor.run(at: choice)
      } else {
        Self.runNow {
          stage.note("\(choice) of \(width)")
          stage.happen(at: choice - jobs)
        }
      }
    }
    return ["it never ends"]
  }

  /// Releases everything; later effects don't belong to the next run.
  private static func end(_ stage: Stage) {
    runNow { stage.clear() }
    while MainActor.executor.count > 0 {
      MainActor.executor.run(at: 0)
    }
  }

  /// Runs a job before all others, and gives what it gives.
  @discardableResult
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

// MARK: - In words

extension Exploration {
  private static var name: String { Test.current?.name ?? "" }

  private static func choices(in text: String) -> [Int]? {
    guard !text.isEmpty else { return [] }
    let choices = text.split(separator: ",").map { Int($0) }
    return choices.contains(nil) ? nil : choices.compactMap { $0 }
  }

  private static func command(_ choices: [Int]) -> String {
    let text = choices.map(String.init).joined(separator: ",")
    let filter = name.prefix { $0 != "(" }.filter { $0 != "`" }
    return "PUSHHUB_SCHEDULE=\"\(text)\" swift test --filter '\(filter)'"
  }
}
