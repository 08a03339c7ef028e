public import PushHub

/// Where the user touched: the screenshot preview, or beside it.
///
///     {"t":3,"preview":"tap"}
public enum PreviewTouch: String, CaseIterable, FeatureRecord {
  /// The key in a transcript.
  public static let key = "preview"

  /// The page on which screenshots are previewed.
  public static let pages = [TranscriptPages.screenshots]

  /// The screenshot preview.
  case tap

  /// Beside it.
  case outside
}

extension TranscriptPages {
  /// The page on which screenshots are previewed.
  public static let screenshots = TranscriptPages("screenshots", standard: "reader")
}
