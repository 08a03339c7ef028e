import Foundation
import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The quiet rules, with the settings and the zone that the transcript tells.
///
/// Until a record names a zone the device is where it is UTC.
@MainActor
final class QuietScript: ReadyMadeScript {
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
  func facts(on stage: Stage) -> [any FeatureFact] {
    guard let state = rules?.state else { return [] }
    let start = stage.transcript.start
    let change = state.nextChange.map { Duration.seconds($0.timeIntervalSince(start)) }
    let hours: FactWords =
      switch (state.isQuiet, change) {
      case (true, nil): "quiet hours never end"
      case (true, let end?): "quiet hours are on\(.since), and end \(.ahead(end))"
      case (false, nil): "there are no quiet hours"
      case (false, let begin?): "quiet hours are off, and begin \(.ahead(begin))"
      }
    return [
      PlainFact(
        "hours",
        .members(["quiet": .bool(state.isQuiet), "change": change?.json]),
        words: hours,
        hasCauses: state.isQuiet,
        firstOrigins: [[.hours]]
      ),
      PlainFact(
        "mutes",
        state.mutes.map(\.subject.words),
        words: "muted",
        orNone: "nothing is muted",
        from: .settings
      ),
    ]
  }

  func appearance(of change: QuietChange) -> RecordAppearance {
    let wishes =
      change.settings.mutes.map(\.subject.words)
      + change.settings.windows.map { "\($0.from.rawValue) to \($0.to.rawValue)" }
    let place = change.deviceZone.map { ", in \($0.identifier)" } ?? ""
    return RecordAppearance(
      "the user wants quiet: \(wishes.isEmpty ? "nothing" : wishes.listed)\(place)",
      "◐"
    )
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(.settings)] : []
  }

  var reasonForNothing: String? {
    "It holds for pushes that come, and none came that is quiet by it."
  }
}

extension Topic {
  private enum OfQuiet { case settings, hours }

  fileprivate static let settings = Self(OfQuiet.settings)
  fileprivate static let hours = Self(OfQuiet.hours)
}

extension QuietEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .limited: MarkLook("⊘")
    case .unlimited: MarkLook()
    case .began: MarkLook("☾", label: "quiet")
    case .ended: MarkLook("☼")
    }
  }

  /// What it came of, if not of a push.
  public var origins: [Topic] { [.settings] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .limited, .unlimited: []
    case .began: [.begins(.hours)]
    case .ended: [.ends(.hours)]
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    if case .limited(_, let reason) = self { Tally("Quiet pushes", of: reason) } else { nil }
  }
}
