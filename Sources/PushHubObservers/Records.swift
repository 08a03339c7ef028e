public import PushHub

extension [any FeatureRecord.Type] {
  /// The kinds of record that the features of this module bring to transcripts.
  public static let observers: Self = [
    UnreadAnswer.self, CountdownChange.self, LatestNotifications.self, ReadNotifications.self,
    ScreenshotTouch.self,
  ]
}
