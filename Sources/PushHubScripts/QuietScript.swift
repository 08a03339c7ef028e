import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The quiet rules, with the settings and the time zone in the transcript.
///
/// The time zone is UTC until a record has another one.
@MainActor
final class QuietScript: ReadyMadeScript, RecordedScript {
  let name = "quiet"
  let title = "Quiet rules"

  private var rules: QuietRules?
  private var zone = TimeZone.gmt

  func plugin(in replay: Replay) -> any PushPlugin {
    let rules = QuietRules { [weak self] in self?.zone ?? .gmt }
    self.rules = rules
    return rules
  }

  func apply(_ change: QuietChange) {
    zone = change.deviceZone ?? zone
    rules?.settings = change.settings
  }
}

extension QuietScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let state = rules?.state else { return [] }
    let change = state.nextChange.map { date in
      LogText(clock: .seconds(date.timeIntervalSince(replay.transcript.start))).description
    }
    let next = change.map { "\(state.isQuiet ? "on, end" : "off, begin") at \($0)" }
    return [
      ("quiet hours", .string(next ?? (state.isQuiet ? "always" : "none"))),
      ("muted", state.mutes.map(\.subject.message).fact),
    ]
  }

  func mark(of event: QuietEvent) -> TimelineMark {
    switch event {
    case .limited: TimelineMark("⊘")
    case .unlimited: TimelineMark()
    case .began: TimelineMark("☾", label: "quiet", from: ["quiet"], until: ["ended"])
    case .ended: TimelineMark("☼", from: ["quiet"])
    }
  }
}
