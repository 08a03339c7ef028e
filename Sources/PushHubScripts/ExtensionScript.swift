public import PushHub
import PushHubRecorder
import PushHubReplay

/// The work of the app's service extension, as a recording from the field has it.
///
/// A run is recorded when it began. Its event is its end.
@MainActor
final class ExtensionScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "extension"
  let title = "Service extension"
  var log: ((ExtensionRun) -> Void)?

  private var scheduler: (any Scheduler)?

  func plugin(in replay: Replay) -> any PushPlugin { self }

  func attach(to context: PluginContext) { scheduler = context.scheduler }

  func apply(_ run: ExtensionRun) {
    scheduler?.schedule(after: run.took) { [weak self] in self?.log?(run) }
  }

  func mark(of run: ExtensionRun) -> TimelineMark {
    let isDone = run.steps.allSatisfy { $0.outcome == .done }
    return TimelineMark(
      "✓",
      isProblem: !isDone || run.end == nil || run.end == .expired,
      from: ["extension"]
    )
  }
}

extension ExtensionRun: FeatureEvent {
  /// The end.
  public var name: String { end?.rawValue ?? "ended" }

  /// The push and the duration.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["id": .string(push), "took": JSONValue(took)]
  }
}
