import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The quiet rules, with the settings and the time zone in the transcript.
///
/// The time zone is UTC until a record has another one.
final class QuietScript: KernelScript<QuietRules> {
  init() {
    super.init { _ in QuietRules() }
  }

  override var title: String { "Quiet rules" }

  override func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? QuietEvent {
    case .limited: TimelineMark("⊘")
    case .began: TimelineMark("☾", label: "quiet", from: ["quiet"], until: ["ended"])
    case .ended: TimelineMark("☼", from: ["quiet"])
    case .unlimited, nil: super.mark(of: event)
    }
  }
}
