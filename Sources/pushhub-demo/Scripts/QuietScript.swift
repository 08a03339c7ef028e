import Foundation
import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The quiet rules, with the settings and the zone that the transcript tells.
///
/// Until a record names a zone the device is where it is UTC.
@MainActor
final class QuietScript: ReadyMadeScript, RecordedScript {
  let name = "quiet"
  let title = "Quiet rules"

  private var rules: QuietRules?
  private var zone = TimeZone.gmt

  func plugin(on stage: Stage) -> any PushPlugin {
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
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let state = rules?.state else { return [] }
    let start = stage.transcript.start
    let change = state.nextChange.map { Duration.seconds($0.timeIntervalSince(start)) }
    let hours: FactMessage =
      switch (state.isQuiet, change) {
      case (true, nil): "quiet hours never end"
      case (true, let end?): "quiet hours are on\(.since), and end \(.ahead(end))"
      case (false, nil): "there are no quiet hours"
      case (false, let begin?): "quiet hours are off, and begin \(.ahead(begin))"
      }
    return [
      FeatureFact(
        "hours",
        .members(["quiet": .bool(state.isQuiet), "change": change?.json]),
        hours,
        from: [.hours]
      ),
      FeatureFact(
        "mutes",
        state.mutes.map(\.subject.message),
        "muted",
        orNone: "nothing is muted",
        from: "quiet"
      ),
    ]
  }

  func mark(of change: QuietChange) -> TimelineMark {
    let wishes =
      change.settings.mutes.map(\.subject.message)
      + change.settings.windows.map { "\($0.from.rawValue) to \($0.to.rawValue)" }
    let place = change.deviceZone.map { ", in \($0.identifier)" } ?? ""
    let quiet = wishes.isEmpty ? "nothing" : wishes.listed
    return TimelineMark("◐", message: "the user wants quiet: \(quiet)\(place)")
  }

  var reasonForNothing: String? {
    "It holds for pushes that come, and none came that is quiet by it."
  }
}

extension Topic {
  fileprivate static let hours: Self = "quiet hours"
}

extension QuietEvent: TimelineEvent {
  /// How it stands on the timeline, and what it came of if not of a push.
  public var mark: TimelineMark {
    switch self {
    case .limited(_, let reason):
      TimelineMark("⊘", from: ["quiet"], tally: ("Quiet pushes", reason))
    case .unlimited: TimelineMark(from: ["quiet"])
    case .began: TimelineMark("☾", label: "quiet", from: ["quiet"], traces: [.begins(.hours)])
    case .ended: TimelineMark("☼", from: ["quiet"], traces: [.ends(.hours)])
    }
  }
}
