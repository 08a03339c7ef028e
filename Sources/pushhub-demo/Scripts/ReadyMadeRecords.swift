public import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers

extension [any FeatureRecord.Type] {
  /// The kinds of record that the ready-made features and the hub add to transcripts.
  public static let readyMade: Self =
    .observers + .backend + .alerts + [RefreshMoment.self, Checkup.self, ExtensionRun.self]
}
