/// What the system does with the app's time in the background.
///
///     {"t":3600,"refresh":"began"}
///     {"t":3629,"refresh":"expired"}
///
/// Recorded where the app is told, and played by a refresh of the features; see
/// ``NotificationManager/refresh()``.
public enum RefreshMoment: String, FeatureRecord, CaseIterable {
  /// The system gave the app time.
  case began

  /// The time is over before the features were done.
  case expired

  /// The key in a transcript.
  public static let key = "refresh"

  /// Reads one of the words.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    self = try fields.word(Self.key, among: Self.allCases)
  }

  /// The word.
  public var fields: [TranscriptField] { [TranscriptField(Self.key, .string(rawValue))] }

  /// The same: it says nothing of anybody.
  public func redacted(by redactor: TranscriptRedactor) -> Self { self }
}

extension TranscriptVocabulary {
  /// What refreshes in the background bring to transcripts.
  public static let refresh = TranscriptVocabulary(kinds: [RefreshMoment.self])
}
