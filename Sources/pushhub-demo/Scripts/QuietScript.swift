import Foundation
public import PushHub
import PushHubAlerts
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

  private var rules: QuietRules?
  private var stage: Stage?
  private var zone = TimeZone.gmt

  /// Makes a script.
  public init() {}

  /// Makes the feature, with the clock of the play.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let rules = QuietRules { [weak self] in self?.zone ?? .gmt }
    rules.log = { stage.tell(QuietEvent($0)) }
    self.stage = stage
    self.rules = rules
    return rules
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    guard let change = record as? QuietChange else { return }
    zone = change.deviceZone ?? zone
    rules?.settings = change.settings
  }
}

// MARK: - What is true

extension QuietScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let state = rules?.state else { return [] }
    let change = state.nextChange.map { date in
      let seconds = date.timeIntervalSince(stage.transcript.start)
      return Duration.milliseconds(Int64((seconds * 1_000).rounded()))
    }
    return [
      QuietFact.hours(isQuiet: state.isQuiet, change: change),
      QuietFact.mutes(state.mutes.map(\.subject.words)),
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
    owns(input) ? [.marks(Topic(QuietTopic.settings))] : []
  }

  /// Whether something that the hub tells might bring the feature to do something.
  public func isConcerned(with event: HubEvent) -> Bool {
    if case .received = event { true } else { false }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    owns(input) ? "It holds for pushes that come, and none came that is quiet by it." : nil
  }

  /// Why nothing will come of what the hub tells, as far as the feature knows.
  public func reasonForNothing(after event: HubEvent) -> String? {
    guard isConcerned(with: event), let stage, let state = rules?.state else { return nil }
    if !stage.lifecycle.isForeground {
      return "The app is in the background, where its rules have no say."
    }
    return state.isQuiet || !state.mutes.isEmpty
      ? "It is exempt from what is quiet, or nothing quiet covers it." : "Nothing is quiet now."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the user has wanted nothing quiet."
  }
}

extension QuietChange {
  fileprivate var words: String {
    let hours = settings.windows.map { "\($0.from) to \($0.to)" }
    let parts = [
      settings.mutes.isEmpty
        ? nil : "the user mutes \(settings.mutes.map(\.subject.words).listed)",
      hours.isEmpty ? nil : "quiet hours are from \(hours.listed)",
    ]
    let wishes = parts.compactMap { $0 }
    let place = deviceZone.map { ", and the device is in \($0.identifier)" } ?? ""
    return (wishes.isEmpty ? "the user wants nothing quiet" : wishes.joined(separator: ", "))
      + place
  }
}
