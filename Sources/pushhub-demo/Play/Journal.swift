import PushHub

/// Collects what is said in a step, and hands it on in the order of the speakers.
@MainActor
final class Journal {
  private let scheduler: any Scheduler
  private let start: ContinuousClock.Instant
  private let output: (PlayedStep) -> Void
  private var lines: [PlayedLine] = []

  /// Whether lines are handed on when they are said, without waiting for the end of the step.
  var isImmediate = false

  init(scheduler: any Scheduler, output: @escaping (PlayedStep) -> Void) {
    self.scheduler = scheduler
    self.output = output
    start = scheduler.now
  }

  func note(
    _ speaker: PlayedLine.Speaker,
    _ event: String,
    _ details: KeyValuePairs<String, JSONValue?> = [:]
  ) {
    lines.append(
      PlayedLine(time: scheduler.now - start, speaker: speaker, event: event, details: details)
    )
    if isImmediate {
      endStep()
    }
  }

  /// Hands the step on, also one in which nothing was said.
  ///
  /// - Parameter record: The record that came about in it, if one did.
  func endStep(of record: Int? = nil) {
    let said = lines
    lines = []
    output(
      PlayedStep(
        time: scheduler.now - start,
        record: record,
        lines: PlayedLine.Speaker.allCases.flatMap { speaker in
          said.filter { $0.speaker == speaker }
        }
      )
    )
  }
}
