public import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers

extension [any FeatureRecord.Type] {
  /// The kinds of record that all ready-made features, and the hub itself, bring to transcripts.
  public static let readyMade: Self =
    .observers + .backend + .alerts + [RefreshMoment.self, Checkup.self]
}
