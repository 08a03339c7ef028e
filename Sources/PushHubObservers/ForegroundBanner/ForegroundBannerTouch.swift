public import PushHub

/// What the user does with a banner of the app's.
///
///     {"t":3,"banner":"tapped"}
///
/// The first two end the banner. The others stop its time and let it run again.
public enum ForegroundBannerTouch: String, CaseIterable, FeatureRecord {
  /// The key in a transcript.
  public static let key = "banner"

  /// It was tapped, or activated with VoiceOver.
  case tapped

  /// It was swiped away, or closed with VoiceOver's escape gesture.
  case swiped

  /// A finger or VoiceOver's focus came to rest on it, whatever becomes of that.
  case held

  /// The finger or the focus left it.
  case released

  /// Reads one of the words.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    self = try fields.word(Self.key, among: Self.allCases)
  }

  /// The word.
  public var fields: [TranscriptField] { [TranscriptField(Self.key, .string(rawValue))] }

  /// The touch: it tells nothing of a person.
  public func redacted(by redactor: TranscriptRedactor) -> Self { self }
}

extension TranscriptInput {
  /// The user did something with the app's banner.
  public static func banner(_ touch: ForegroundBannerTouch) -> Self { .feature(touch) }
}

extension TranscriptVocabulary {
  /// What banners of the app's bring to transcripts.
  public static let foregroundBanner = TranscriptVocabulary(kinds: [ForegroundBannerTouch.self])
}
