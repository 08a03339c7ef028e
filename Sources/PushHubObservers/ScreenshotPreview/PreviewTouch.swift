public import PushHub

/// Where the user touched: the screenshot preview, or beside it.
///
///     {"t":3,"preview":"tap"}
public enum PreviewTouch: String, CaseIterable, FeatureRecord {
  /// The key in a transcript.
  public static let key = "preview"

  /// The screenshot preview.
  case tap

  /// Beside it.
  case outside

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
  /// The user touched the screenshot preview, or beside it.
  public static func preview(_ touch: PreviewTouch) -> Self { .feature(touch) }
}

extension TranscriptPages {
  /// The page on which screenshots are previewed.
  public static let screenshots = TranscriptPages("screenshots", standard: "reader")
}

extension TranscriptVocabulary {
  /// What the screenshot preview brings to transcripts.
  public static let screenshot = TranscriptVocabulary(
    kinds: [PreviewTouch.self],
    pages: [.screenshots]
  )
}
