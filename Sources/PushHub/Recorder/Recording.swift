import Foundation

/// What a ``TranscriptRecorder`` writes: one recording after another into one output.
///
/// Nothing is written that could not be read again, and nothing is missing without being counted.
@MainActor
final class Recording {
  private(set) var latestError: (any Error)?
  private(set) var lostLineCount = 0

  private let output: any TranscriptOutput
  private let redactor: TranscriptRedactor?
  private var header: TranscriptHeader
  private var scheduler: (any Scheduler)?
  private var start: ContinuousClock.Instant?
  private var state: RecordedState

  /// Whether the output has a header, beside which there can't be another one.
  private var hasHeader = false

  /// Whether lines can follow, which they can't before what is true is told.
  private var hasBegun = false

  /// How much is in the output, and how much of it only tells where it began.
  private var byteCount = 0
  private var beginningByteCount = 0

  /// How many lines are missing since the latest one that was written.
  private var gap = 0

  init(
    output: any TranscriptOutput,
    header: TranscriptHeader,
    redactor: TranscriptRedactor?
  ) {
    self.output = output
    self.header = header
    self.redactor = redactor
    state = RecordedState(header: header)
  }
}

// MARK: - What happens

extension Recording {
  /// Follows an app of which nothing was recorded; what is true of its life comes with its beginning.
  func open(token: DeviceToken?, scheduler: any Scheduler) {
    self.scheduler = scheduler
    state = RecordedState(token: token, header: header)
  }

  func close() {
    scheduler = nil
    start = nil
    hasBegun = false
  }

  /// Begins with what is true.
  func begin(with lifecycle: LifecycleState) {
    guard let scheduler else { return }
    state.follow(lifecycle.ofOneScene, at: scheduler.now)
    prepare()
  }

  /// Writes down what changed in the app's life.
  ///
  /// That is what it looks like to somebody who knows of no scenes: with several, an event may change
  /// more than it says, or nothing.
  func write(_ event: LifecycleEvent, state newLifecycle: LifecycleState) {
    guard let scheduler else { return }
    for change in newLifecycle.ofOneScene.events(since: state.lifecycle) {
      write(TranscriptInput(change))
      var lifecycle = state.lifecycle
      lifecycle.apply(change)
      state.follow(lifecycle, at: scheduler.now)
      guard hasBegun else { continue }
      for input in state.takeUntold() {
        write(input)
      }
    }
    if event == .screenshotTaken {
      write(.screenshot)
    }
  }

  /// Writes down what happened, and has in mind what is true then.
  ///
  /// - Parameters:
  ///   - input: What happened.
  ///   - callback: What the system said of it, if it was the system.
  func write(_ input: TranscriptInput, from callback: PushCallback? = nil) {
    guard let scheduler else { return }
    let redacted = callback.flatMap { redactor?.redact($0) }
    prepare()
    var outcome = put(input, redacted: redacted)
    if mend(outcome) {
      outcome = put(input, redacted: redacted)
    }
    if outcome != .written {
      miss(outcome)
    }
    if outcome != .unsayable {
      state.apply(input, at: scheduler.now)
    }
  }
}

// MARK: - Beginning

extension Recording {
  /// Starts over if it is time to, and begins a transcript if there is none.
  private func prepare() {
    if hasHeader && !hasBegun || isTooLate || output.isFull && hasToldMuch {
      startOver()
    }
    begin()
  }

  /// Whether the time since the start is more than the format can say.
  private var isTooLate: Bool {
    guard let scheduler, let start else { return false }
    return scheduler.now - start >= .seconds(9_000_000_000)
  }

  /// Whether as much was written as starting over would write anew.
  private var hasToldMuch: Bool {
    output.capacity == nil || byteCount >= 2 * beginningByteCount
  }

  private func startOver() {
    do {
      try output.startOver()
      hasHeader = false
      hasBegun = false
      byteCount = 0
      beginningByteCount = 0
    } catch {
      latestError = error
    }
  }

  /// Begins a transcript that can be played alone, where there is none.
  private func begin() {
    guard let scheduler, !hasBegun, !hasHeader else { return }
    let now = scheduler.now
    start = now
    header.start = scheduler.date
    guard put(header.jsonLine) == .written else { return }
    hasHeader = true
    hasBegun = true
    for input in state.inputs(at: now) {
      let outcome = put(input, leaving: reserve)
      if outcome != .written {
        miss(outcome)
      }
    }
    state.noteBeginning(at: now)
    beginningByteCount = byteCount
  }

  /// How much of the output is left for what happens, whatever there is to tell at the beginning.
  private var reserve: Int { (output.capacity ?? 0) / 4 }

  /// Whether a line has a place in the next recording.
  private func hasRoomNext(for lineByteCount: Int) -> Bool {
    guard let scheduler, let capacity = output.capacity, lineByteCount <= capacity else {
      return false
    }
    var next = header.jsonLine.utf8.count + 1
    for input in state.inputs(at: scheduler.now) {
      let line = TranscriptRecord(time: .zero, input: redact(input)).jsonLine
      let sum = next + line.utf8.count + 1
      next = sum <= capacity - reserve ? sum : next
    }
    // What is missing is told in some words more.
    return next + lineByteCount + 64 <= capacity
  }
}

// MARK: - Lines

extension Recording {
  private enum Outcome: Equatable {
    case written

    /// The format has no words for it.
    case unsayable

    /// The output holds too much already for a line of so many bytes.
    case noRoom(Int)
    case failed
  }

  /// Does what may help a line that was not written; `false` if nothing does.
  private func mend(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .written, .unsayable: return false
    case .noRoom(let byteCount):
      guard hasRoomNext(for: byteCount) else { return false }
      startOver()
    case .failed:
      // The line may only now have found out that what was written is gone.
      if output.isFull {
        startOver()
      }
    }
    begin()
    return true
  }

  private func miss(_ outcome: Outcome) {
    if case .noRoom(let byteCount) = outcome {
      latestError = TranscriptFile.LineTooLong(
        byteCount: byteCount,
        maximumByteCount: output.capacity ?? byteCount
      )
    }
    lostLineCount += 1
    gap += 1
  }

  private func redact(_ input: TranscriptInput) -> TranscriptInput {
    redactor?.redact(input) ?? input
  }

  private func put(
    _ input: TranscriptInput,
    redacted: TranscriptInput? = nil,
    leaving reserve: Int = 0
  ) -> Outcome {
    guard let scheduler else { return .failed }
    let record = TranscriptRecord(
      time: start.map { scheduler.now - $0 } ?? .zero,
      input: redacted ?? redact(state.whatIsNew(of: input))
    )
    let line = record.jsonLine
    do throws(TranscriptMistake) {
      let reader = try TranscriptLineReader(Data(line.utf8))
      _ = try reader.record(notBefore: .zero, record.input.vocabulary)
    } catch {
      latestError = TranscriptRecorder.Unsayable(reason: error.message)
      return .unsayable
    }
    return hasBegun ? put(line, leaving: reserve) : .failed
  }

  /// Writes a line, after one that says how many are missing before it.
  private func put(_ line: String, leaving reserve: Int = 0) -> Outcome {
    let isTold = gap == 0 || !hasBegun
    let comment =
      isTold ? [] : ["# \(gap) \(gap == 1 ? "line is" : "lines are") missing here"]
    let needed = (comment + [line]).reduce(byteCount) { $0 + $1.utf8.count + 1 }
    if let capacity = output.capacity, needed > capacity - reserve {
      return .noRoom(line.utf8.count + 1)
    }
    do {
      for text in comment + [line] {
        try output.write(text)
        byteCount += text.utf8.count + 1
        gap = hasBegun ? 0 : gap
      }
      return .written
    } catch {
      latestError = error
      return .failed
    }
  }
}

extension TranscriptInput {
  /// What is needed to read it again.
  fileprivate var vocabulary: TranscriptVocabulary {
    TranscriptVocabulary(kinds: featureRecord.map { [type(of: $0)] } ?? [])
  }
}
