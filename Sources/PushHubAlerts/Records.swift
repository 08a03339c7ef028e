package import PushHub

extension [any FeatureRecord.Type] {
  /// The kinds of record that the features of this module bring to transcripts.
  package static let alerts: [any FeatureRecord.Type] = [
    KernelRecord<QuietCore>.self, KernelRecord<PermissionCore>.self,
    KernelRecord<DeliveredNotificationsCore>.self, KernelRecord<LocalNotificationCore>.self,
    ForegroundBannerTouch.self, KernelRecord<PushInboxCore>.self,
  ]
}
