import PushHub

/// Collects what is said in a step, and hands it on in the order of the speakers.
@MainActor
final class Journal {
  private let scheduler: any Scheduler
  private let start: ContinuousClock.Instant
  private let output: (PlayedLine) -> Void
  private var lines: [PlayedLine] = []

  /// Whether lines are handed on when they are said, without waiting for the end of the step.
  var isImmediate = false

  init(scheduler: any Scheduler, output: @escaping (PlayedLine) -> Void) {
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

  func endStep() {
    let said = lines
    lines = []
    for speaker in PlayedLine.Speaker.allCases {
      for line in said where line.speaker == speaker {
        output(line)
      }
    }
  }
}
