public import PushHub

extension TranscriptVocabulary {
  /// What all ready-made features bring to transcripts.
  public static let readyMade =
    unread + countdown + badge + screenshot + registration + receipts + quietRules
    + permission + delivered + localNotifications + foregroundBanner + refresh
}
