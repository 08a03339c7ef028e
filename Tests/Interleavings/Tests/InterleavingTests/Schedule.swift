import Synchronization

/// Which of several things that could come next does: the choices of one run after the other.
///
/// Where only one thing can come there is nothing to choose. A run is the list of its choices, and
/// that list, given back, is the same run again.
///
/// Zero is the order of arrival: first all jobs, the oldest before the others, then what else may
/// happen. The runs come by how often they depart from it: never, once at each place, and so on. So the
/// first that goes wrong is one of the simplest, and where there are too many runs for all of them,
/// those that were left out are the most contrived. The last degree that is begun, and can't be run as
/// a whole, is run in part, at random. No run comes twice.
final class Schedule: Sendable {
  fileprivate struct State {
    /// The choices of this run that are given; those behind them are zero.
    var given: [UInt8] = []
    var choices: [UInt8] = []
    var widths: [UInt8] = []

    /// The runs of this degree that are left, and what is known of those of the next.
    var left: [[UInt8]] = []
    var next: [[UInt8]] = []
    var nextCount = 0

    var degree = 0
    var degreeCount = 1
    var runs = 0
    var runsBefore = 0
    var longest = 0
    var changed: [UInt8]?
    let limit: Int
    var generator: SeededGenerator
  }

  private let seed: UInt64
  private let state: Mutex<State>

  /// Begins with the order of arrival.
  ///
  /// - Parameters:
  ///   - limit: How many runs there are at most.
  ///   - seed: Where the random part comes from.
  init(upTo limit: Int, seed: UInt64) {
    self.seed = seed
    state = Mutex(State(limit: limit, generator: SeededGenerator(seed: seed)))
  }

  /// A schedule of one run, whose choices are given.
  init(repeating choices: [Int]) {
    seed = 0
    state = Mutex(
      State(
        given: choices.map { UInt8(clamping: $0) },
        limit: 1,
        generator: SeededGenerator(seed: 0)
      )
    )
  }

  /// How many runs there were.
  var runs: Int { state.withLock { $0.runs } }

  /// The choices of this run, up to the last that is not zero.
  var choices: [Int] { state.withLock { $0.given.map { Int($0) } } }

  /// Choices that have led somewhere else than before, so that not all is under control.
  var changed: [Int]? { state.withLock { $0.changed?.map { Int($0) } } }

  /// How much was run of all there is.
  var summary: String {
    state.withLock { state in
      let extent =
        if state.left.isEmpty, state.nextCount == 0 {
          "all there are"
        } else {
          "all that depart up to \(state.degree - 1) times from the order of arrival, and "
            + "\(state.runs - state.runsBefore) of \(state.degreeCount) that do \(state.degree) "
            + "times, seed \(seed)"
        }
      return "\(state.runs) schedules of up to \(state.longest) choices, \(extent)"
    }
  }

  /// Chooses a number below a width.
  func choose(among width: Int) -> Int {
    guard width > 1 else { return 0 }
    return state.withLock { state in
      let position = state.choices.count
      let choice = position < state.given.count ? state.given[position] : 0
      let isPossible = choice < width
      state.changed = isPossible ? state.changed : state.given
      state.choices.append(isPossible ? choice : 0)
      state.widths.append(UInt8(clamping: width))
      return Int(isPossible ? choice : 0)
    }
  }

  /// Ends a run, and prepares the next.
  ///
  /// - Returns: Whether there is one.
  func next() -> Bool {
    state.withLock { state in
      state.end()
      guard state.runs < state.limit else { return false }
      if state.left.isEmpty {
        state.beginDegree()
      }
      guard let given = state.left.popLast() else { return false }
      state.given = given
      return true
    }
  }
}

extension Schedule.State {
  /// Notes each way in which the run could have departed once more, behind what was given.
  fileprivate mutating func end() {
    runs += 1
    longest = max(longest, choices.count)
    changed = choices.count < given.count ? given : changed
    for position in choices.indices.dropFirst(given.count) {
      for choice in 1..<widths[position] {
        keep(choices[..<position] + [choice])
      }
    }
    choices = []
    widths = []
  }

  /// Keeps a run of the next degree, or a fair sample if there are too many.
  private mutating func keep(_ run: ArraySlice<UInt8>) {
    nextCount += 1
    guard next.count >= limit else { return next.append(Array(run)) }
    let place = generator.below(nextCount)
    if place < next.count {
      next[place] = Array(run)
    }
  }

  fileprivate mutating func beginDegree() {
    degree += 1
    degreeCount = nextCount
    runsBefore = runs
    if nextCount > limit - runs {
      next.shuffle(using: &generator)
    }
    left = next
    next = []
    nextCount = 0
  }
}
