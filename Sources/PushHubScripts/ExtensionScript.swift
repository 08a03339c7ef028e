import PushHub
import PushHubRecorder
import PushHubReplay

/// The work of the app's service extension, as a recording from the field has it.
@MainActor
final class ExtensionScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "extension"
  let title = "Service extension"
  var log: ((ExtensionEvent) -> Void)?

  private var scheduler: (any Scheduler)?

  func plugin(in replay: Replay) -> any PushPlugin { self }

  func attach(to context: PluginContext) { scheduler = context.scheduler }

  func apply(_ run: ExtensionRun) {
    log?(.began)
    scheduler?.schedule(after: run.took) { [weak self] in
      for step in run.steps where step.outcome != .done { self?.log?(.failed(step)) }
      self?.log?(.ended(run))
    }
  }

  func mark(of event: ExtensionEvent) -> TimelineMark {
    switch event {
    case .began: TimelineMark("▸", from: ["extension"], until: ["end of the run"], isWork: true)
    case .failed(let step): TimelineMark("✕", label: step.name, isProblem: true, from: ["began"])
    case .ended(let run):
      TimelineMark(
        "✓",
        isProblem: run.end == nil || run.end == .expired,
        from: ["began"],
        names: ["end of the run"]
      )
    }
  }
}

/// An event of a service extension.
enum ExtensionEvent {
  case began
  case failed(ExtensionRun.Step)
  case ended(ExtensionRun)
}

extension ExtensionEvent: FeatureEvent {
  var name: String {
    switch self {
    case .began: "began"
    case .failed(let step): step.outcome.rawValue
    case .ended(let run): run.end?.rawValue ?? "ended"
    }
  }

  var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began: [:]
    case .failed(let step): ["step": .string(step.name), "error": step.error.map { .string($0) }]
    case .ended(let run): ["id": .string(run.push), "took": JSONValue(run.took)]
    }
  }

  var message: String {
    switch self {
    case .began: "runs its steps"
    case .failed(let step): step.message
    case .ended(let run): run.message
    }
  }
}
