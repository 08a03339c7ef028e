import PushHubAlerts
import PushHubReplay

extension ReadyMadeScripts {
  /// The quiet rules, with the settings and the time zone in the transcript.
  ///
  /// The time zone is UTC until a record has another one.
  static var quiet: KernelScript<QuietRules> {
    KernelScript(title: "Quiet rules", onlyIfRecorded: true) { _ in
      QuietRules()
    } mark: { event in
      switch event {
      case .limited: TimelineMark("⊘")
      case .began: TimelineMark("☾", label: "quiet", from: ["quiet"], until: ["ended"])
      case .ended: TimelineMark("☼", from: ["quiet", "began"])
      case .unlimited: TimelineMark()
      }
    }
  }
}
