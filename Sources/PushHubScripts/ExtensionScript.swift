import PushHub
import PushHubRecorder
import PushHubReplay

/// The work of the app's service extension, as a recording from the field has it.
///
/// A run is recorded when it began. Its event is its end.
final class ExtensionScript: FeatureScript, LoggingPlugin {
  let name = "extension"
  let title = "Service extension"
  let vocabulary: [any FeatureRecord.Type] = [ExtensionRun.self]
  var log: ((ExtensionRun) -> Void)?

  private var scheduler: (any Scheduler)?

  func plugin(in replay: Replay) -> any PushPlugin {
    scheduler = replay.scheduler
    return self
  }

  func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  func apply(_ record: any FeatureRecord) {
    guard let run = record as? ExtensionRun else { return }
    scheduler?.schedule(after: run.took) { [weak self] in self?.log?(run) }
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    guard let run = event as? ExtensionRun else { return TimelineMark() }
    let isDone = run.steps.allSatisfy { $0.outcome == .done }
    return TimelineMark(
      "✓",
      isProblem: !isDone || run.end == nil || run.end == .expired,
      from: ["extension"]
    )
  }
}
