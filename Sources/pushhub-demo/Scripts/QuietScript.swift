import Foundation
public import PushHub
public import PushHubAlerts
public import PushHubRecorder
public import PushHubReplay

/// The quiet rules, with the settings and the zone that the transcript tells.
///
/// Until a record names a zone the device is where it is UTC.
@MainActor
public final class QuietScript: FeatureScript {
  /// The name.
  public let name = "quiet"
  /// The title of the lane.
  public let title = "Quiet rules"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [QuietChange.self]

  private enum Subject { case settings, hours }
  fileprivate nonisolated static let settings = Topic(Subject.settings)
  fileprivate nonisolated static let hours = Topic(Subject.hours)

  private var rules: QuietRules?
  private var zone = TimeZone.gmt

  /// Makes a script.
  public init() {}

  /// Makes the feature, with the clock of the play.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let rules = QuietRules { [weak self] in self?.zone ?? .gmt }
    self.rules = rules
    return rules
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    guard let change = record as? QuietChange else { return }
    zone = change.deviceZone ?? zone
    rules?.settings = change.settings
  }

  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
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
        name: "hours",
        json: object([
          "quiet": .bool(state.isQuiet), "change": change.map { .number($0.secondsNumber) },
        ]),
        words: hours,
        hasCauses: state.isQuiet,
        firstOrigins: [[Self.hours]]
      ),
      PlainFact(
        "mutes",
        state.mutes.map(\.subject.words),
        words: "muted",
        orNone: "nothing is muted",
        from: Self.settings
      ),
    ]
  }
}

// MARK: - On the timeline

extension QuietScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    RecordAppearance(words: (record as? QuietChange)?.words ?? "", look: MarkLook("◐"))
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Self.settings)] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "It holds for pushes that come, and none came that is quiet by it."
  }
}

extension QuietChange {
  fileprivate var words: String {
    let wishes =
      settings.mutes.map(\.subject.words)
      + settings.windows.map { "\($0.from.rawValue) to \($0.to.rawValue)" }
    let place = deviceZone.map { ", in \($0.identifier)" } ?? ""
    return "the user wants quiet: \(wishes.isEmpty ? "nothing" : wishes.listed)\(place)"
  }
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
  public var origins: [Topic] { [QuietScript.settings] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .limited, .unlimited: []
    case .began: [.begins(QuietScript.hours)]
    case .ended: [.ends(QuietScript.hours)]
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    if case .limited(_, let reason) = self { Tally("Quiet pushes", of: reason) } else { nil }
  }
}
