package import PushHub

extension [any FeatureRecord.Type] {
  /// The kinds of record that the features of this module bring to transcripts.
  package static let observers: [any FeatureRecord.Type] = [
    UnreadAnswer.self, CountdownChange.self, LatestNotifications.self, ReadNotifications.self,
    ScreenshotTouch.self,
  ]
}
