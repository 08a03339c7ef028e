public import PushHub

/// What the user does with a banner of the app's.
///
/// The first two end the banner. The others stop its time and let it run again.
public enum ForegroundBannerTouch: String, Hashable, Sendable, CaseIterable {
  /// It was tapped, or activated with VoiceOver.
  case tapped

  /// It was swiped away, or closed with VoiceOver's escape gesture.
  case swiped

  /// A finger or VoiceOver's focus came to rest on it, whatever becomes of that.
  case held

  /// The finger or the focus left it.
  case released
}

/// What happens around a banner of the app's: on the screen, or under the user's finger.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
public enum ForegroundBannerMoment: Hashable, FeatureRecord {
  /// The key in a transcript.
  public static let key = "banner"

  /// The screen shows it.
  case shown

  /// The user did something with it.
  case touched(ForegroundBannerTouch)

  private enum Word: String, CaseIterable {
    case shown, tapped, swiped, held, released
  }

  /// Reads one of the words.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let word = try fields.word(Self.key, among: Word.allCases)
    self = ForegroundBannerTouch(rawValue: word.rawValue).map(Self.touched) ?? .shown
  }

  /// The word.
  public var fields: [TranscriptField] {
    let word: Word =
      switch self {
      case .shown: .shown
      case .touched(.tapped): .tapped
      case .touched(.swiped): .swiped
      case .touched(.held): .held
      case .touched(.released): .released
      }
    return [TranscriptField(Self.key, .string(word.rawValue))]
  }

  /// The moment: it tells nothing of a person.
  public func redacted(by redactor: TranscriptRedactor) -> Self { self }
}

extension TranscriptInput {
  /// The user did something with the app's banner.
  public static func banner(_ touch: ForegroundBannerTouch) -> Self {
    .feature(ForegroundBannerMoment.touched(touch))
  }
}

extension TranscriptVocabulary {
  /// What banners of the app's bring to transcripts.
  public static let foregroundBanner = TranscriptVocabulary(kinds: [ForegroundBannerMoment.self])
}
