public import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers

extension [any FeatureRecord.Type] {
  /// The kinds of record that all ready-made features bring to transcripts.
  public static let readyMade: Self = [
    UnreadAnswer.self, CountdownChange.self, LatestNotifications.self, ReadNotifications.self,
    PreviewTouch.self, RegistrationAnswer.self, DeviceChange.self, ReceiptsAnswer.self,
    QuietChange.self, PermissionRecord.self, DeliveredRecord.self, LocalRecord.self,
    ForegroundBannerMoment.self, RefreshMoment.self,
  ]
}
